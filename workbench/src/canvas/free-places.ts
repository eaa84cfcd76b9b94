import type { Point } from "@assay/domain/outline.ts";

/** A name, in CSS pixels: the point that it stands beside, and its width. */
export interface PlacedName {
  readonly at: Point;
  readonly width: number;
}

/** The gap between a point and its name, in CSS pixels. */
const GAP = 8;

/**
 * The upper left corners of names of one height, so that none covers another or a point: each to the right of its point, else to the left, a
 * little below it, else above. Undefined where none of the four is free; earlier names come first.
 */
export function freePlaces(names: readonly PlacedName[], height: number): readonly (Point | undefined)[] {
  const taken = names.map(({ at: [x, y] }) => ({ x: x - 4, y: y - 4, width: 8, height: 8 }));
  return names.map(({ at: [x, y], width }) => {
    const places: readonly Point[] = [
      [x + GAP, y + GAP - 2],
      [x - GAP - width, y + GAP - 2],
      [x + GAP, y - GAP + 2 - height],
      [x - GAP - width, y - GAP + 2 - height],
    ];
    const free = places.find(([left, top]) =>
      taken.every(
        (other) =>
          left >= other.x + other.width ||
          other.x >= left + width ||
          top >= other.y + other.height ||
          other.y >= top + height,
      ),
    );
    if (free !== undefined) taken.push({ x: free[0], y: free[1], width, height });
    return free;
  });
}
