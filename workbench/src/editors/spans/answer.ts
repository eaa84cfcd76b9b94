import type { Entries } from "../../drafts/document.ts";
import { isRecord } from "../record.ts";

/** A span as an entry; offsets in code points, end exclusive. */
export interface SpanEntry {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** A relation as an entry, between the keys of two spans. */
export interface RelationEntry {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

/** The prefixes of the keys of spans and relations. */
export const SPAN = "span:";
export const RELATION = "relation:";

/** The spans among the entries of an answer, by key. */
export function spansIn(entries: Entries<unknown>): ReadonlyMap<string, SpanEntry> {
  const found = new Map<string, SpanEntry>();
  for (const [key, entry] of entries) if (key.startsWith(SPAN) && isSpan(entry)) found.set(key, entry);
  return found;
}

/** The relations among the entries, by key. */
export function relationsIn(entries: Entries<unknown>): ReadonlyMap<string, RelationEntry> {
  const found = new Map<string, RelationEntry>();
  for (const [key, entry] of entries)
    if (key.startsWith(RELATION) && isRelation(entry)) found.set(key, entry);
  return found;
}

/** The entries of a result; the keys of spans contain their index. See `Editor.toEntries`. */
export function spanEntries(
  result: unknown,
  _project?: unknown,
  answerName = "",
): readonly (readonly [string, unknown])[] {
  if (!isRecord(result)) return [];
  const { spans, relations } = result;
  const keyOf = (place: number) => `${SPAN}${answerName}${place}`;
  return [
    ...listed(spans, isSpan).map((span, place) => [keyOf(place), span] as const),
    ...listed(relations, isPlaced).map(({ from, to, label }, place) => {
      const relation: RelationEntry = { from: keyOf(from), to: keyOf(to), label };
      return [`${RELATION}${answerName}${place}`, relation] as const;
    }),
  ];
}

/** Builds the result; leaves out relations that lost a span. */
export function spanResult(entries: Entries<unknown>) {
  const spans = spansIn(entries);
  const places = new Map([...spans.keys()].map((key, place) => [key, place]));
  const relations = [...relationsIn(entries).values()].flatMap(({ from, to, label }) => {
    const [one, other] = [places.get(from), places.get(to)];
    return one === undefined || other === undefined ? [] : [{ from: one, to: other, label }];
  });
  return { spans: [...spans.values()], ...(relations.length > 0 ? { relations } : {}) };
}

function listed<V>(list: unknown, isOne: (value: unknown) => value is V): readonly V[] {
  return Array.isArray(list) ? list.filter(isOne) : [];
}

export function isSpan(value: unknown): value is SpanEntry {
  return (
    isRecord(value) &&
    typeof value.start === "number" &&
    typeof value.end === "number" &&
    typeof value.label === "string"
  );
}

function isRelation(value: unknown): value is RelationEntry {
  return (
    isRecord(value) &&
    typeof value.from === "string" &&
    typeof value.to === "string" &&
    typeof value.label === "string"
  );
}

function isPlaced(value: unknown): value is { from: number; to: number; label: string } {
  return (
    isRecord(value) &&
    typeof value.from === "number" &&
    typeof value.to === "number" &&
    typeof value.label === "string"
  );
}
