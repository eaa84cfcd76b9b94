import { type Role, scopesOf } from "@assay/domain/member.ts";
import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "./given.ts";
import { type ApiDocument, operationsOf, urlOf } from "./operations.ts";
import { givenPerson } from "./people.ts";
import { startService } from "./service.ts";

const service = await startService();
const document: ApiDocument = (await service.anonymous("GET", "/openapi.json")).body;

const PHASES = ["processing", "verify", "blind", "certified"] as const;
type Phase = (typeof PHASES)[number];
const WORKERS = ["annotator", "reviewer"] as const satisfies readonly Role[];
type Worker = (typeof WORKERS)[number];

/** Marks for what somebody else knows of an item; each is a label name or a model. */
const OTHERS = ["Answer7others", "Gold7known", "Model7name", "Predicted7"];
const MINE = "Answer7mine";

/**
 * What a read shows of the items of a batch: `own` = only the caller's own answers and tasks; `decided` = others'
 * answers too, but of no item that the caller may still annotate or audit blind; `nothing` = nothing of items;
 * `refused` = the role may not read it. An operation that is not listed fails the test.
 */
const SHOWN: Readonly<Record<string, Readonly<Record<Worker, "own" | "decided" | "nothing" | "refused">>>> = {
  listOwnTasks: { annotator: "own", reviewer: "own" },
  getTask: { annotator: "own", reviewer: "own" },
  getTaskGuidelines: { annotator: "nothing", reviewer: "nothing" },
  listWaitingWork: { annotator: "nothing", reviewer: "nothing" },
  listItems: { annotator: "refused", reviewer: "decided" },
  getItem: { annotator: "refused", reviewer: "decided" },
  getBulkJob: { annotator: "nothing", reviewer: "nothing" },
  listItemAnnotations: { annotator: "refused", reviewer: "decided" },
  streamAnnotations: { annotator: "refused", reviewer: "decided" },
  listComments: { annotator: "own", reviewer: "own" },
  getComment: { annotator: "nothing", reviewer: "nothing" },
};

/** The reads of the API by whether a role has their scope; signed URLs and public documents have none. */
const reads = operationsOf(document).filter(
  ({ method, path, ...operation }) =>
    method === "GET" && path !== "/v1/stream" && operation["x-scope"] !== undefined,
);
const mayRead = (role: Worker, scope: string | undefined) => scopesOf(role).some((one) => one === scope);

/**
 * A batch of 8 texts in which ann and bob answered items 1 to 6, the worker answered item 1, and item 8 is gold. After
 * `processing` all items have a label.
 */
async function givenPhase(role: Worker, phase: Phase) {
  const account = await service.givenAccount();
  const settings = {
    labels: [],
    quality_policy: {
      ...{ overlap: 3, show_predictions: false, gold_share: 0 },
      audit_mode: phase === "blind" ? "blind" : "verify",
    },
  };
  const { id, project_id } = await givenBatch(service, { account, texts: 8, settings });
  const post = async (url: string, body: object) => bodyOf(await account.request("POST", url, body), 200);
  const all = Array.from({ length: 8 }, (_, index) => String(index + 1));
  const predictions = all.map((external_id) => ({
    ...{ external_id, model: "Model7name" },
    result: { label: "Predicted7" },
  }));
  await post(`/v1/batches/${id}/predictions`, { predictions });
  const gold = [{ external_id: "8", result: { label: "Gold7known" } }];
  await post(`/v1/batches/${id}/gold`, { gold });
  const worker = await givenPerson(service, { role }, account);
  const [task] = bodyOf(await worker.request("POST", "/v1/tasks/claim", { batch_id: id }), 200).data;
  bodyOf(await worker.request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: MINE } }), 200);
  const answer = async (annotator: string, external_ids: readonly string[]) =>
    post(`/v1/batches/${id}/annotations`, {
      annotations: external_ids.map((external_id) => ({
        ...{ external_id, annotator },
        result: { label: "Answer7others" },
      })),
    });
  const answered = phase === "processing" ? all.filter((one) => one !== "7") : all;
  await answer("ann", answered);
  await answer("bob", answered);
  if (phase !== "processing") {
    await answer(
      "cat",
      all.filter((one) => one !== task.item.external_id),
    );
    await service.runJobs();
  }
  if (phase === "certified")
    await service.db
      .updateTable("batches")
      .set({ status: "certified", audit: null })
      .where("id", "=", id)
      .execute();
  const rows = await service.db.selectFrom("items").selectAll().where("batch_id", "=", id).execute();
  const job = await account.request("POST", "/v1/items/bulk", {
    filter: { batch_id: id },
    ...{ action: "priority", priority: 1 },
  });
  return { account, worker, batch_id: id, project_id, task_id: String(task.id), rows, job: job.body.id };
}

