import type { Entries } from "../../drafts/document.ts";
import type { Order } from "./order.ts";

/** The key of the only entry. */
export const ORDER = "order";

/** The order of an answer; empty if nothing is placed yet. */
export function orderIn(entries: Entries<unknown>): Order {
  const order = entries.get(ORDER);
  return Array.isArray(order) ? order.filter(isGroup) : [];
}

function isGroup(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}
