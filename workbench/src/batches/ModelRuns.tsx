import type { components } from "@assay/sdk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/quality.ts";
import type { Batch } from "../api/batch.ts";
import { api } from "../api/client.ts";
import { registeredModelsQuery, runErrorsQuery } from "../api/models.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { useMay } from "../api/use-may.ts";
import { Badge } from "../design/Badge.tsx";
import { Button } from "../design/Button.tsx";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Field } from "../design/Field.tsx";
import { Notice } from "../design/Notice.tsx";
import { Panel } from "../design/Panel.tsx";
import { Progress } from "../design/Progress.tsx";
import { Select } from "../design/Select.tsx";
import { Table } from "../design/Table.tsx";
import { canonicalName } from "../editors/names.ts";
import styles from "../quality/Quality.module.css";
import { formatNumber } from "../strings/format.ts";
import { nameOf } from "../thumbnails/item.ts";

const strings = all.runs;

type Run = components["schemas"]["ModelRun"];
type NextStatus = "running" | "paused" | "canceled";

/** What can be done with a run, by its status. */
const MOVES: Readonly<Record<Run["status"], readonly NextStatus[]>> = {
  running: ["paused", "canceled"],
  paused: ["running", "canceled"],
  stopped: ["running", "canceled"],
  failed: ["running", "canceled"],
  canceled: [],
  finished: [],
};
const TONES = { stopped: "warn", failed: "bad", finished: "good" } as const;

interface ModelRunsProps {
  readonly batch: Batch;
  readonly annotation_type: string;
  /** Newest first. */
  readonly runs: readonly Run[];
}

/** Asks a registered model for predictions, and shows the runs of models over the batch. */
export function ModelRuns({ batch, annotation_type, runs }: ModelRunsProps) {
  const { fault, isBusy, attempt } = useAttempt(["models", batch.id]);
  const mayChange = useMay("batches:write");
  const [shown, show] = useState<string>();
  const move = ({ id: run_id }: Run, status: NextStatus) => {
    const params = { path: { id: batch.id, run_id } };
    void attempt(() => api.PATCH("/v1/batches/{id}/runs/{run_id}", { params, body: { status } }));
  };
  if (!mayChange && runs.length === 0) return null;
  return (
    <Panel title={strings.title}>
      <div className={styles.parts}>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        {mayChange && (
          <Ask
            annotation_type={annotation_type}
            isBusy={isBusy}
            onAsk={(body) =>
              void attempt(() =>
                api.POST("/v1/batches/{id}/predict", { params: { path: { id: batch.id } }, body }),
              )
            }
          />
        )}
        {runs.length > 0 && (
          <Table
            caption={strings.caption}
            rows={runs}
            keyOf={({ id }) => id}
            columns={[
              { title: strings.model, cell: ({ model }) => strings.name(model) },
              { title: strings.status, cell: (run) => <Status run={run} /> },
              {
                title: strings.progress,
                cell: ({ predicted, errors, count }) => (
                  <>
                    {everywhere.numberOf(formatNumber(predicted + errors), formatNumber(count))}
                    <Progress label={strings.progress} value={predicted + errors} of={count} isBare />
                  </>
                ),
              },
              {
                title: strings.cost,
                cell: ({ cost, max_cost }) => strings.costOf(cost, max_cost),
                isNumber: true,
              },
              {
                title: strings.errors,
                cell: ({ id, errors }) =>
                  errors === 0 ? (
                    formatNumber(errors)
                  ) : (
                    <Button onPress={() => show(shown === id ? undefined : id)} aria-expanded={shown === id}>
                      {strings.showErrors(errors)}
                    </Button>
                  ),
              },
              {
                title: strings.actions,
                isActions: true,
                cell: (run) =>
                  mayChange &&
                  MOVES[run.status].map((status) => (
                    <Button key={status} isDisabled={isBusy} onPress={() => move(run, status)}>
                      {strings.moves[status]}
                    </Button>
                  )),
              },
            ]}
          />
        )}
        {shown !== undefined && <Errors batch_id={batch.id} run_id={shown} />}
      </div>
    </Panel>
  );
}

function Status({ run: { status, reason } }: { readonly run: Run }) {
  const tone = status === "stopped" || status === "failed" || status === "finished" ? TONES[status] : "plain";
  return (
    <>
      <Badge tone={tone}>{strings.statuses[status]}</Badge> {reason}
    </>
  );
}

interface AskProps extends Pick<ModelRunsProps, "annotation_type"> {
  readonly isBusy: boolean;
  readonly onAsk: (body: { readonly model_id: string; readonly max_cost: number | null }) => void;
}

/** The choice of model and limit; the way to the settings while there is none. */
function Ask({ annotation_type, isBusy, onAsk }: AskProps) {
  const models = useQuery(registeredModelsQuery);
  const [chosen, choose] = useState("");
  const [limit, setLimit] = useState("");
  if (models.data === undefined) return <FetchState query={models} />;
  const type = canonicalName(annotation_type); // that of a project may be an alias, those of models are not
  const options = models.data
    .filter(({ kind, annotation_types }) => kind !== "pushed" && annotation_types.some((one) => one === type))
    .map(({ id, name, version }) => ({ id, name: strings.name({ name, version }) }));
  const [first] = options;
  if (first === undefined)
    return (
      <>
        <p>{strings.noModel}</p>
        <div>
          <ButtonLink to="/settings/$part" params={{ part: "models" }}>
            {strings.connect}
          </ButtonLink>
        </div>
      </>
    );
  const model_id = options.some(({ id }) => id === chosen) ? chosen : first.id;
  const max_cost = limit === "" ? null : Number(limit);
  return (
    <>
      <p className={styles.quiet}>{strings.help}</p>
      <div className={styles.form}>
        <Select label={strings.model} options={options} value={model_id} onChange={choose} />
        <Field
          label={strings.limit}
          description={Number.isNaN(max_cost) ? strings.limitFault : strings.limitHelp}
          value={limit}
          onChange={setLimit}
          inputMode="decimal"
        />
      </div>
      <div>
        <Button
          look="primary"
          isDisabled={isBusy || Number.isNaN(max_cost)}
          onPress={() => onAsk({ model_id, max_cost })}
        >
          {strings.ask}
        </Button>
      </div>
    </>
  );
}

/** The first items without a valid result of a run, and why. */
function Errors({ batch_id, run_id }: { readonly batch_id: string; readonly run_id: string }) {
  const query = useQuery(runErrorsQuery(batch_id, run_id));
  const { data, error } = query;
  if (data === undefined || error !== null) return <FetchState query={query} />;
  return (
    <Table
      caption={strings.errors}
      rows={data.data}
      keyOf={({ item_id }) => item_id}
      columns={[
        {
          title: strings.item,
          cell: ({ item_id, item }) => (
            <Link to="/items/$id" params={{ id: item_id }}>
              {nameOf(item)}
            </Link>
          ),
        },
        { title: strings.reason, cell: ({ reason }) => reason },
      ]}
    >
      {data.next_cursor !== null && <p>{strings.firstErrors(data.data.length)}</p>}
    </Table>
  );
}
