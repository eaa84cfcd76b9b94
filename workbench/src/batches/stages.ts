import type { Batch } from "../api/batch.ts";

/** The colour of a status. */
export function toneOf({ status, hold }: Pick<Batch, "status" | "hold">) {
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

/** What a badge says of a batch. */
export function sayStatus({ status, hold, amendment }: Pick<Batch, "status" | "hold" | "amendment">): string {
  if (hold) return `${status}, on hold`;
  return amendment === null ? status : `${status}, amendment ${amendment}`;
}

/** One step of a batch's way. */
export interface Stage {
  readonly name: string;
  /** When it was reached; null where it was not, or where nobody keeps it. */
  readonly at: string | null;
  readonly isReached: boolean;
  readonly isNow: boolean;
  readonly isBad: boolean;
}

/** The way of a batch; its end is certified until it has failed. */
export function stagesOf(batch: Batch): readonly Stage[] {
  const { status, created_at, processing_at, completed_at, certified_at, failed_at, required_level } = batch;
  const isFailed = status === "failed";
  const end = isFailed
    ? { name: "failed", at: failed_at }
    : { name: required_level === "none" ? "certified, if asked for" : "certified", at: certified_at };
  return [
    { name: "created", at: created_at },
    { name: "processing", at: processing_at },
    { name: "completed", at: completed_at },
    end,
  ].map(({ name, at }) => ({
    ...{ name, at, isReached: at !== null },
    ...{ isNow: name === status, isBad: isFailed && name === "failed" },
  }));
}

const AMENDING = ["processing", "completed", "failed"] as const;

/** The way of the revision in work; none where none is. */
export function amendmentStagesOf({ amendment, revision }: Batch): readonly Stage[] {
  if (amendment === null) return [];
  const isFailed = amendment === "failed";
  const end = isFailed ? `failed, revision ${revision} stands` : `revision ${revision + 1} certified`;
  const reached = AMENDING.indexOf(amendment);
  return ["answered again", "audited anew", end].map((name, place) => ({
    ...{ name, at: null, isReached: place <= reached },
    ...{ isNow: place === reached, isBad: isFailed && place === reached },
  }));
}
