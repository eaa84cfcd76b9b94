import type { ItemsSearch } from "./search.ts";

/** Where a list was when one of its items was opened. */
export interface ListPlace {
  /** The item that was shown last. */
  readonly item: string;
  /** How far the list was scrolled, in CSS pixels. */
  readonly offset: number;
}

let left: (ListPlace & { readonly list: string }) | undefined;

/** Remembers that an item of a list is shown instead of the list. */
export function leaveFor(list: ItemsSearch, item: string): void {
  const key = JSON.stringify(list);
  left = { list: key, item, offset: left?.list === key ? left.offset : 0 };
}

/** Remembers how far a list is scrolled, as it closes. */
export function leaveAt(list: ItemsSearch, offset: number): void {
  left = { list: JSON.stringify(list), item: "", offset };
}

/** Where a list that is opened again was left for an item; undefined if none of its items was the last thing shown. */
export function placeIn(list: ItemsSearch): ListPlace | undefined {
  return left?.list === JSON.stringify(list) && left.item !== "" ? left : undefined;
}
