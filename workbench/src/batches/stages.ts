import type { Batch } from "./batch.ts";

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

/** One step of a batch's way, with when it was reached. */
export interface Stage {
  readonly name: string;
  readonly at: string | null;
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
  ].map(({ name, at }) => ({ name, at, isNow: name === status, isBad: isFailed && name === "failed" }));
}
