import { findClusterBreak } from "@codemirror/state";
import { strings } from "#strings/editors/spans.ts";
import type { AnswerDocument, Entries } from "../../drafts/document.ts";
import { change, freeKey, freeKeys } from "../entries.ts";
import { RELATION, type RelationEntry, relationsIn, SPAN, type SpanEntry, spansIn } from "./answer.ts";
import { apart } from "./occurrences.ts";
import type { Offsets } from "./offsets.ts";
import type { Stretch } from "./words.ts";

type Doc = AnswerDocument<unknown>;

/** Adds a span unless it exists; returns its key. */
export function addSpan(document: Doc, span: SpanEntry, text: string): string {
  const entries = document.entries();
  const same = ({ start, end, label }: SpanEntry) =>
    start === span.start && end === span.end && label === span.label;
  const known = [...spansIn(entries)].find(([, other]) => same(other));
  if (known !== undefined) return known[0];
  const key = freeKey(entries, SPAN);
  change(document, strings.added(span.label, text), [[key, span]]);
  return key;
}

/** The most spans of an answer, as the service has it. */
export const MAX_SPANS = 10_000;

/**
 * Gives a label to all of these places, which are in the order of the text, in one change; leaves out those that overlap
 * a span with the label. Returns how many spans it added, of how many that were missing.
 */
export function addSpans(
  document: Doc,
  places: readonly Stretch[],
  { label, name }: { readonly label: string; readonly name: (count: number) => string },
  { toCodePoint, toUnit }: Offsets,
): { readonly added: number; readonly missing: number } {
  const entries = document.entries();
  const spans = [...spansIn(entries).values()];
  const taken = spans
    .filter((span) => span.label === label)
    .map(({ start, end }) => ({ from: toUnit(start), to: toUnit(end) }))
    .sort((one, other) => one.from - other.from);
  const free = apart(places, taken);
  const fitting = free.slice(0, Math.max(0, MAX_SPANS - spans.length));
  const keys = freeKeys(entries, SPAN);
  const added = fitting.map(({ from, to }): readonly [string, SpanEntry] => [
    keys.next().value,
    { start: toCodePoint(from), end: toCodePoint(to), label },
  ]);
  if (added.length > 0) change(document, name(added.length), added);
  return { added: added.length, missing: free.length };
}

/** Adds the spans that a model found and that are missing, in one change; returns how many. */
export function addFound(document: Doc, found: readonly SpanEntry[]): number {
  const entries = document.entries();
  const name = ({ start, end, label }: SpanEntry) => `${start} ${end} ${label}`;
  const known = new Set([...spansIn(entries).values()].map(name));
  const missing = found.filter((span) => !known.has(name(span))).slice(0, MAX_SPANS - known.size);
  const keys = freeKeys(entries, SPAN);
  const added = missing.map(({ start, end, label }) => [keys.next().value, { start, end, label }] as const);
  if (added.length > 0) change(document, strings.addedByModel(added.length), added);
  return added.length;
}

/** Adds a relation unless it exists; returns its key. */
export function addRelation(document: Doc, relation: RelationEntry): string {
  const entries = document.entries();
  const known = [...relationsIn(entries)].find(
    ([, { from, to, label }]) => from === relation.from && to === relation.to && label === relation.label,
  );
  if (known !== undefined) return known[0];
  const key = freeKey(entries, RELATION);
  change(document, strings.relationAdded(relation.label), [[key, relation]]);
  return key;
}

/** The changes that delete a span with its relations, or a relation. */
export function removal(entries: Entries<unknown>, key: string): readonly (readonly [string, undefined])[] {
  const gone = [...relationsIn(entries)].filter(([, { from, to }]) => from === key || to === key);
  return [...gone.map(([relation]) => [relation, undefined] as const), [key, undefined]];
}

/** Changes the label of a span or relation; false if the key is unknown. */
export function relabel(document: Doc, key: string, label: string): boolean {
  const entries = document.entries();
  const known = spansIn(entries).get(key) ?? relationsIn(entries).get(key);
  if (known === undefined) return false;
  if (known.label !== label) change(document, strings.relabeled(label), [[key, { ...known, label }]]);
  return true;
}

/** The spans that contain or touch an offset, shortest first. */
export function spansAt(entries: Entries<unknown>, offset: number): readonly string[] {
  return [...spansIn(entries)]
    .filter(([, { start, end }]) => start <= offset && offset <= end)
    .sort(([, a], [, b]) => a.end - a.start - (b.end - b.start))
    .map(([key]) => key);
}

/** The next or previous span in the text, wrapping around; the first or last if none is selected. */
export function neighbor(entries: Entries<unknown>, key: string | null, by: 1 | -1): string | null {
  const ordered = [...spansIn(entries)].sort(([, a], [, b]) => a.start - b.start || a.end - b.end);
  const place = ordered.findIndex(([other]) => other === key);
  const next = place < 0 && by < 0 ? ordered.length - 1 : place + by;
  return ordered[(next + ordered.length) % ordered.length]?.[0] ?? null;
}

/** Moves an edge of a span by one grapheme: a letter with all its marks. */
export interface Move {
  readonly edge: "start" | "end";
  readonly isForward: boolean;
}

/** The span with an edge moved; unchanged if there is no room. */
export function moved(span: SpanEntry, { edge, isForward }: Move, text: string, offsets: Offsets): SpanEntry {
  const unit = offsets.toUnit(span[edge]);
  const around = text.slice(Math.max(0, unit - WINDOW), unit + WINDOW);
  const begin = Math.max(0, unit - WINDOW);
  const there = offsets.toCodePoint(begin + findClusterBreak(around, unit - begin, isForward));
  const next = { ...span, [edge]: there };
  return next.start < next.end ? next : span;
}

/** No grapheme is longer, in UTF-16 units. */
const WINDOW = 64;
