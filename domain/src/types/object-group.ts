/** One object as several answers have it: for each answer its place in the answer's list; null where it lacks it. */
export type ObjectGroup = readonly (number | null)[];

/** Where an object stands: the answer's place among the answers, and the object's in the answer's list. */
export interface Standing {
  readonly answer: number;
  readonly place: number;
}

/** The group of an object that stands at these places of `answers` answers; of several in one answer the first. */
export function groupOf(answers: number, standings: readonly Standing[]): ObjectGroup {
  const group = new Array<number | null>(answers).fill(null);
  for (const { answer, place } of standings) group[answer] ??= place;
  return group;
}
