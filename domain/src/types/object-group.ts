/**
 * One object in several answers: for each answer the object's index in the answer's list; null if the answer
 * lacks it.
 */
export type ObjectGroup = readonly (number | null)[];

/** The position of an object: the answer's index, and the object's index in the answer's list. */
export interface Standing {
  readonly answer: number;
  readonly place: number;
}

/** The group of an object at these positions in `answers` answers; of several in one answer the first. */
export function groupOf(answers: number, standings: readonly Standing[]): ObjectGroup {
  const group = new Array<number | null>(answers).fill(null);
  for (const { answer, place } of standings) group[answer] ??= place;
  return group;
}
