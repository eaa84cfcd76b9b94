import type { Fault } from "../../errors.ts";
import { defineType } from "../define-type.ts";
import { bradleyTerry } from "./bradley-terry.ts";
import { placesOf, RankingResult } from "./schema.ts";

/** Strengths closer than this are equal. */
const EQUAL = 1e-9;

/**
 * An order of the responses to a prompt.
 *
 * Consensus: the order of the Bradley–Terry strengths over all pairs in all answers; responses of equal
 * strength tie. If several responses share the first place, but fewer than half of the answers put exactly
 * these first, the item is a tie. Support is the share of answers with the same first place. Distance: (1 −
 * Kendall's τ-b) / 2. Acceptable: the same first place, or the same order if strict.
 */
export const ranking = defineType(RankingResult, {
  name: "ranking",
  aliases: ["preference", "pairwise_comparison", "rlhf"],
  media: ["conversation"],
  default_format: "trl_preference",
  sameWhen: ({ strict }) => (strict ? null : "if they have the same first place"),
  *faults({ ranking: ids, ties = [] }, { responses }) {
    yield* idFaults(ids, responses);
    yield* tieFaults(ids, ties);
  },
  labels: () => [],
  mapLabels: (result) => result,
  distance: (a, b) => (1 - kendallTau(placesOf(a), placesOf(b))) / 2,
  consensus(results) {
    const result = strongestFirst(results);
    const best = firstPlace(result);
    const alike = results.filter((given) => firstPlace(given) === best).length;
    const isShared = result.ties?.[0]?.includes(result.ranking[0] ?? "") ?? false;
    if (isShared && 2 * alike < results.length) return null;
    return { result, support: alike / results.length };
  },
  acceptable: (delivered, audited, { strict }) =>
    firstPlace(delivered) === firstPlace(audited) &&
    (!strict || kendallDistance(placesOf(delivered), placesOf(audited)) === 0),
});

function* idFaults(ids: readonly string[], responses: readonly string[] | null): Generator<Fault> {
  const seen = new Set<string>();
  for (const [index, id] of ids.entries()) {
    const path = `ranking.${index}`;
    if (seen.has(id)) yield { path, message: `must not repeat "${id}"` };
    else if (responses?.includes(id) === false) {
      yield { path, message: `must be one of the item's responses (${responses.join(", ")}), not "${id}"` };
    }
    seen.add(id);
  }
  const missing = responses?.filter((id) => !seen.has(id)) ?? [];
  if (missing.length > 0)
    yield { path: "ranking", message: `must have every response; ${missing.join(", ")} is missing` };
  if (ids.length === 0) yield { path: "ranking", message: "must not be empty" };
}

function* tieFaults(ids: readonly string[], ties: readonly (readonly string[])[]): Generator<Fault> {
  const tied = new Set<string>();
  for (const [index, group] of ties.entries()) {
    const path = `ties.${index}`;
    const places = group.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b);
    const [first = 0] = places;
    if (group.length < 2) yield { path, message: "must have two responses or more" };
    if (group.some((id) => tied.has(id))) yield { path, message: "must not have a response of another tie" };
    if (places.some((place, offset) => place < 0 || place !== first + offset)) {
      yield { path, message: "must be neighbors in the ranking, each once" };
    }
    for (const id of group) tied.add(id);
  }
}

/** The responses in first place, in a fixed order. */
function firstPlace(result: RankingResult): string {
  const places = placesOf(result);
  return JSON.stringify([...places.keys()].filter((id) => places.get(id) === 0).toSorted());
}

function strongestFirst(results: readonly RankingResult[]): RankingResult {
  const places = results.map(placesOf);
  const ids = [...new Set(places.flatMap((given) => [...given.keys()]))].toSorted();
  const strengths = bradleyTerry(ids.length, winsAmong(ids, places));
  const ordered = ids
    .map((id, index) => ({ id, strength: strengths[index] ?? 0 }))
    .toSorted((a, b) => b.strength - a.strength);
  const groups: string[][] = [];
  let before = Number.POSITIVE_INFINITY;
  for (const { id, strength } of ordered) {
    if (before - strength < EQUAL) groups.at(-1)?.push(id);
    else groups.push([id]);
    before = strength;
  }
  const ties = groups.filter(({ length }) => length > 1);
  return { ranking: groups.flatMap((group) => group.toSorted()), ...(ties.length > 0 ? { ties } : {}) };
}

function winsAmong(ids: readonly string[], places: readonly ReadonlyMap<string, number>[]): Float64Array {
  const wins = new Float64Array(ids.length ** 2);
  for (const [i, one] of ids.entries()) {
    for (const [j, other] of ids.entries()) {
      const won = places.map((given) => winOf(given.get(one), given.get(other)));
      if (i !== j) wins[i * ids.length + j] = won.reduce((sum, win) => sum + win, 0);
    }
  }
  return wins;
}

/** 1, ½ or 0; a response that an answer omits neither wins nor loses. */
function winOf(one: number | undefined, other: number | undefined): number {
  if (one === undefined || other === undefined) return 0;
  return one === other ? 0.5 : Number(one < other);
}

/** Kendall's τ-b, 1 (the same order) to −1 (its reverse); 1 if both tie everything, 0 if only one does. */
function kendallTau(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const { balance, inA, inB } = compared(a, b);
  if (inA === 0 && inB === 0) return 1;
  return inA === 0 || inB === 0 ? 0 : balance / Math.sqrt(inA * inB);
}

/** Pairs that the two answers order differently, or that only one of them ties. */
function kendallDistance(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const { balance, pairs, tiedInBoth } = compared(a, b);
  return pairs - tiedInBoth - balance;
}

function compared(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) {
  const ids = [...a.keys()].filter((id) => b.has(id));
  const counts = { balance: 0, inA: 0, inB: 0, pairs: 0, tiedInBoth: 0 };
  for (const [index, one] of ids.entries()) {
    for (const other of ids.slice(index + 1)) {
      const inA = Math.sign((a.get(one) ?? 0) - (a.get(other) ?? 0));
      const inB = Math.sign((b.get(one) ?? 0) - (b.get(other) ?? 0));
      counts.pairs += 1;
      counts.balance += inA * inB;
      counts.inA += Math.abs(inA);
      counts.inB += Math.abs(inB);
      counts.tiedInBoth += Number(inA === 0 && inB === 0);
    }
  }
  return counts;
}
