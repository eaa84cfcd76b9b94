/** The lines of the shapes of the first person, the second and so on, as dashes in CSS pixels; a fifth has that of the first. */
const AUTHORS: readonly (readonly number[])[] = [[], [9, 5], [2, 5], [11, 4, 2, 4]];

/** The dashes of the line of a person's shapes, see `Figure.author`; empty for a solid line. */
export function dashesOf(author: number): readonly number[] {
  return AUTHORS[(author - 1) % AUTHORS.length] ?? [];
}
