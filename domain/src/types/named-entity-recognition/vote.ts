import { tally } from "../vote.ts";
import { bySpan, spanKey } from "./marks.ts";
import type { NamedEntityResult, Span } from "./schema.ts";

/** The result of the votes on spans. */
export interface Ballot {
  /** How many annotators gave each span, by `spanKey`. */
  readonly votes: ReadonlyMap<string, number>;
  /** The kept spans, in order. */
  readonly spans: readonly Span[];
  /** The index of the kept span that a given span became part of; undefined if it was not kept. */
  readonly placeOf: (span: Span | undefined) => number | undefined;
  /** Whether two answers that exclude each other have equal support somewhere. */
  readonly isTie: boolean;
}

/** One annotator's span. */
interface Given {
  readonly annotator: number;
  readonly span: Span;
}

/** A cluster of more spans is a tie: comparing them would take longer than asking one more annotator is worth. */
const MAX_COMPARED = 2_000;
/** Likenesses closer than this differ only by the order in which they were summed. */
const ROUNDING = 1e-9;

/**
 * Votes on spans twice.
 *
 * 1. Exact: a span (start, end and label) is kept if at least half of the annotators gave it. Two overlapping spans,
 * each given by exactly one half, are a tie.
 * 2. By cluster, for the spans that the first vote leaves and that overlap no kept span of their label: spans that
 * overlap, directly or through others, form a cluster, whatever their labels. If at least half of the annotators have
 * spans in it, the spans of the one who is most like the others are kept: the sum over the others of twice the summed
 * IoU of spans with the same label, divided by the number of both annotators' spans. Two equally like annotators with
 * different spans are a tie.
 *
 * So every kept span is one that somebody gave, never the part that several have in common. O(s log s) for s spans
 * in all, besides the clusters' comparisons.
 */
export function vote(answers: readonly NamedEntityResult[]): Ballot {
  const given = answers.flatMap(({ spans }, annotator) =>
    [...new Map(spans.map((span) => [spanKey(span), span])).values()].map((span) => ({ annotator, span })),
  );
  const votes = tally(given.map(({ span }) => spanKey(span)));
  const isKept = (span: Span) => (votes.get(spanKey(span)) ?? 0) * 2 >= answers.length;
  const exact = distinct(given.filter(({ span }) => isKept(span)).map(({ span }) => span));
  const findExact = finderIn(exact);
  const left = given.filter(({ span }) => !isKept(span) && findExact(span) === undefined);
  const chosen = clustersOf(left)
    .filter((cluster) => annotatorsOf(cluster).size * 2 >= answers.length)
    .map(mostAlike);
  const spans = distinct([...exact, ...chosen.flatMap((one) => one ?? [])]);

  const places = new Map(spans.map((span, index) => [spanKey(span), index]));
  const find = finderIn(spans);
  const placeOf = (span: Span | undefined) => {
    const kept = span && (places.has(spanKey(span)) ? span : find(span));
    return kept && places.get(spanKey(kept));
  };
  return { votes, spans, placeOf, isTie: chosen.includes(null) || haveRivals(given, votes, answers.length) };
}

/** Each span once, in order. */
function distinct(spans: readonly Span[]): Span[] {
  return [...new Map(spans.map((span) => [spanKey(span), span])).values()].sort(bySpan);
}

/**
 * Finds the first of the sorted spans of a label that overlaps a given one of that label, by bisection on the
 * furthest end up to each.
 */
function finderIn(spans: readonly Span[]): (span: Span) => Span | undefined {
  const byLabel = new Map(
    [...Map.groupBy(spans, ({ label }) => label)].map(([label, own]) => [label, firstOverlapIn(own)]),
  );
  return (span) => byLabel.get(span.label)?.(span);
}

function firstOverlapIn(sorted: readonly Span[]): (span: Span) => Span | undefined {
  const ends = sorted.map(({ end }) => end);
  for (let index = 1; index < ends.length; index += 1)
    ends[index] = Math.max(ends[index - 1] ?? 0, ends[index] ?? 0);
  return ({ start, end }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((ends[middle] ?? 0) > start) high = middle;
      else low = middle + 1;
    }
    const first = sorted[low];
    return first !== undefined && first.start < end ? first : undefined;
  };
}

/** Whether one half of the annotators gave a span that overlaps one of the other half. */
function haveRivals(
  given: readonly Given[],
  votes: ReadonlyMap<string, number>,
  annotators: number,
): boolean {
  const halved = given.filter(({ span }) => (votes.get(spanKey(span)) ?? 0) * 2 === annotators);
  const givers = Map.groupBy(halved, ({ span }) => spanKey(span));
  const byHalf = Map.groupBy(givers.values(), (group) => halfKey(group, annotators, true));
  return [...byHalf.values()].some((groups) => {
    const others = groups[0] && byHalf.get(halfKey(groups[0], annotators, false));
    if (others === undefined) return false;
    const overlaps = firstOverlapIn(others.flatMap(([one]) => one?.span ?? []).sort(bySpan));
    return groups.some(([one]) => one !== undefined && overlaps(one.span) !== undefined);
  });
}

/** The annotators who gave a span, or those who did not. */
function halfKey(group: readonly Given[], annotators: number, gave: boolean): string {
  const own = annotatorsOf(group);
  return Array.from({ length: annotators }, (_, one) => Number(own.has(one) === gave)).join("");
}

function annotatorsOf(cluster: readonly Given[]): Set<number> {
  return new Set(cluster.map(({ annotator }) => annotator));
}

function clustersOf(left: readonly Given[]): Given[][] {
  const clusters: Given[][] = [];
  let [cluster, end]: [Given[], number] = [[], 0];
  for (const one of left.toSorted((a, b) => bySpan(a.span, b.span))) {
    if (one.span.start >= end) {
      cluster = [];
      clusters.push(cluster);
    }
    cluster.push(one);
    end = Math.max(end, one.span.end);
  }
  return clusters;
}

/** The spans of the annotator who is most like the others in the cluster; null for a tie. */
function mostAlike(cluster: readonly Given[]): Span[] | null {
  if (cluster.length > MAX_COMPARED) return null;
  const sets = [...Map.groupBy(cluster, ({ annotator }) => annotator).values()].map((own) =>
    own.map(({ span }) => span),
  );
  const byKey = Map.groupBy(sets, (spans) => spans.map(spanKey).join("\n"));
  const ranked = [...byKey.values()]
    .flatMap(([one]) => (one === undefined ? [] : [one]))
    .map((one) => ({ one, like: sets.reduce((sum, other) => sum + likeness(one, other), 0) }))
    .sort((a, b) => b.like - a.like);
  const [first, second] = ranked;
  if (first === undefined || (second !== undefined && first.like - second.like < ROUNDING)) return null;
  return first.one;
}

function likeness(one: readonly Span[], other: readonly Span[]): number {
  let shared = 0;
  for (const a of one) {
    for (const b of other) {
      if (b.start >= a.end) break;
      if (b.label !== a.label || b.end <= a.start) continue;
      const both = Math.min(a.end, b.end) - Math.max(a.start, b.start);
      shared += both / (a.end - a.start + b.end - b.start - both);
    }
  }
  return (2 * shared) / (one.length + other.length);
}
