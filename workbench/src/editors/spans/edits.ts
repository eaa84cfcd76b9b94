import { findClusterBreak } from "@codemirror/state";
import { strings } from "#strings/editors/spans.ts";
import type { AnswerDocument, Entries } from "../../drafts/document.ts";
import { change, freeKey } from "../entries.ts";
import { RELATION, type RelationEntry, relationsIn, SPAN, type SpanEntry, spansIn } from "./answer.ts";
import { hitsOf, isWhole, MOST_HITS, type Stretch } from "./find.ts";
import type { Offsets } from "./offsets.ts";
import type { Read } from "./use-text-view.ts";

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

/** Adds those of `spans` that do not exist, in one change; returns how many. */
export function addSpans(document: Doc, spans: readonly SpanEntry[]): number {
  const entries = document.entries();
  const nameOf = ({ start, end, label }: SpanEntry) => `${start} ${end} ${label}`;
  const known = new Set([...spansIn(entries).values()].map(nameOf));
  const added = spans.filter((span) => !known.has(nameOf(span))).slice(0, MOST_HITS - known.size);
  const [first] = added;
  if (first === undefined) return 0;
  let number = entries.size;
  const keyed = added.map((span) => {
    do number += 1;
    while (entries.has(`${SPAN}${number}`));
    return [`${SPAN}${number}`, span] as const;
  });
  change(document, strings.addedAll(first.label, added.length), keyed);
  return added.length;
}

/** Every other place that has the text of a span, as whole words if the span is one. */
export function occurrencesOf(
  span: SpanEntry,
  { text, offsets }: Pick<Read, "text" | "offsets">,
): readonly Stretch[] {
  const own = { from: offsets.toUnit(span.start), to: offsets.toUnit(span.end) };
  const sought = text.slice(own.from, own.to);
  const hits = hitsOf(text, { text: sought, isCaseSensitive: true, isWholeWords: isWhole(text, own) });
  return hits.filter(({ from }) => from !== own.from);
}

/** The place of a stretch as answers have it. */
export function inCodePoints(
  { toCodePoint }: Offsets,
  from: number,
  to: number,
): Pick<SpanEntry, "start" | "end"> {
  return { start: toCodePoint(from), end: toCodePoint(to) };
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

/** Deletes a span with its relations, or a relation; false if the key is unknown. */
export function removeEntry(document: Doc, key: string): boolean {
  const entries = document.entries();
  const label = (spansIn(entries).get(key) ?? relationsIn(entries).get(key))?.label;
  if (label === undefined) return false;
  const gone = [...relationsIn(entries)].filter(([, { from, to }]) => from === key || to === key);
  change(document, strings.removed(label), [
    ...gone.map(([relation]) => [relation, undefined] as const),
    [key, undefined],
  ]);
  return true;
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

/** Moves an edge of a span, if it is one and there is room. */
export function moveEdge(
  document: Doc,
  key: string,
  by: Move,
  { text, offsets }: Pick<Read, "text" | "offsets">,
): void {
  const span = spansIn(document.entries()).get(key);
  if (span === undefined) return;
  const next = moved(span, by, text, offsets);
  if (next[by.edge] === span[by.edge]) return;
  const name = by.edge === "end" ? strings.endMoved(span.label) : strings.startMoved(span.label);
  change(document, name, [[key, next]]);
}

/** The span with an edge moved; unchanged if there is no room. */
function moved(span: SpanEntry, { edge, isForward }: Move, text: string, offsets: Offsets): SpanEntry {
  const unit = offsets.toUnit(span[edge]);
  const around = text.slice(Math.max(0, unit - WINDOW), unit + WINDOW);
  const begin = Math.max(0, unit - WINDOW);
  const there = offsets.toCodePoint(begin + findClusterBreak(around, unit - begin, isForward));
  const next = { ...span, [edge]: there };
  return next.start < next.end ? next : span;
}

/** No grapheme is longer, in UTF-16 units. */
const WINDOW = 64;

/** The stretch without white space at its ends; undefined if it is only white space. */
export function trimmed(text: string, from: number, to: number): { from: number; to: number } | undefined {
  const part = text.slice(from, to);
  const begin = from + part.length - part.trimStart().length;
  const end = to - (part.length - part.trimEnd().length);
  return begin < end ? { from: begin, to: end } : undefined;
}
