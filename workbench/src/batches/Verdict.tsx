import { useQuery } from "@tanstack/react-query";
import { strings as all } from "#strings/batches.ts";
import type { Batch, Quality } from "../api/batch.ts";
import { blockersQuery, isUndecided } from "../quality/blockers-query.ts";
import { VerdictBar } from "../quality/VerdictBar.tsx";
import { formatTime } from "../strings/format.ts";
import styles from "./BatchPage.module.css";

const strings = all.overview;

interface VerdictProps {
  readonly batch: Batch;
  readonly quality: Quality | undefined;
}

/** The verdict on a batch, and what the next one still needs. */
export function Verdict({ batch, quality }: VerdictProps) {
  // the sentence of a failed batch only repeats the failure reasons, which have their own panel, and that of a batch in work its progress
  const isExplained =
    (batch.status === "failed" && batch.required_quality_score > 0) || batch.status === "processing";
  const shown = lookOf(batch, quality);
  return (
    <>
      {shown !== undefined && shown.round < batch.round && batch.status !== "certified" && (
        <p className={styles.quiet}>{strings.earlierRound(shown.round)}</p>
      )}
      <VerdictBar
        need={batch.required_quality_score}
        bound={shown?.bound ?? null}
        estimate={shown?.point_estimate ?? null}
        sentence={isExplained ? undefined : batch.sentence}
      />
      {quality !== undefined && isWaiting(batch) && <Needed batch={batch} needed={quality.needed} />}
    </>
  );
}

interface NeededProps {
  readonly batch: Batch;
  readonly needed: Quality["needed"];
}

/**
 * What is needed, how much of it somebody has in hand, and which items only wait for a decision. How many audits are needed,
 * the sentence of the batch says.
 */
function Needed({ batch, needed: { items, audits, leased, leased_until, message } }: NeededProps) {
  const { data: blockers = [] } = useQuery(blockersQuery(batch.project_id));
  const undecided = blockers
    .filter((blocker) => blocker.batch_id === batch.id && isUndecided(blocker))
    .reduce((sum, { count }) => sum + count, 0);
  const isSaid = batch.status === "completed" && audits > 0;
  const sentences = [
    ...(isSaid ? [] : [undecided > 0 && undecided >= items ? strings.allUndecided(items) : message]),
    ...(undecided > 0 && undecided < items ? [strings.someUndecided(undecided)] : []),
    ...(leased > 0 ? [strings.leased(leased, leased_until === null ? null : formatTime(leased_until))] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <p className={styles.needed}>
      <span>
        {!isSaid && <strong>{strings.needed}</strong>} {sentences.join(" ")}
      </span>
    </p>
  );
}

/** The result of the last audited round; while a certificate stands, of its round, also after a failed amendment. */
function lookOf({ status }: Batch, quality: Quality | undefined) {
  return quality?.looks.findLast(({ outcome }) => status !== "certified" || outcome === "certified");
}

function isWaiting({ status, amendment, required_level, audit }: Batch): boolean {
  if (amendment !== null) return true;
  if (status === "completed") return required_level !== "none" || audit !== null;
  return status === "created" || status === "processing";
}
