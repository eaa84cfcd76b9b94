import type { ExportItem } from "./format.ts";

/**
 * Returns the 0-based index of an item's label in `categories`. Throws a RangeError that names the item and
 * the label if it is not there.
 */
export function categoryFinder(categories: readonly string[]): (item: ExportItem, label: string) => number {
  const places = new Map(categories.map((label, place) => [label, place]));
  return ({ id }, label) => {
    const place = places.get(label);
    if (place === undefined) throw new RangeError(`${id}: label "${label}" is not among the categories`);
    return place;
  };
}
