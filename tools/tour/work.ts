import type { Client } from "@assay/sdk/client.ts";
import type { components } from "@assay/sdk/schema.ts";

const TASKS_AT_ONCE = 5;

export type Item = components["schemas"]["Item"];
export type Answer = components["schemas"]["SubmitTask"]["result"];

interface Shift {
  readonly batch_id: string;
  /** The external id of the member who works. */
  readonly annotator: string;
  readonly kind: "annotate" | "adjudicate" | "audit";
  /** Tasks after which the shift is over; absent: none. */
  readonly limit?: number;
}

/**
 * Claims and answers tasks until none is left for this member or the shift is over; returns the number of
 * answers.
 */
export async function work(
  client: Client,
  { batch_id, annotator, kind, limit = Number.POSITIVE_INFINITY }: Shift,
  answer: (item: Item) => Answer,
): Promise<number> {
  let answered = 0;
  while (answered < limit) {
    const count = Math.min(TASKS_AT_ONCE, limit - answered);
    const body = { batch_id, annotator, kinds: [kind], count };
    const { data: claimed } = await client.POST("/v1/tasks/claim", { body });
    if (claimed.data.length === 0) break;
    for (const { id, item } of claimed.data) {
      await client.POST("/v1/tasks/{id}/submit", {
        params: { path: { id } },
        body: { result: answer(item), annotator, client_id: id },
      });
      answered += 1;
    }
  }
  return answered;
}
