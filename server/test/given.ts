import { newId } from "../src/platform/ids.ts";
import type { Response, Service, TestAccount } from "./service.ts";

/**
 * Rows of an upload whose JSONL file has these lines; returns its id. Skips the parsing, which has its own
 * tests.
 */
export async function givenLines(
  { db, deps }: Service,
  { accountId }: TestAccount,
  lines: readonly { text: string; external_id?: string; priority?: number; group?: string }[],
): Promise<string> {
  const now = deps.now();
  const upload_id = newId("upload");
  const file_id = newId("file");
  const account_id = accountId;
  const content = {
    size_bytes: 1,
    sha256: "0".repeat(64),
    content_type: "application/x-ndjson",
    filename: "lines.jsonl",
  };
  await db
    .insertInto("uploads")
    .values({
      id: upload_id,
      account_id,
      status: "ready",
      file_count: 1,
      created_at: now,
      updated_at: now,
      ...content,
    })
    .execute();
  await db
    .insertInto("files")
    .values({
      id: file_id,
      account_id,
      upload_id,
      position: 1,
      medium: "lines",
      line_count: lines.length,
      status: "ready",
      created_at: now,
      ...content,
    })
    .execute();
  await db
    .insertInto("file_lines")
    .values(lines.map((line, index) => ({ account_id, file_id, line: index + 1, ...line })))
    .execute();
  return upload_id;
}

/** The body of a response that must have this status; a test's given, not its assertion. */
export function bodyOf(response: Response, status: number): Response["body"] {
  if (response.status === status) return response.body;
  throw new Error(`expected ${status}, got ${response.status}: ${JSON.stringify(response.body)}`);
}

/** A text classification project with the labels `yes` and `no`. */
export async function givenProject({ request }: TestAccount, settings: object = {}): Promise<{ id: string }> {
  const body = {
    annotation_type: "text_classification",
    labels: [{ name: "yes" }, { name: "no" }],
    ...settings,
  };
  return bodyOf(await request("POST", "/v1/projects", body), 201);
}

/** A batch of `texts` texts (`text 1` with the external id `1`, …) in a project with `settings`. */
export async function givenBatch(
  service: Service,
  {
    texts = 3,
    settings = {},
    account = service,
  }: { texts?: number; settings?: object; account?: TestAccount } = {},
): Promise<{ id: string; project_id: string }> {
  const project = await givenProject(account, settings);
  const lines = Array.from({ length: texts }, (_, index) => ({
    text: `text ${index + 1}`,
    external_id: String(index + 1),
  }));
  const upload_id = await givenLines(service, account, lines);
  // All these batches have the same texts: without this, the tests of a file would make each other's bounds stricter.
  await service.db.deleteFrom("looked_items").execute();
  const body = { project_id: project.id, upload_ids: [upload_id] };
  return bodyOf(await account.request("POST", "/v1/batches", body), 201);
}

/** Claims one task for `annotator`; undefined if there is none. */
export async function claim(
  { request }: TestAccount,
  annotator: string,
  wish: object = {},
  // biome-ignore lint/suspicious/noExplicitAny: a task as the service sent it
): Promise<any> {
  return bodyOf(await request("POST", "/v1/tasks/claim", { annotator, ...wish }), 200).data[0];
}

/** As many as a claim may ask for. */
const MOST_CLAIMED = 20;

/** Each task that `annotator` can claim, claimed twenty at a time until there are none. */
export async function* claimAll(
  { request }: Pick<TestAccount, "request">,
  annotator: string,
  wish: object,
  // biome-ignore lint/suspicious/noExplicitAny: a task as the service sent it
): AsyncGenerator<any> {
  for (;;) {
    const { data } = bodyOf(
      await request("POST", "/v1/tasks/claim", { annotator, count: MOST_CLAIMED, ...wish }),
      200,
    );
    if (data.length === 0) return;
    yield* data;
  }
}

/** Claims all open audits of a batch for the member `eve`, and returns them by rank. */
export async function claimByRank(
  account: TestAccount,
  db: Service["db"],
  batch_id: string,
): Promise<{ id: string }[]> {
  const tasks: { id: string }[] = [];
  for await (const task of claimAll(account, "eve", { batch_id, kinds: ["audit"] })) tasks.push(task);
  const audits = await db
    .selectFrom("audits")
    .select(["rank", "task_id"])
    .where("batch_id", "=", batch_id)
    .execute();
  const rankOf = new Map(audits.map(({ rank, task_id }) => [task_id, rank]));
  return tasks.toSorted((a, b) => (rankOf.get(a.id) ?? 0) - (rankOf.get(b.id) ?? 0));
}

/** Submits `label` for a claimed task. */
export async function submit(
  { request }: Pick<TestAccount, "request">,
  task: { id: string },
  label: string,
  more: object = {},
) {
  return request("POST", `/v1/tasks/${task.id}/submit`, { result: { label }, ...more });
}

/** Lets each annotator answer every item that they can claim, by `answer(text, annotator)`. */
export async function annotateAll(
  account: TestAccount,
  batch_id: string,
  annotators: readonly string[],
  answer: (text: string, annotator: string) => string = () => "yes",
): Promise<void> {
  for (const annotator of annotators) {
    for await (const task of claimAll(account, annotator, { batch_id })) {
      bodyOf(await submit(account, task, answer(task.item.text, annotator)), 200);
    }
  }
}

/** Lets `auditor` judge every audit there is, by `verdict(text)`. */
export async function auditAll(
  account: TestAccount,
  batch_id: string,
  auditor: string,
  verdict: (text: string) => string = () => "yes",
): Promise<number> {
  const wish = { batch_id, kinds: ["audit"] };
  let audits = 0;
  // One at a time: the wrong audit that fails a round cancels the audits in progress.
  for (let task = await claim(account, auditor, wish); task; task = await claim(account, auditor, wish)) {
    bodyOf(await submit(account, task, verdict(task.item.text)), 200);
    audits += 1;
  }
  return audits;
}

/** The same stage by stage, until the service has a verdict; returns the number of audits. */
export async function auditToVerdict(
  service: Service,
  batch_id: string,
  auditor: string,
  verdict?: (text: string) => string,
): Promise<number> {
  let audits = 0;
  for (let more = 1; more > 0; audits += more) {
    more = await auditAll(service, batch_id, auditor, verdict);
    await service.runJobs();
  }
  return audits;
}

/** The row of a batch's item with that external id. */
export async function itemOf({ db }: Service, batch_id: string, external_id: string) {
  return db
    .selectFrom("items")
    .selectAll()
    .where("batch_id", "=", batch_id)
    .where("external_id", "=", external_id)
    .executeTakeFirstOrThrow();
}

/** An auto-accept that chose no threshold. */
export function finishedRun(
  given: { readonly account_id: string; readonly batch_id: string; readonly model: string },
  at: Date,
) {
  const outcome = JSON.stringify({ population: 0, checked: 0, chosen: null, steps: [] });
  const goal = { max_wrong: 0.05, confidence: 0.95, check_size: 10 };
  return {
    ...given,
    ...goal,
    number: 1,
    status: "finished" as const,
    outcome,
    created_at: at,
    updated_at: at,
  };
}
