import { fnv1a } from "../fnv.ts";
import { idAt } from "./numbers.ts";

/**
 * Who gave which label to which item, all three as numbers from 0, ordered by item: the answers to item `i`
 * are at `starts[i]` up to `starts[i + 1]`. At most one answer per item and worker.
 */
export interface Answers {
  readonly items: number;
  readonly workers: number;
  /** K, how many labels there are. */
  readonly labels: number;
  readonly starts: Uint32Array;
  readonly worker: Uint32Array;
  readonly label: Uint32Array;
  /** By item and by worker a hash of its name, so that a draw of answers does not depend on their numbers. */
  readonly itemKeys: Uint32Array;
  readonly workerKeys: Uint32Array;
}

/** Answers in the order in which they came, as three columns of equal length. */
export interface AnswerColumns {
  readonly items: number;
  readonly workers: number;
  readonly labels: number;
  readonly item: Uint32Array;
  readonly worker: Uint32Array;
  readonly label: Uint32Array;
  /** Names of items and workers that stay when the same answers are stored again; default: their numbers. */
  readonly names?: { readonly items: readonly string[]; readonly workers: readonly string[] };
}

/**
 * In `truth`: the item's label is unknown. In a decision: no label, because of a tie or because nobody
 * answered.
 */
export const NONE = -1;

/**
 * Sorts answers by item. If one worker answered an item several times, the last answer counts. O(answers).
 */
export function orderAnswers({ items, workers, labels, names, ...columns }: AnswerColumns): Answers {
  const starts = startsOf(columns.item, items);
  const order = orderOf(columns.item, starts);
  const places = new Int32Array(workers).fill(NONE);
  const worker = new Uint32Array(order.length);
  const label = new Uint32Array(order.length);
  let kept = 0;
  for (let item = 0; item < items; item += 1) {
    const [from, to, first] = [idAt(starts, item), idAt(starts, item + 1), kept];
    starts[item] = first;
    for (let at = from; at < to; at += 1) {
      const row = idAt(order, at);
      const who = idAt(columns.worker, row);
      const earlier = places[who] ?? NONE;
      const place = earlier >= first ? earlier : kept;
      if (place === kept) kept += 1;
      places[who] = place;
      worker[place] = who;
      label[place] = idAt(columns.label, row);
    }
  }
  starts[items] = kept;
  const keys = {
    itemKeys: keysOf(names?.items, items),
    workerKeys: keysOf(names?.workers, workers),
  };
  const columnsKept = { worker: worker.subarray(0, kept), label: label.subarray(0, kept) };
  return { items, workers, labels, starts, ...columnsKept, ...keys };
}

function keysOf(names: readonly string[] | undefined, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, number) => fnv1a(names?.[number] ?? `${number}`));
}

/** How many answers each worker gave. */
export function countByWorker({ workers, worker }: Answers): Uint32Array {
  const counts = new Uint32Array(workers);
  for (const who of worker) counts[who] = idAt(counts, who) + 1;
  return counts;
}

/** Where the rows of each item begin, once they are sorted by item. */
function startsOf(item: Uint32Array, items: number): Uint32Array {
  const starts = new Uint32Array(items + 1);
  for (const each of item) starts[each + 1] = idAt(starts, each + 1) + 1;
  for (let each = 0; each < items; each += 1) starts[each + 1] = idAt(starts, each + 1) + idAt(starts, each);
  return starts;
}

/** The rows sorted by item; within an item in their original order. */
function orderOf(item: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const order = new Uint32Array(item.length);
  for (const [row, each] of item.entries()) {
    const place = idAt(next, each);
    order[place] = row;
    next[each] = place + 1;
  }
  return order;
}
