import type { Batch, Quality } from "../api/batch.ts";
import type { Project } from "../api/project.ts";
import { Panel } from "../design/Panel.tsx";
import { Progress } from "../design/Progress.tsx";
import { Stats } from "../design/Stats.tsx";
import { Table } from "../design/Table.tsx";
import { Blockers } from "../quality/Blockers.tsx";
import { VerdictBar } from "../quality/VerdictBar.tsx";
import styles from "./BatchPage.module.css";
import { CertificateCard } from "./CertificateCard.tsx";
import { StageLine } from "./StageLine.tsx";
import { amendmentStagesOf, stagesOf } from "./stages.ts";

interface OverviewProps {
  readonly batch: Batch;
  readonly project: Project;
  readonly quality: Quality | undefined;
}

/** Where a batch is, its verdict, and what is still needed. */
export function Overview({ batch, project, quality }: OverviewProps) {
  const { item_count, annotated_count, excluded_count, audit, round, failure_reasons } = batch;
  const amending = amendmentStagesOf(batch);
  const closed = annotated_count + excluded_count;
  return (
    <div className={styles.overview}>
      <Panel>
        <StageLine label="Stages" stages={stagesOf(batch)} />
        {amending.length > 0 && (
          <>
            <h2>Revision {batch.revision + 1}</h2>
            <StageLine label={`Stages of revision ${batch.revision + 1}`} stages={amending} />
          </>
        )}
        <Progress label="Items labelled or excluded" value={closed} of={item_count} />
      </Panel>
      <Panel title="Quality">
        <VerdictBar {...verdictOf(batch, quality)} sentence={batch.sentence} />
        {quality !== undefined && isWaiting(batch) && (
          <p className={styles.needed}>
            <span>
              <strong>Still needed:</strong> {quality.needed.message}
            </span>
          </p>
        )}
      </Panel>
      <Blockers project_id={project.id} batch_id={batch.id} />
      {failure_reasons.length > 0 && (
        <Panel title={batch.amendment === null ? "Why it failed" : "Why the amendment failed"}>
          <Table
            caption="Reasons"
            rows={failure_reasons}
            keyOf={({ code }) => code}
            columns={[
              { title: "Reason", cell: ({ code }) => code.replaceAll("_", " ") },
              { title: "What was found", cell: ({ message }) => message },
              { title: "Count", cell: ({ count }) => count.toLocaleString("en"), isNumber: true },
            ]}
          />
        </Panel>
      )}
      {batch.status === "certified" && (
        <CertificateCard batch={batch} annotation_type={project.annotation_type} />
      )}
      <Stats
        stats={[
          { name: "Items", value: item_count.toLocaleString("en") },
          { name: "Labelled", value: annotated_count.toLocaleString("en") },
          { name: "Excluded", value: excluded_count.toLocaleString("en") },
          {
            name: "Audited",
            ...auditsOf(audit, quality?.looks.at(-1)),
          },
          { name: "Round", value: round },
          { name: "Level asked for", value: batch.required_level },
        ]}
      />
      {quality !== undefined && quality.looks.length > 0 && <Looks looks={quality.looks} />}
    </div>
  );
}

/** The audits of the look under way, else of the last one. */
function auditsOf(audit: Batch["audit"], last: Quality["looks"][number] | undefined) {
  if (audit !== null) return { value: audit.done, detail: `of ${audit.required}, ${audit.wrong} wrong` };
  return last === undefined ? { value: "–" } : { value: last.n, detail: `of ${last.N}, ${last.d} wrong` };
}

function Looks({ looks }: Pick<Quality, "looks">) {
  return (
    <Panel title="Looks so far">
      <Table
        caption="Looks"
        rows={looks}
        keyOf={({ look }) => String(look)}
        columns={[
          { title: "Look", cell: ({ look }) => look },
          { title: "Outcome", cell: ({ outcome }) => outcome.replaceAll("_", " ") },
          {
            title: "Mode",
            cell: ({ mode, independent }) => `${mode}${independent ? "" : ", not independent"}`,
          },
          { title: "Checked", cell: ({ n, N }) => `${n} of ${N}`, isNumber: true },
          { title: "Wrong", cell: ({ d }) => d, isNumber: true },
          { title: "Bound", cell: ({ bound }) => `${(bound * 100).toFixed(1)} %`, isNumber: true },
          { title: "Score", cell: ({ score }) => score, isNumber: true },
        ]}
      />
    </Panel>
  );
}

/** What is shown of the last look; while one is under way, what its audits look like so far. */
function verdictOf(
  { status, amendment, audit, required_quality_score }: Batch,
  quality: Quality | undefined,
) {
  const last = quality?.looks.at(-1);
  const isUnderWay = (amendment ?? status) === "completed" && audit !== null && audit.done > 0;
  if (isUnderWay) {
    return {
      need: required_quality_score,
      bound: last?.bound ?? null,
      estimate: 1 - audit.wrong / audit.done,
    };
  }
  return { need: required_quality_score, bound: last?.bound ?? null, estimate: last?.point_estimate ?? null };
}

function isWaiting({ status, amendment, required_level, audit }: Batch): boolean {
  if (amendment !== null) return true;
  if (status === "completed") return required_level !== "none" || audit !== null;
  return status === "created" || status === "processing";
}
