/** The places of a ranking, best first; responses in one place are tied. */
export type Order = readonly (readonly string[])[];

/** The order of a result; empty if there is none yet. */
export function orderOf(ranking: readonly string[], ties: readonly (readonly string[])[] = []): Order {
  const order: string[][] = [];
  for (const id of ranking) {
    const before = order.at(-1);
    const tie = ties.find((group) => group.includes(id));
    if (before?.[0] !== undefined && tie?.includes(before[0])) before.push(id);
    else order.push([id]);
  }
  return order;
}

/** Converts an order to a result. */
export function rankingOf(order: Order) {
  const ties = order.filter(({ length }) => length > 1);
  return { ranking: order.flat(), ...(ties.length > 0 ? { ties } : {}) };
}

/**
 * The order after a response is chosen: it gets the last place so far, and a single remaining response gets the place
 * below it. If all are placed, the chosen one of two becomes the best; with more nothing changes.
 */
export function picked(order: Order, id: string, ids: readonly string[]): Order {
  const placed = order.flat();
  if (placed.length === ids.length)
    return ids.length === 2 ? [[id], ids.filter((other) => other !== id)] : order;
  if (placed.includes(id)) return order;
  const left = ids.filter((other) => other !== id && !placed.includes(other));
  return left.length === 1 ? [...order, [id], left] : [...order, [id]];
}

/** Ties a response with the place above (the best with the place below), or unties it. */
export function tied(order: Order, id: string): Order {
  const at = order.findIndex((group) => group.includes(id));
  const group = order[at];
  if (group === undefined) return order;
  if (group.length > 1) {
    const rest = group.filter((other) => other !== id);
    return [...order.slice(0, at), rest, [id], ...order.slice(at + 1)];
  }
  const upper = Math.max(0, at - 1);
  const joined = [...(order[upper] ?? []), ...(order[upper + 1] ?? [])];
  return [...order.slice(0, upper), joined, ...order.slice(upper + 2)];
}

/** Moves a response one place up or down; unties it first. */
export function shifted(order: Order, id: string, by: 1 | -1): Order {
  const at = order.findIndex((group) => group.includes(id));
  const group = order[at];
  if (group === undefined) return order;
  if (group.length > 1) {
    const rest = group.filter((other) => other !== id);
    const two = by < 0 ? [[id], rest] : [rest, [id]];
    return [...order.slice(0, at), ...two, ...order.slice(at + 1)];
  }
  const without = order.toSpliced(at, 1);
  const there = Math.min(Math.max(at + by, 0), without.length);
  return without.toSpliced(there, 0, group);
}

/** Where a dragged response lands: before or after the place of another, or tied with it. */
export type Landing = "before" | "tied" | "after";

/** The order after a response is dropped on another, `onto`, which gets the last place if it has none yet. */
export function dropped(order: Order, id: string, onto: string, landing: Landing): Order {
  if (id === onto) return order;
  const without = withdrawn(order, id);
  const at = without.findIndex((group) => group.includes(onto));
  const group = without[at];
  if (group === undefined) return dropped([...without, [onto]], id, onto, landing);
  if (landing === "tied") return without.with(at, [...group, id]);
  return without.toSpliced(landing === "before" ? at : at + 1, 0, [id]);
}

/** Removes a response from the order. */
export function withdrawn(order: Order, id: string): Order {
  return order.map((group) => group.filter((other) => other !== id)).filter(({ length }) => length > 0);
}

/** The actions on responses, by id. */
export interface RankingMoves {
  readonly pick: (id: string) => void;
  readonly tie: (id: string) => void;
  readonly shift: (id: string, by: 1 | -1) => void;
  readonly drop: (id: string, onto: string, landing: Landing) => void;
  readonly withdraw: (id: string) => void;
}
