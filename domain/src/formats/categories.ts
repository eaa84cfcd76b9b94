import type { ExportItem } from "./format.ts";

/**
 * Gives the 0-based place of an item's label among `categories`; throws a RangeError that names the item
 * and the label where it is not one of them.
 */
export function categoryFinder(categories: readonly string[]): (item: ExportItem, label: string) => number {
  const places = new Map(categories.map((label, place) => [label, place]));
  return ({ id }, label) => {
    const place = places.get(label);
    if (place === undefined) throw new RangeError(`${id}: label "${label}" is not among the categories`);
    return place;
  };
}
