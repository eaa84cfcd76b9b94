import { strings as all } from "#strings/batches.ts";
import type { Batch } from "../api/batch.ts";

const strings = all.status;

/** The color of a status. */
export function batchTone({ status, hold }: Pick<Batch, "status" | "hold">) {
  if (hold) return "warn" as const;
  const tones = {
    created: "plain",
    processing: "accent",
    completed: "accent",
    certified: "good",
    failed: "bad",
  } as const;
  return tones[status];
}

/** The text of a batch's badge. */
export function sayStatus({ hold, amendment, round, ...batch }: Batch): string {
  const status = nameOf(batch.status, batch);
  if (hold) return strings.onHold(status);
  if (amendment !== null) return strings.amending(status, nameOf(amendment, batch));
  return batch.status === "processing" && round > 1 ? strings.inRound(status, round) : status;
}

/** All labels of a completed batch that is to be certified are there: its audit comes next. */
function nameOf(status: Batch["status"], { required_level }: Pick<Batch, "required_level">): string {
  return status === "completed" && required_level !== "none" ? strings.inAudit : strings[status];
}

/** One stage of a batch. */
export interface Stage {
  readonly name: string;
  /** When it was reached; null if it was not, or if the time is not recorded. */
  readonly at: string | null;
  readonly isReached: boolean;
  readonly isNow: boolean;
  readonly isBad: boolean;
}

/** The stages of a batch; the last is certified, or failed. */
export function stagesOf(batch: Batch): readonly Stage[] {
  const { status, created_at, processing_at, completed_at, certified_at, failed_at, required_level } = batch;
  const isFailed = status === "failed";
  const isCertified = certified_at !== null;
  const end = isFailed
    ? { of: "failed", name: strings.failed, at: failed_at }
    : {
        of: "certified",
        name: required_level === "none" && !isCertified ? strings.onRequest : strings.certified,
        at: certified_at,
      };
  return [
    { of: "created", name: strings.created, at: created_at },
    { of: "processing", name: strings.processing, at: processing_at },
    { of: "completed", name: nameOf("completed", batch), at: completed_at },
    end,
  ].map(({ of, name, at }) => ({
    ...{ name, at, isReached: at !== null },
    ...{ isNow: of === status, isBad: of === "failed" },
  }));
}

const AMENDING = ["processing", "completed", "failed"] as const;

/** The stages of the amendment in progress; empty without one. */
export function amendmentStagesOf({ amendment, revision }: Batch): readonly Stage[] {
  if (amendment === null) return [];
  const isFailed = amendment === "failed";
  const end = isFailed ? strings.revisionFailed(revision) : strings.revisionCertified(revision + 1);
  const reached = AMENDING.indexOf(amendment);
  return [strings.answeredAgain, strings.auditedAgain, end].map((name, place) => ({
    ...{ name, at: null, isReached: place <= reached },
    ...{ isNow: place === reached, isBad: isFailed && place === reached },
  }));
}
