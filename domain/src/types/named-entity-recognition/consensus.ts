import type { Consensus } from "../annotation-type.ts";
import { MAX_OBJECTS } from "../define-type.ts";
import { groupOf, type ObjectGroup, type Standing } from "../object-group.ts";
import { compareText, spanKey } from "./marks.ts";
import type { NamedEntityResult, Relation } from "./schema.ts";
import { type Ballot, vote } from "./vote.ts";

/**
 * The spans that at least half of the annotators gave, in the two votes of `vote`: span by span, then by cluster of
 * overlapping spans.
 *
 * A relation is kept if both of its spans were, exactly or as the first kept span of the same label that they
 * overlap, and at least half of the annotators have it. Support is the mean, over the distinct spans that anyone
 * gave, of the share of annotators that gave exactly this one; 1 if nobody gave any.
 *
 * Null is a tie: two halves gave spans that overlap, or relations with other labels or directions between the same
 * two spans; or no annotator's spans in a cluster are most like the others'. Null also if more than `MAX_OBJECTS` would
 * be kept. The order of the answers does not matter.
 */
export function spanConsensus(answers: readonly NamedEntityResult[]): Consensus | null {
  const ballot = vote(answers);
  const { spans, votes, isTie } = ballot;
  const relations = keptRelations(answers, ballot);
  if (isTie || relations === null || Math.max(spans.length, relations.length) > MAX_OBJECTS) return null;

  const total = [...votes.values()].reduce((sum, count) => sum + count, 0);
  return {
    result: relations.length === 0 ? { spans } : { spans, relations },
    support: votes.size === 0 ? 1 : total / (votes.size * answers.length),
    groups: groupsOf(answers, ballot).slice(0, spans.length),
  };
}

/**
 * Groups of matching spans: those that the consensus merges, exactly or as the first kept span of the same label
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

/** Null for a tie. */
function keptRelations(answers: readonly NamedEntityResult[], { placeOf }: Ballot): Relation[] | null {
  const named = answers.flatMap(({ spans: own, relations = [] }, annotator) => {
    const mapped = relations.flatMap(({ from, to, label }): [string, Relation & { annotator: number }][] => {
      const [source, target] = [placeOf(own[from]), placeOf(own[to])];
      if (source === undefined || target === undefined) return [];
      return [[JSON.stringify([source, target, label]), { from: source, to: target, label, annotator }]];
    });
    return [...new Map(mapped).values()];
  });
  const keyOf = ({ from, to, label }: Relation) => JSON.stringify([from, to, label]);
  const kept = [...Map.groupBy(named, keyOf).values()].filter((group) => group.length * 2 >= answers.length);
  const pairOf = ({ from, to }: Relation) => `${Math.min(from, to)} ${Math.max(from, to)}`;
  const byPair = Map.groupBy(kept, ([one]) => (one === undefined ? "" : pairOf(one)));
  const haveRivals = (groups: typeof kept) =>
    groups.some((one, index) => groups.slice(0, index).some((other) => areRivals(one, other)));
  if ([...byPair.values()].some(haveRivals)) return null;
  return kept
    .flatMap(([one]) => (one === undefined ? [] : [{ from: one.from, to: one.to, label: one.label }]))
    .sort((a, b) => a.from - b.from || a.to - b.to || compareText(a.label, b.label));
}

/** Whether no annotator gave both. */
function areRivals(one: readonly { annotator: number }[], other: readonly { annotator: number }[]): boolean {
  return one.every(({ annotator }) => other.every((each) => each.annotator !== annotator));
}
