import type { Entries } from "../../drafts/document.ts";
import { isRecord } from "../record.ts";

/** A segment as an entry; seconds. */
export interface SegmentEntry {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly text?: string;
}

/** Before the number of a segment's entry. */
export const SEGMENT = "segment:";

/** The segments of an answer in the making, by key. */
export function segmentsIn(entries: Entries<unknown>): ReadonlyMap<string, SegmentEntry> {
  const found = new Map<string, SegmentEntry>();
  for (const [key, entry] of entries) if (key.startsWith(SEGMENT) && isSegment(entry)) found.set(key, entry);
  return found;
}

/** The entries of a result, numbered by the places of its segments. See `Editor.toEntries`. */
export function segmentEntries(
  result: unknown,
  _item?: unknown,
  answerName = "",
): readonly (readonly [string, unknown])[] {
  const segments = isRecord(result) && Array.isArray(result.segments) ? result.segments : [];
  return segments
    .filter(isSegment)
    .map((segment, place) => [`${SEGMENT}${answerName}${place}`, segment] as const);
}

/** Whole milliseconds: what lies below them is how a hand trembles. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** A stretch of a recording within it, its ends in order; undefined where nothing is left of it. */
export function stretchOf(one: number, other: number, duration: number) {
  const [start, end] = [Math.min(one, other), Math.max(one, other)].map((at) =>
    rounded(Math.min(Math.max(at, 0), duration)),
  );
  return start === undefined || end === undefined || start >= end ? undefined : { start, end };
}

function isSegment(value: unknown): value is SegmentEntry {
  return (
    isRecord(value) &&
    typeof value.start === "number" &&
    typeof value.end === "number" &&
    typeof value.label === "string"
  );
}
