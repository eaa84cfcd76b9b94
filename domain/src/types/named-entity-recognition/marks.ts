import type { NamedEntityResult, Relation, Span } from "./schema.ts";

/** A key that is equal for spans with the same ends and label. */
export function spanKey({ start, end, label }: Span): string {
  return `${start} ${end} ${label}`;
}

/** A key that is equal for relations with the same label between equal spans; `spans` has both indexes. */
function relationKey({ from, to, label }: Relation, spans: readonly Span[]): string {
  const [source, target] = [spans[from], spans[to]];
  return JSON.stringify([source && spanKey(source), target && spanKey(target), label]);
}

/** The distinct spans and relations of an answer. */
export function marks({ spans, relations = [] }: NamedEntityResult): Set<string> {
  return new Set([...spans.map(spanKey), ...relations.map((relation) => relationKey(relation, spans))]);
}

/** By start, then end, then label. */
export function bySpan(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end || compareText(a.label, b.label);
}

/** Orders by UTF-16 code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
