import type { Box } from "@assay/domain/box.ts";
import type { Point } from "@assay/domain/outline.ts";
import Flatbush from "flatbush";
import { boundsOf, type Figure, isHit } from "./shape.ts";

/** Finds figures by position. */
export interface ShapeIndex {
  /** The keys of the figures whose bounds touch `area`, in drawing order. */
  readonly within: (area: Box) => readonly string[];
  /**
   * The keys of the figures at a point, then of those within reach; smallest first, so that a figure inside another
   * is found.
   */
  readonly at: (point: Point, reach: number) => readonly string[];
}

/** Indexes the figures; takes about 2 ms for 5,000. */
export function indexOf(figures: ReadonlyMap<string, Figure>): ShapeIndex {
  const keys = [...figures.keys()];
  const tree = keys.length === 0 ? undefined : new Flatbush(keys.length);
  for (const { shape } of figures.values()) {
    const { x, y, width, height } = boundsOf(shape);
    tree?.add(x, y, x + width, y + height);
  }
  tree?.finish();

  function within({ x, y, width, height }: Box): readonly string[] {
    const places = tree?.search(x, y, x + width, y + height) ?? [];
    return places.sort((one, other) => one - other).flatMap((place) => keys[place] ?? []);
  }

  function at(point: Point, reach: number): readonly string[] {
    const around = { x: point[0] - 2 * reach, y: point[1] - 2 * reach, width: 4 * reach, height: 4 * reach };
    const found = within(around).flatMap((key) => {
      const shape = figures.get(key)?.shape;
      if (shape === undefined || !isHit(shape, point, reach)) return [];
      const { width, height } = boundsOf(shape);
      return [{ key, isBeside: isHit(shape, point, 0) ? 0 : 1, size: width * height }];
    });
    return found
      .sort((one, other) => one.isBeside - other.isBeside || one.size - other.size)
      .map(({ key }) => key);
  }

  return { within, at };
}