/** Every address of a read: with each item, and for lists with each filter by labels. */
function addressesOf(
  operation: (typeof reads)[number],
  given: Awaited<ReturnType<typeof givenPhase>>,
): string[] {
  const { batch_id, project_id, task_id, rows, job } = given;
  const ids: Readonly<Record<string, string>> = {
    batches: batch_id,
    projects: project_id,
    tasks: task_id,
    bulk: job,
  };
  const of = (item_id: string) =>
    urlOf(operation, (collection) => (collection === "items" ? item_id : (ids[collection] ?? "none")));
  if (operation.path.includes("/items/{id}")) return rows.map(({ id }) => of(id));
  return operation.path === "/v1/items" ? [`${of("")}?batch_id=${batch_id}`] : [of("")];
}

/** The marks in each part of a response that the caller must not see; each line or element stands for one item. */
function leaksIn(text: string, isHidden: (part: string) => boolean): string[] {
  return text
    .split(/\n|(?=\{"id":"(?:item|ann)_)/)
    .filter((part) => isHidden(part) && OTHERS.some((mark) => part.includes(mark)));
}

async function leaksOf(
  operation: (typeof reads)[number],
  given: Awaited<ReturnType<typeof givenPhase>>,
  [role, phase]: readonly [Worker, Phase],
): Promise<string[]> {
  const { operationId = "" } = operation;
  const shown = mayRead(role, operation["x-scope"]) ? SHOWN[operationId]?.[role] : "refused";
  if (shown === undefined) throw new Error(`say in server/test/views.test.ts what ${operationId} shows`);
  const open = given.rows.filter(({ status }) => status === "open").map(({ id }) => id);
  const isHidden = (part: string) =>
    shown !== "decided" || phase === "blind" || open.some((id) => part.includes(id));
  const leaks: string[] = [];
  for (const address of addressesOf(operation, given)) {
    const { status, bytes } = await given.worker.request("GET", address);
    const found = shown === "refused" ? [] : leaksIn(String(bytes), isHidden);
    if (shown === "refused" && ![403, 404].includes(status)) found.push(`status ${status}`);
    leaks.push(...found.map((part) => `${operationId}: ${part.slice(0, 400)}`));
  }
  return leaks;
}

const cases = WORKERS.flatMap((role) => PHASES.map((phase) => [role, phase] as const));

test.each(cases)(
  "what the role %s sees in the phase %s is in the table",
  { timeout: 60_000 },
  async (role, phase) => {
    const given = await givenPhase(role, phase);
    const leaks: string[] = [];
    for (const operation of reads) leaks.push(...(await leaksOf(operation, given, [role, phase])));

    expect(leaks).toEqual([]);
  },
);

test("a reviewer sees others' answers once an item is decided, and finds no open item by them", async () => {
  const decided = await givenPhase("reviewer", "verify");
  const open = await givenPhase("reviewer", "processing");
  const count = async ({ worker, batch_id }: typeof open) =>
    bodyOf(await worker.request("GET", `/v1/items?batch_id=${batch_id}&label=Answer7others`), 200).data
      .length;
  const lines = await decided.worker.request("GET", `/v1/batches/${decided.batch_id}/annotations`);

  expect(String(lines.bytes)).toContain("Answer7others");
  expect(await count(decided)).toBeGreaterThan(5);
  expect(open.rows.filter(({ status }) => status === "open").length).toBeGreaterThan(2);
  const decidedYet = open.rows.filter(
    ({ status, result }) => status !== "open" && JSON.stringify(result).includes("Answer7"),
  );
  expect(await count(open)).toBe(decidedYet.length);
});
