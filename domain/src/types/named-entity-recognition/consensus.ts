import type { Consensus } from "../annotation-type.ts";
import { MAX_OBJECTS } from "../define-type.ts";
import { groupOf, type ObjectGroup, type Standing } from "../object-group.ts";
import { tally } from "../vote.ts";
import { bySpan, compareText, spanKey } from "./marks.ts";
import type { NamedEntityResult, Relation, Span } from "./schema.ts";

/**
 * The spans that more than half of the annotators gave, in two votes.
 *
 * 1. Exact: a span (start, end and label) is kept if more than half of the annotators gave it.
 * 2. By character, for the spans that the first vote leaves: for each label, every run of characters that
 * more than half of the annotators put under such a span becomes a span; a run is split where more than half
 * of them begin one. So spans that differ only at their ends give the common part.
 *
 * A relation is kept if both of its spans were, exactly or as the first run of the same label that they
 * overlap, and more than half of the annotators have it. Support is the mean, over the distinct spans that
 * anyone gave, of the share of annotators that gave exactly this one; 1 if nobody gave any. Null if nothing
 * is kept although half of the annotators gave something, and if more than `MAX_OBJECTS` would be kept. The
 * order of the answers does not matter. O(s log s) for s spans in all.
 */
export function spanConsensus(answers: readonly NamedEntityResult[]): Consensus | null {
  const ballot = vote(answers);
  const { spans, votes } = ballot;
  const gave = answers.filter((answer) => answer.spans.length > 0).length;
  if (spans.length > MAX_OBJECTS || (spans.length === 0 && gave > 0 && gave * 2 >= answers.length))
    return null;

  const relations = keptRelations(answers, ballot);
  if (relations.length > MAX_OBJECTS) return null;

  const total = [...votes.values()].reduce((sum, count) => sum + count, 0);
  return {
    result: relations.length === 0 ? { spans } : { spans, relations },
    support: votes.size === 0 ? 1 : total / (votes.size * answers.length),
    groups: groupsOf(answers, ballot).slice(0, spans.length),
  };
}

/**
 * Groups of matching spans: those that the consensus merges, exactly or as the first run of the same label
 * that they overlap (of several in one answer the first); of the others those with the same ends and label.
 */
export function spanGroups(answers: readonly NamedEntityResult[]): ObjectGroup[] {
  return groupsOf(answers, vote(answers));
}

/** The groups of the kept spans, in order, followed by those of the others. */
function groupsOf(answers: readonly NamedEntityResult[], { spans, placeOf }: Ballot): ObjectGroup[] {
  const members = new Map<number | string, Standing[]>(spans.map((_, kept) => [kept, []]));
  for (const [answer, { spans: own }] of answers.entries()) {
    for (const [place, span] of own.entries()) {
      const id = placeOf(span) ?? spanKey(span);
      const standings = members.get(id) ?? [];
      members.set(id, standings);
      standings.push({ answer, place });
    }
  }
  return [...members.values()].map((standings) => groupOf(answers.length, standings));
}

type IsMajority = (count: number) => boolean;

/** The result of the two votes. */
interface Ballot {
  readonly isMajority: IsMajority;
  /** How many annotators gave each span, by `spanKey`. */
  readonly votes: ReadonlyMap<string, number>;
  /** The kept spans, in order. */
  readonly spans: readonly Span[];
  /** The index of the kept span that a given span became part of; undefined if it was not kept. */
  readonly placeOf: (span: Span | undefined) => number | undefined;
}

function vote(answers: readonly NamedEntityResult[]): Ballot {
  const isMajority = (count: number) => count * 2 > answers.length;
  const given = answers.map(({ spans }) => new Map(spans.map((span) => [spanKey(span), span])));
  const votes = tally(given.flatMap((spans) => [...spans.keys()]));
  const exact = new Map(
    given.flatMap((spans) => [...spans].filter(([key]) => isMajority(votes.get(key) ?? 0))),
  );
  const left = given.map((spans) => [...spans].filter(([key]) => !exact.has(key)).map(([, span]) => span));
  const runs = runsOf(left, isMajority);
  const kept = new Map([...exact, ...runs.map((run) => [spanKey(run), run] as const)]);
  const spans = [...kept.values()].sort(bySpan);

  const places = new Map(spans.map((span, index) => [spanKey(span), index]));
  const runsByLabel = Map.groupBy(runs, ({ label }) => label);
  const placeOf = (span: Span | undefined) => {
    if (span === undefined) return undefined;
    const isExact = exact.has(spanKey(span));
    const found = isExact ? span : firstOverlapping(span, runsByLabel.get(span.label) ?? []);
    return found && places.get(spanKey(found));
  };
  return { isMajority, votes, spans, placeOf };
}

function runsOf(left: readonly (readonly Span[])[], isMajority: IsMajority): Span[] {
  const edges = left.flatMap((spans, annotator) =>
    spans.flatMap(({ start, end, label }) => [
      { label, position: start, annotator, change: 1 },
      { label, position: end, annotator, change: -1 },
    ]),
  );
  return [...Map.groupBy(edges, ({ label }) => label)].flatMap(([label, ofLabel]) =>
    majorityRuns(ofLabel, isMajority).map((run) => ({ ...run, label })),
  );
}

/** The beginning (`change` 1) or end (−1) of an annotator's span. */
interface SpanEdge {
  readonly position: number;
  readonly annotator: number;
  readonly change: number;
}

/** One sweep over the text, counting the annotators who have the current character under a span. */
function majorityRuns(edges: readonly SpanEdge[], isMajority: IsMajority): { start: number; end: number }[] {
  const depths = new Map<number, number>();
  const runs: { start: number; end: number }[] = [];
  let open: number | null = null;
  const byPosition = [...Map.groupBy(edges, ({ position }) => position)].sort(([a], [b]) => a - b);
  for (const [position, here] of byPosition) {
    for (const { annotator, change } of here) depths.set(annotator, (depths.get(annotator) ?? 0) + change);
    const covering = [...depths.values()].filter((depth) => depth > 0).length;
    const beginning = new Set(here.filter(({ change }) => change > 0).map(({ annotator }) => annotator)).size;
    if (open !== null && (!isMajority(covering) || isMajority(beginning))) {
      runs.push({ start: open, end: position });
      open = null;
    }
    if (open === null && isMajority(covering)) open = position;
  }
  return runs;
}

function keptRelations(
  answers: readonly NamedEntityResult[],
  { placeOf, isMajority }: Pick<Ballot, "placeOf" | "isMajority">,
): Relation[] {
  const named = answers.flatMap(({ spans: own, relations = [] }) => {
    const mapped = relations.flatMap(({ from, to, label }): [string, Relation][] => {
      const [source, target] = [placeOf(own[from]), placeOf(own[to])];
      if (source === undefined || target === undefined) return [];
      return [[JSON.stringify([source, target, label]), { from: source, to: target, label }]];
    });
    return [...new Map(mapped)];
  });
  const votes = tally(named.map(([key]) => key));
  return [...new Map(named)]
    .filter(([key]) => isMajority(votes.get(key) ?? 0))
    .map(([, relation]) => relation)
    .sort((a, b) => a.from - b.from || a.to - b.to || compareText(a.label, b.label));
}

/** The first of `runs` that overlaps `span`, by bisection: the runs are sorted and disjoint. */
function firstOverlapping(span: Span, runs: readonly Span[]): Span | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((runs[middle]?.end ?? 0) > span.start) high = middle;
    else low = middle + 1;
  }
  const run = runs[low];
  return run !== undefined && run.start < span.end ? run : undefined;
}
