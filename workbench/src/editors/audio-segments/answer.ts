import type { Entries } from "../../drafts/document.ts";
import { isRecord } from "../record.ts";

/** A segment as an entry of the document; times in seconds. */
export interface SegmentEntry {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly text?: string;
}

/** The prefix of segment keys. */
export const SEGMENT = "segment:";

/** The segments among the entries of an answer, by key. */
export function segmentsIn(entries: Entries<unknown>): ReadonlyMap<string, SegmentEntry> {
  const found = new Map<string, SegmentEntry>();
  for (const [key, entry] of entries) if (key.startsWith(SEGMENT) && isSegment(entry)) found.set(key, entry);
  return found;
}

/** The same in the order of time. */
export function segmentsInOrder(entries: Entries<unknown>): (readonly [key: string, SegmentEntry])[] {
  return [...segmentsIn(entries)].sort(([, a], [, b]) => a.start - b.start);
}

/** The entries of a result; keys are numbered by the order of the segments. See `Editor.toEntries`. */
export function segmentEntries(
  result: unknown,
  _project?: unknown,
  answerName = "",
): readonly (readonly [string, unknown])[] {
  const segments = isRecord(result) && Array.isArray(result.segments) ? result.segments : [];
  return segments
    .filter(isSegment)
    .map((segment, place) => [`${SEGMENT}${answerName}${place}`, segment] as const);
}

/** Rounds to milliseconds; finer differences are only noise of the pointer. */
export function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** The stretch between two times, ordered and clipped to the recording; undefined if it is empty. */
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
