import type { Consensus } from "../src/types/annotation-type.ts";

/**
 * A consensus whose groups list the objects instead of their indexes: independent of the order of answers.
 */
export function withMembers<R extends object>(
  consensusOf: (given: readonly R[]) => Consensus | null,
  given: readonly R[],
) {
  const consensus = consensusOf(given);
  if (consensus === null) return null;
  const objectAt = (answer: number, place: number | null) => {
    const [objects = []]: unknown[][] = Object.values(given[answer] ?? {}).filter(Array.isArray);
    return JSON.stringify(place === null ? null : objects[place]);
  };
  const members = consensus.groups?.map((group) =>
    group.map((place, answer) => objectAt(answer, place)).sort(),
  );
  return { ...consensus, groups: members };
}
