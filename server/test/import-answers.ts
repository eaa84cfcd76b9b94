import type { Response, TestAccount } from "./service.ts";

export const NDJSON = { "content-type": "application/x-ndjson" };

/** Lines in which each annotator gives each of the items with the external ids 1 to `items` the label. */
export function answersOf(items: number, annotators: readonly string[], label = "yes") {
  const external_ids = Array.from({ length: items }, (_, index) => String(index + 1));
  return external_ids.flatMap((external_id) =>
    annotators.map((annotator) => ({ external_id, annotator, result: { label } })),
  );
}

/** Imports answers into a batch, as lines of JSON. */
export async function importAnswers(
  { request }: TestAccount,
  batch_id: string,
  lines: readonly object[],
  query = "",
): Promise<Response> {
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  return request("POST", `/v1/batches/${batch_id}/annotations${query}`, body, NDJSON);
}
