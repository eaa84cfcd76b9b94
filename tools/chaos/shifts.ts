import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { ApiError } from "@assay/sdk/api-error.ts";
import type { Client } from "@assay/sdk/client.ts";
import type { components } from "@assay/sdk/schema.ts";
import type { Random } from "../tour/random.ts";
import type { Ledger } from "./ledger.ts";
import type { Person } from "./people.ts";

/** So many of the requests that make something are sent twice at the same time. */
export const TWICE = 0.3;

/** What a shift needs of the world. */
export interface Place {
  readonly client: Client;
  readonly careful: typeof fetch;
  readonly ledger: Ledger;
  readonly random: Random;
}

/** Who works on what: a member for whom the API key acts, or a person at a page of the workbench. */
export interface Shift {
  readonly batch_id: string;
  readonly worker: string | Person;
  readonly kinds: ("annotate" | "audit")[];
}

type Task = components["schemas"]["Task"];

/** Claims and answers until nothing is left for the worker; returns the number of answers. */
export async function answerAll(place: Place, shift: Shift, label: string): Promise<number> {
  const { batch_id, kinds, worker } = shift;
  const { client, acting } = handsOf(place, worker);
  for (let answered = 0; ; ) {
    const { data } = await client.POST("/v1/tasks/claim", { body: { batch_id, kinds, ...acting, count: 2 } });
    if (data.data.length === 0) return answered;
    for (const task of data.data) await answer(place, task, worker, label).catch(unlessRoundEnded);
    answered += data.data.length;
  }
}

function handsOf({ client }: Place, worker: Shift["worker"]) {
  return typeof worker === "string"
    ? { client, acting: { annotator: worker } }
    : { client: worker.client, acting: {} };
}

/** A round fails at one wrong label too many, which cancels the audits in progress. */
function unlessRoundEnded(fault: unknown): void {
  const isCanceled =
    fault instanceof ApiError && fault.status === 409 && fault.message.includes("is canceled");
  if (!isCanceled) throw fault;
}

/** A person looks at the file and saves drafts on the way. */
async function answer(place: Place, task: Task, worker: Shift["worker"], label: string): Promise<void> {
  if (typeof worker !== "string") {
    await look(place, task);
    await saveDraft(worker, task, { label, note: "not yet" });
  }
  await submit(place, task, worker, label);
}

/** Fetches the file of an item by its link, which needs no key. */
async function look({ careful, ledger }: Place, { item, batch_id }: Task): Promise<void> {
  const sent = ledger.uploads.get(ledger.batches.get(batch_id)?.upload_id ?? "");
  const media = await careful(item.content_url);
  const bytes = new Uint8Array(await media.arrayBuffer());
  if (media.status !== 200 || sent?.includes(hash("sha256", bytes)) !== true)
    throw new Error(`${item.content_url} is ${media.status} with ${bytes.length} bytes`);
}

/** With the revision that the draft is based on. 412 where it was saved and the answer was lost. */
async function saveDraft({ client }: Person, { id, revision }: Task, draft: unknown): Promise<void> {
  const params = { path: { id } };
  const headers = { "if-match": `"${revision}"` };
  await client.PUT("/v1/tasks/{id}/draft", { params, headers, body: { draft } }).catch(async (fault) => {
    if (!(fault instanceof ApiError && fault.status === 412)) throw fault;
    const { data } = await client.GET("/v1/tasks/{id}", { params });
    if (!isDeepStrictEqual(data.draft, draft))
      throw new Error(`the draft of ${id} is ${JSON.stringify(data.draft)}, not ${JSON.stringify(draft)}`);
  });
}

/** Sends some answers twice at the same time with the same `client_id`, like an impatient client. */
export async function submit(
  place: Place,
  task: Task,
  worker: Shift["worker"],
  label: string,
): Promise<void> {
  const { ledger, random } = place;
  const { client, acting } = handsOf(place, worker);
  const params = { path: { id: task.id } };
  const body = { ...acting, result: { label }, client_id: `answer to ${task.id}` };
  const send = () => client.POST("/v1/tasks/{id}/submit", { params, body });
  const [first, ...more] = await Promise.all(random() < TWICE ? [send(), send()] : [send()]);
  for (const { data } of more) {
    if (data.id !== first.data.id)
      throw new Error(`${body.client_id} is both ${first.data.id} and ${data.id}`);
  }
  ledger.answers.push(first.data);
}
