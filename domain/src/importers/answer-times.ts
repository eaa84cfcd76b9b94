import type { ForeignAnswer } from "./importer.ts";

/** A day; the service takes no longer times. */
const MAX_MS = 86_400_000;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d(?::?\d\d)?))?$/i;

/**
 * When an answer was given and how many seconds it took, where a dataset says both so; a time without an offset is UTC. What cannot be
 * read is null, and named in `lost`.
 */
export function timesOf(
  { at, seconds }: { readonly at: unknown; readonly seconds?: unknown },
  lost: Set<string>,
): Pick<ForeignAnswer, "answered_at" | "active_ms"> {
  const answered_at = toTime(at);
  const active_ms =
    typeof seconds === "number" && seconds >= 0 && seconds * 1_000 <= MAX_MS
      ? Math.round(seconds * 1_000)
      : null;
  if (isSaid(at) && answered_at === null) lost.add("unreadable times of answers");
  if (isSaid(seconds) && active_ms === null) lost.add("durations of answers beyond a day");
  return { answered_at, active_ms };
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function toTime(value: unknown): string | null {
  if (typeof value !== "string" || !TIME.test(value)) return null;
  const text = value.replace(/^(.{10}) /, "$1T").replace(" ", "");
  const [, offset = "Z"] = /(Z|[+-]\d\d(?::?\d\d)?)$/i.exec(text.slice("2026-01-02".length)) ?? [];
  const [hours, minutes] = [offset.slice(0, 3), offset.slice(3).replace(":", "") || "00"];
  const local = text.endsWith(offset) ? text.slice(0, -offset.length) : text;
  const time = Date.parse(`${local}${/Z/i.test(offset) ? "Z" : `${hours}:${minutes}`}`);
  return time >= 0 ? new Date(time).toISOString() : null;
}
