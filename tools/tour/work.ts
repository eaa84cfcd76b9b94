import type { Client } from "./client.ts";

const TASKS_AT_ONCE = 5;

/** The part of an item that the tour's people look at. */
export interface Item {
  readonly external_id: string | null;
  readonly file: { readonly filename: string };
  /** The delivered label; null where there is none yet. */
  readonly label: unknown;
}

interface Task {
  readonly id: string;
  readonly item: Item;
}

interface Shift {
  readonly batch_id: string;
  /** The external id of the member who works. */
  readonly annotator: string;
  readonly kind: "annotate" | "adjudicate" | "audit";
  /** Tasks after which the shift is over; absent: none. */
  readonly limit?: number;
}

/** Claims and answers tasks until there is none left for this member or the shift is over; gives how many. */
export async function work(
  client: Client,
  { batch_id, annotator, kind, limit = Number.POSITIVE_INFINITY }: Shift,
  answer: (item: Item) => unknown,
): Promise<number> {
  let answered = 0;
  while (answered < limit) {
    const count = Math.min(TASKS_AT_ONCE, limit - answered);
    const wish = { batch_id, annotator, kinds: [kind], count };
    const { data } = await client.call<{ data: Task[] }>([200], "POST", "/v1/tasks/claim", { json: wish });
    if (data.length === 0) break;
    for (const { id, item } of data) {
      const json = { result: answer(item), annotator, client_id: id };
      await client.call([200], "POST", `/v1/tasks/${id}/submit`, { json });
      answered += 1;
    }
  }
  return answered;
}
