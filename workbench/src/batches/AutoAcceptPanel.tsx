import { MAX_WRONG } from "@assay/domain/models/auto-accept-plan.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { strings as all } from "#strings/quality.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import {
  type AutoAccept,
  type AutoAcceptPlan,
  autoAcceptPlanQuery,
  isUnderWay,
  type JudgedModel,
} from "../api/models.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useMay } from "../api/use-may.ts";
import { Button } from "../design/Button.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Select } from "../design/Select.tsx";
import { Slider } from "../design/Slider.tsx";
import { Table } from "../design/Table.tsx";
import styles from "../quality/Quality.module.css";
import { formatNumber, formatPercent } from "../strings/format.ts";

const strings = all.autoAccept;

interface PanelProps {
  readonly batch: Batch;
  readonly models: readonly JudgedModel[];
  /** Newest first. */
  readonly runs: readonly AutoAccept[];
}

/** Lets a model label the items on which it is sure enough: the risk is set by a slider beside what it saves. */
export function AutoAcceptPanel({ batch, models, runs }: PanelProps) {
  const { fault, isBusy, attempt } = useAttempt(["models"], ["batches"], ["items"]);
  const mayChange = useMay("batches:write");
  const isOpen = mayChange && (batch.status === "created" || batch.status === "processing");
  const active = runs.find(isUnderWay);
  const params = { path: { id: batch.id } };
  if (!isOpen && runs.length === 0) return null;
  return (
    <Panel title={strings.title}>
      {runs.map((run) => (
        <p key={run.number}>{run.sentence}</p>
      ))}
      {mayChange && active !== undefined && active.status !== "accepting" && (
        <div>
          <Button
            isDisabled={isBusy}
            onPress={() => void attempt(() => api.DELETE("/v1/batches/{id}/auto-accept", { params }))}
          >
            {strings.cancel}
          </Button>
        </div>
      )}
      {isOpen && active === undefined && (
        <Start
          batch={batch}
          models={models}
          isBusy={isBusy}
          onStart={(body) => void attempt(() => api.POST("/v1/batches/{id}/auto-accept", { params, body }))}
        />
      )}
      {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
    </Panel>
  );
}

type PlanRow = AutoAcceptPlan["rows"][number];

interface Wish {
  readonly model: string;
  readonly version?: string;
  readonly max_wrong: number;
  readonly check: number;
}

interface StartProps {
  readonly batch: Batch;
  readonly models: readonly JudgedModel[];
  readonly isBusy: boolean;
  readonly onStart: (wish: Wish) => void;
}

function Start({ batch, models, isBusy, onStart }: StartProps) {
  const [place, setPlace] = useState("0");
  const [risk, setRisk] = useState(2);
  const [rate, setRate] = useState("");
  const perAnswer = rate !== "" && Number(rate) >= 0 ? Number(rate) : undefined;
  const chosen = models[Number(place)] ?? models[0];
  const plan = useQuery({
    ...autoAcceptPlanQuery(batch.id, chosen ?? NO_MODEL, perAnswer),
    enabled: chosen !== undefined,
  });
  if (chosen === undefined) return null;
  const max_wrong = MAX_WRONG[risk] ?? 0.05;
  const rows = (plan.data?.rows ?? []).filter((row) => row.max_wrong === max_wrong);
  const check = Math.max(10, ...rows.map((row) => row.check));
  const { model, version } = chosen;
  return (
    <div className={styles.parts}>
      <p>{strings.help}</p>
      <div className={styles.form}>
        <Select
          label={strings.model}
          options={models.map((one, index) => ({
            id: String(index),
            name: all.models.name(one),
          }))}
          value={place}
          onChange={setPlace}
        />
        <Slider
          label={strings.risk}
          steps={MAX_WRONG.map((share) => strings.atMost(100 * share))}
          value={risk}
          onChange={setRisk}
        />
        <Field
          label={strings.rate}
          description={strings.rateHelp}
          value={rate}
          onChange={setRate}
          inputMode="decimal"
        />
      </div>
      {plan.error !== null && <Notice tone="bad">{plan.error.message}</Notice>}
      {plan.data?.items === 0 && <Notice tone="plain">{strings.allBegun(all.models.name(chosen))}</Notice>}
      {plan.data !== undefined && plan.data.items > 0 && (
        <>
          <PlanTable rows={rows} hasMoney={perAnswer !== undefined} />
          <p className={styles.quiet}>{strings.assumes(plan.data.items)}</p>
          <div>
            <Button
              look="primary"
              isDisabled={isBusy}
              onPress={() => onStart({ model, ...(version !== null && { version }), max_wrong, check })}
            >
              {strings.start(check)}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const NO_MODEL = { model: "", version: null };

interface PlanTableProps {
  readonly rows: readonly PlanRow[];
  readonly hasMoney: boolean;
}

/** What an auto-accept would save, for each accuracy that the model may have. */
function PlanTable({ rows, hasMoney }: PlanTableProps) {
  return (
    <Table
      caption={strings.plan}
      rows={rows}
      keyOf={({ accuracy }) => String(accuracy)}
      columns={[
        { title: strings.ifRight, cell: ({ accuracy }) => formatPercent(accuracy) },
        { title: strings.check, cell: (row) => formatNumber(row.check), isNumber: true },
        {
          title: strings.accepted,
          cell: ({ uninformative, informative }) =>
            strings.range(formatPercent(uninformative.accepted), formatPercent(informative.accepted)),
          isNumber: true,
        },
        {
          title: strings.saved,
          cell: ({ informative }) => formatNumber(informative.answers_saved),
          isNumber: true,
        },
        {
          title: strings.time,
          cell: ({ informative: { minutes_saved } }) =>
            minutes_saved === null ? strings.unknownTime : strings.hours(minutes_saved / 60),
          isNumber: true,
        },
        ...(!hasMoney
          ? []
          : [
              {
                title: strings.money,
                cell: ({ informative }: PlanRow) => formatNumber(Math.round(informative.cost_saved ?? 0)),
                isNumber: true,
              },
            ]),
      ]}
    />
  );
}
