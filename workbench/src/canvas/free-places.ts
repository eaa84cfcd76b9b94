import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";

/** A name, in CSS pixels: the point that it stands beside, and its width. */
export interface PlacedName {
  readonly at: Point;
  readonly width: number;
}

/** Where names can stand, in CSS pixels. */
interface Room {
  /** Of each name. */
  readonly height: number;
  /** The width of the page; no name begins before 0 or ends after it. */
  readonly room: number;
  /** What they must not cover besides each other. */
  readonly other?: readonly Box[];
}

/** The gap between a point and its name, in CSS pixels. */
const GAP = 8;

/**
 * The upper left corners of names of one height, so that none covers another, a point or one of the `other` boxes: each to the right of its point, else to the left, a
 * little below it, else above. Undefined where none of the four is free; earlier names come first.
 */
export function freePlaces(
  names: readonly PlacedName[],
  { height, room, other = [] }: Room,
): readonly (Point | undefined)[] {
  const points = names.map(({ at: [x, y] }) => ({ x: x - 4, y: y - 4, width: 8, height: 8 }));
  const taken: Box[] = [...other, ...points];
  return names.map(({ at: [x, y], width }) => {
    const places: readonly Point[] = [
      [x + GAP, y + GAP - 2],
      [x - GAP - width, y + GAP - 2],
      [x + GAP, y - GAP + 2 - height],
      [x - GAP - width, y - GAP + 2 - height],
    ];
    const free = places.find(
      ([left, top]) =>
        left >= 0 &&
        left + width <= room &&
        taken.every(
          (box) =>
            left >= box.x + box.width ||
            box.x >= left + width ||
            top >= box.y + box.height ||
            box.y >= top + height,
        ),
    );
    if (free !== undefined) taken.push({ x: free[0], y: free[1], width, height });
    return free;
  });
}

/** Where a box begins that gives way downwards to others of its height, so that it covers none. */
export function freeTop({ x, y, width, height }: Box, others: readonly Box[]): number {
  const beside = others.filter((other) => x < other.x + other.width && other.x < x + width);
  return beside
    .toSorted((one, other) => one.y - other.y)
    .reduce((top, other) => (Math.abs(top - other.y) < height ? other.y + height + 1 : top), y);
}
