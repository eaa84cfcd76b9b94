import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/batches.ts";
import { strings as everywhere } from "#strings/everywhere.ts";
import type { Batch, Quality } from "../api/batch.ts";
import type { Project } from "../api/project.ts";
import { type Fetched, FetchState } from "../design/FetchState.tsx";
import { Panel } from "../design/Panel.tsx";
import { Progress } from "../design/Progress.tsx";
import { Stats } from "../design/Stats.tsx";
import { Table } from "../design/Table.tsx";
import { Blockers } from "../quality/Blockers.tsx";
import { blockersQuery } from "../quality/blockers-query.ts";
import { Forecast, forecastQuery, LabelCost, timeStats } from "../reports/Forecast.tsx";
import { formatNumber } from "../strings/format.ts";
import styles from "./BatchPage.module.css";
import { CertificateCard } from "./CertificateCard.tsx";
import { Slices } from "./Slices.tsx";
import { StageLine } from "./StageLine.tsx";
import { amendmentStagesOf, stagesOf } from "./stages.ts";
import { Verdict } from "./Verdict.tsx";
import { WrongLabels } from "./WrongLabels.tsx";

const strings = all.overview;
const looked = all.looks;

interface OverviewProps {
  readonly batch: Batch;
  readonly project: Project;
  readonly quality: Fetched<Quality>;
}

/** The stages and verdict of a batch, and what is still needed. */
export function Overview({ batch, project, quality: query }: OverviewProps) {
  const { data: quality, error } = query;
  const { data: forecast } = useQuery(forecastQuery(batch.id));
  const { item_count, annotated_count, excluded_count, audit, round, failure_reasons } = batch;
  const amending = amendmentStagesOf(batch);
  const closed = annotated_count + excluded_count;
  const last = quality?.looks.at(-1);
  const isGrouped = (audit ?? last)?.unit === "group";
  const hasReasons = failure_reasons.length > 0;
  const late = useLate(batch.id, project.id, query);
  if (late !== undefined) return <FetchState query={late} />;
  const wrong = hasWrong(batch, last) && <WrongLabels {...{ batch, project }} verdict={last} />;
  return (
    <div className={styles.overview}>
      <Panel>
        <StageLine label={strings.stages} stages={stagesOf(batch)} />
        {amending.length > 0 && (
          <>
            <h2>{strings.revision(batch.revision + 1)}</h2>
            <StageLine label={strings.revisionStages(batch.revision + 1)} stages={amending} />
          </>
        )}
        <Progress label={strings.progress} value={closed} of={item_count} />
      </Panel>
      <Panel title={strings.quality}>
        {error !== null && <FetchState query={query} />}
        <Verdict batch={batch} quality={quality} />
      </Panel>
      {hasReasons && <Reasons batch={batch} />}
      {hasReasons && wrong}
      {batch.status === "certified" && (
        <CertificateCard batch={batch} annotation_type={project.annotation_type} />
      )}
      <Blockers project_id={project.id} batch_id={batch.id} />
      {item_count > 0 && <Forecast batch_id={batch.id} />}
      <Stats
        stats={[
          { name: strings.items, value: formatNumber(item_count) },
          { name: strings.labeled, value: formatNumber(annotated_count) },
          { name: strings.excluded, value: formatNumber(excluded_count) },
          {
            name: isGrouped ? strings.auditedGroups : strings.audited,
            ...auditsOf(audit, last),
          },
          { name: strings.round, value: round },
          { name: strings.level, value: batch.required_level },
          ...timeStats(forecast),
        ]}
      />
      <LabelCost forecast={forecast} />
      {quality !== undefined && (
        <Slices slices={quality.slices} verdict={audit === null ? last : undefined} />
      )}
      {quality !== undefined && quality.looks.length > 0 && <Looks looks={quality.looks} />}
      {!hasReasons && wrong}
      {quality !== undefined && batch.required_level !== "none" && (
        <Panel title={strings.otherBatches}>
          <p>{strings.countOthers(quality.other_batches)}</p>
        </Panel>
      )}
    </div>
  );
}

function Reasons({ batch: { amendment, failure_reasons } }: Pick<OverviewProps, "batch">) {
  return (
    <Panel title={amendment === null ? strings.whyFailed : strings.whyAmendmentFailed}>
      {failure_reasons.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </Panel>
  );
}

/** What is not there yet of all that would move what is below it, unless it has failed before. */
function useLate(batch_id: string, project_id: string, quality: Fetched): Fetched | undefined {
  const blockers = useQuery(blockersQuery(project_id));
  const forecast = useQuery(forecastQuery(batch_id));
  return [quality, blockers, forecast].find(
    ({ data, isFetched }) => data === undefined && isFetched === false,
  );
}

/** Whether an audit found wrong labels, also before the report of the batch is there, so that nothing moves once it is. */
function hasWrong({ failure_reasons }: Batch, last: Quality["looks"][number] | undefined): boolean {
  return last === undefined ? failure_reasons.some(({ code }) => code === "quality") : last.d > 0;
}

/** The audits of the current round, or else of the last one. */
function auditsOf(audit: Batch["audit"], last: Quality["looks"][number] | undefined) {
  if (audit !== null) return { value: audit.done, detail: strings.audits(audit.required) };
  return last === undefined
    ? { value: "–" }
    : { value: last.n, detail: strings.judgedAudits(last.N, last.d) };
}

function Looks({ looks }: Pick<Quality, "looks">) {
  const { repeat_audits } = looks.at(-1) ?? {};
  return (
    <Panel title={looked.title}>
      <Table
        caption={looked.title}
        rows={looks}
        keyOf={({ look, round }) => `${round} ${look}`}
        columns={[
          { title: looked.round, cell: ({ round }) => round },
          { title: looked.outcome, cell: ({ outcome }) => outcome.replaceAll("_", " ") },
          {
            title: looked.mode,
            cell: ({ mode, independent }) =>
              independent ? looked.modes[mode] : looked.notIndependent(looked.modes[mode]),
          },
          {
            title: looked.checked,
            cell: ({ n, N }) => everywhere.numberOf(String(n), String(N)),
            isNumber: true,
          },
          { title: looked.wrong, cell: ({ d }) => d, isNumber: true },
          { title: looked.bound, cell: ({ bound }) => `${(bound * 100).toFixed(1)} %`, isNumber: true },
          { title: looked.score, cell: ({ score }) => score, isNumber: true },
        ]}
      />
      {repeat_audits !== undefined && <p>{looked.repeats(repeat_audits)}</p>}
    </Panel>
  );
}
