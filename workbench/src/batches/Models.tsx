import { useQuery } from "@tanstack/react-query";
import { strings as everywhere } from "#strings/everywhere.ts";
import { strings as all } from "#strings/quality.ts";
import { type Batch, currentQualityQuery, type Quality } from "../api/batch.ts";
import { autoAcceptsQuery, type ModelReport, modelsQuery, runsQuery } from "../api/models.ts";
import type { Project } from "../api/project.ts";
import { EmptyState } from "../design/EmptyState.tsx";
import { FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import { Table } from "../design/Table.tsx";
import { sayLikeness } from "../quality/Annotators.tsx";
import { Interval } from "../quality/Interval.tsx";
import styles from "../quality/Quality.module.css";
import { formatNumber, formatPercent } from "../strings/format.ts";
import { AutoAcceptPanel } from "./AutoAcceptPanel.tsx";
import { ModelRuns } from "./ModelRuns.tsx";

const strings = all.models;

interface ModelsProps {
  readonly batch: Batch;
  readonly project: Project;
}

/** The models of a batch: how right they are, and how a model may label items. */
export function Models({ batch, project }: ModelsProps) {
  const { data: quality } = useQuery(currentQualityQuery(batch));
  const runs = useQuery(runsQuery(batch.id));
  const isKnown = runs.data !== undefined;
  const asked = stageOf(runs.data);
  const accepts = useQuery({ ...autoAcceptsQuery(batch.id, asked), enabled: isKnown });
  const report = useQuery({
    ...modelsQuery(batch.id, `${asked}; ${stageOf(accepts.data)}`),
    enabled: accepts.data !== undefined,
  });
  const failed = [runs, accepts, report].find(({ error }) => error !== null);
  if (failed !== undefined) return <FetchState query={failed} />;
  if (runs.data === undefined) return <FetchState query={runs} />;
  if (accepts.data === undefined) return <FetchState query={accepts} />;
  if (report.data === undefined) return <FetchState query={report} />;
  const isJudged = report.data.models.length > 0;
  return (
    <div className={styles.parts}>
      {!isJudged && runs.data.length === 0 && (
        <EmptyState title={strings.none}>{strings.noneHelp}</EmptyState>
      )}
      <ModelRuns batch={batch} annotation_type={project.annotation_type} runs={runs.data} />
      {isJudged && (
        <>
          <AutoAcceptPanel batch={batch} models={report.data.models} runs={accepts.data} />
          <Judged report={report.data} measured={quality?.models ?? []} />
        </>
      )}
    </div>
  );
}

/** What changes when a run or an auto-accept has moved on. */
function stageOf(moving: readonly { readonly status: string }[] = []): string {
  return moving.map(({ status }) => status).join();
}

interface JudgedProps {
  readonly report: ModelReport;
  readonly measured: Quality["models"];
}

function Judged({ report: { sample, models, anchoring }, measured }: JudgedProps) {
  const { items, audited, checked } = sample;
  const known = new Map(measured.map((model) => [strings.name(model), model]));
  return (
    <Panel title={strings.judged}>
      <p className={styles.quiet}>
        {items === 0 ? strings.notJudged : strings.sample(items, audited, checked)}
      </p>
      <p className={styles.quiet}>{strings.matchesHelp}</p>
      {anchoring !== null && <p>{anchoring.sentence}</p>}
      <Table
        caption={strings.judged}
        rows={models}
        keyOf={strings.name}
        columns={[
          { title: strings.model, cell: strings.name },
          {
            title: strings.predictions,
            cell: ({ predictions }) => formatNumber(predictions),
            isNumber: true,
          },
          {
            title: strings.right,
            cell: ({ accuracy: { share, low, high } }) => (
              <Interval value={share} low={low} high={high} say={formatPercent} />
            ),
          },
          {
            title: strings.matchesPeople,
            cell: (model) => {
              const found = known.get(strings.name(model));
              return found === undefined ? everywhere.unknown : sayLikeness(found);
            },
            isNumber: true,
          },
          { title: strings.sampled, cell: ({ accuracy }) => formatNumber(accuracy.items), isNumber: true },
          {
            title: strings.rank,
            cell: ({ rank, accuracy }) =>
              accuracy.items === 0 ? everywhere.unknown : strings.ranks(rank.best, rank.worst),
            isNumber: true,
          },
          {
            title: strings.calibration,
            cell: ({ calibration }) =>
              calibration === null ? everywhere.unknown : calibration.error.toFixed(2),
            isNumber: true,
          },
          {
            title: strings.costOfRight,
            cell: (model) => {
              const cost = known.get(strings.name(model))?.cost_per_right_label ?? null;
              return cost === null ? everywhere.unknown : formatNumber(cost, { maximumSignificantDigits: 3 });
            },
            isNumber: true,
          },
        ]}
      />
    </Panel>
  );
}
