import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenBatch, itemOf, submit } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService, type TestAccount } from "../../test/service.ts";

const service = await startService();
const { db, deps, request, runJobs } = service;

async function blockersOf(project_id: string) {
  return bodyOf(await request("GET", `/v1/projects/${project_id}/blockers`), 200).data;
}

/** Lets an annotator answer every claimed task, and skip the first text. */
async function annotateOrSkip(annotator: string, batch_id: string, label: string) {
  const sent = { batch_id, annotator, count: 2 };
  for (const task of bodyOf(await request("POST", "/v1/tasks/claim", sent), 200).data) {
    const isFirst = task.item.external_id === "1";
    const path = `/v1/tasks/${task.id}/${isFirst ? "skip" : "submit"}`;
    bodyOf(await request("POST", path, isFirst ? { reason: "Unclear" } : { result: { label } }), 200);
  }
}

test("items that wait for an adjudicator are listed separately, with the reasons of skips", async () => {
  const labels = ["yes", "no", "maybe"].map((name) => ({ name }));
  const settings = { labels, quality_policy: { overlap: 2 } };
  const { id, project_id } = await givenBatch(service, { texts: 2, settings });
  for (const [annotator, label] of [
    ["ann", "yes"],
    ["bob", "no"],
    ["cid", "maybe"],
  ] as const) {
    await annotateOrSkip(annotator, id, label);
  }

  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "conflict", batch_id: id, batch_name: "Untitled batch", count: 1, detail: null },
    { kind: "skipped", batch_id: id, count: 1, detail: "Unclear (2)" },
  ]);
});

test("ties are listed once nothing else is left to annotate, and can be sent to an adjudicator", async () => {
  const settings = { labels: [{ name: "yes" }, { name: "no" }], quality_policy: { overlap: 2 } };
  const { id, project_id } = await givenBatch(service, { texts: 2, settings });
  await annotateAll(service, id, ["ann"], () => "yes");
  const task = await claim(service, "bob", { batch_id: id });
  await submit(service, task, "no");
  expect(await blockersOf(project_id)).toEqual([]);
  await annotateAll(service, id, ["bob"], () => "no");
  expect(await blockersOf(project_id)).toMatchObject([{ kind: "tied", batch_id: id, count: 2 }]);

  bodyOf(await request("POST", "/v1/items/bulk", { filter: { batch_id: id }, action: "adjudicate" }), 202);
  await runJobs();

  expect(await blockersOf(project_id)).toMatchObject([{ kind: "conflict", batch_id: id, count: 2 }]);
  expect(await claim(service, "cid", { batch_id: id })).toBeUndefined();
  const decided = await claim(service, "eve", { batch_id: id, kinds: ["adjudicate"] });
  expect((await submit(service, decided, "yes")).status).toBe(200);
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  expect(data).toContainEqual(expect.objectContaining({ status: "accepted", label: { label: "yes" } }));
});

test("items skipped once are listed when nothing else is left to annotate, and can be sent to an adjudicator", async () => {
  const settings = { quality_policy: { overlap: 1 } };
  const { id, project_id } = await givenBatch(service, { texts: 2, settings });
  const skipped = await claim(service, "lone", { batch_id: id });
  bodyOf(await request("POST", `/v1/tasks/${skipped.id}/skip`, { reason: "Unclear" }), 200);
  expect(await blockersOf(project_id)).toEqual([]);
  await annotateAll(service, id, ["lone"]);
  expect(await blockersOf(project_id)).toEqual([
    {
      kind: "skipped_once",
      ...{ batch_id: id, batch_name: "Untitled batch", member_id: null, count: 1, detail: "Unclear (1)" },
      can_act: expect.objectContaining({ roles: ["owner", "manager", "reviewer", "annotator"] }),
    },
  ]);

  bodyOf(await request("POST", "/v1/items/bulk", { filter: { batch_id: id }, action: "adjudicate" }), 202);
  await runJobs();

  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "skipped", batch_id: id, count: 1, detail: "Unclear (1)" },
  ]);
  const decided = await claim(service, "judge", { batch_id: id, kinds: ["adjudicate"] });
  expect(decided.item.id).toBe(skipped.item.id);
  bodyOf(await submit(service, decided, "yes"), 200);
  expect(await blockersOf(project_id)).toEqual([]);
});

test("a known answer that was skipped once becomes the label in place of an adjudication", async () => {
  const settings = { quality_policy: { overlap: 1, gold_share: 0 } };
  const { id, project_id } = await givenBatch(service, { texts: 1, settings });
  const gold = [{ external_id: "1", result: { label: "yes" } }];
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);
  const task = await claim(service, "lone", { batch_id: id });
  bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "Unclear" }), 200);
  expect(await blockersOf(project_id)).toMatchObject([{ kind: "skipped_once", count: 1 }]);

  bodyOf(await request("POST", "/v1/items/bulk", { filter: { batch_id: id }, action: "adjudicate" }), 202);
  await runJobs();

  expect(bodyOf(await request("GET", `/v1/items/${task.item.id}`), 200)).toMatchObject({
    ...{ status: "accepted", label: { label: "yes" }, origin: "gold", support: null },
  });
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200)).toMatchObject({
    ...{ status: "completed", annotated_count: 1 },
  });
  expect(await claim(service, "judge", { batch_id: id, kinds: ["adjudicate"] })).toBeUndefined();
});

test("lists rework, held and paused work, and nothing of another project", async () => {
  const { id, project_id } = await givenBatch(service, {
    texts: 1,
    settings: { quality_policy: { overlap: 1 } },
  });
  expect(await blockersOf(project_id)).toEqual([]);
  bodyOf(await request("PATCH", `/v1/batches/${id}`, { hold: true }), 200);
  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "hold", batch_id: id, count: 1, detail: null },
  ]);
  bodyOf(await request("PATCH", `/v1/batches/${id}`, { hold: false }), 200);
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditAll(service, id, "eve", () => "no");
  await runJobs();
  const { id: member_id } = bodyOf(await request("GET", "/v1/members?external_id=ann"), 200).data[0];
  const record = { gold_answered: 9, gold_right: 1, gold_floor: 0.8, passed_at: null };
  await db
    .insertInto("pauses")
    .values({
      ...{ id: "pause_1", account_id: service.accountId, project_id, member_id, ...record },
      paused_at: deps.now(),
    })
    .execute();

  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "failed", batch_id: id, detail: expect.stringContaining("right") },
    { kind: "paused", batch_id: null, member_id, detail: expect.stringMatching(/^paused since 20/) },
  ]);
  const other = await givenBatch(service);
  expect(await blockersOf(other.project_id)).toEqual([]);
  expect((await request("GET", "/v1/projects/proj_none/blockers")).status).toBe(404);
});

/** What blocks a project of another account. */
async function blockersIn(account: TestAccount, project_id: string) {
  return bodyOf(await account.request("GET", `/v1/projects/${project_id}/blockers`), 200).data;
}

test("audits name who may do them: auditors of the project who did not label all of the sample", async () => {
  const account = await service.givenAccount();
  const reviewer = await givenPerson(service, { role: "reviewer" }, account);
  const manager = await givenPerson(service, { role: "manager" }, account);
  await givenPerson(service, { role: "reviewer", project_ids: [] }, account);
  const { id, project_id } = await givenBatch(
    { ...service, ...account },
    {
      texts: 3,
      settings: { quality_policy: { overlap: 1 } },
    },
  );
  for (let left = 3; left > 0; left -= 1) {
    const [task] = bodyOf(await reviewer.request("POST", "/v1/tasks/claim", { batch_id: id }), 200).data;
    bodyOf(await reviewer.request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" } }), 200);
  }
  await runJobs();

  const [audit, ...others] = await blockersIn(account, project_id);
  expect(others).toEqual([]);
  expect(audit).toMatchObject({ kind: "audit", batch_id: id, count: 3 });
  expect(audit.can_act.roles).toEqual(["owner", "manager", "reviewer"]);
  expect(audit.can_act.member_ids).toContain(manager.member_id);
  expect(audit.can_act.member_ids).not.toContain(reviewer.member_id);
});

test("audits do not name who labeled or adjudicated each item of the sample", async () => {
  const account = await service.givenAccount();
  const judge = await givenPerson(service, { role: "reviewer" }, account);
  const other = await givenPerson(service, { role: "reviewer" }, account);
  const lead = { ...service, ...account };
  const { id, project_id } = await givenBatch(lead, {
    texts: 3,
    settings: { quality_policy: { overlap: 2 } },
  });
  // of three items the judge labels one, and adjudicates the two on which the others disagree
  const [own] = bodyOf(await judge.request("POST", "/v1/tasks/claim", { batch_id: id }), 200).data;
  bodyOf(await judge.request("POST", `/v1/tasks/${own.id}/submit`, { result: { label: "yes" } }), 200);
  await annotateAll(lead, id, ["bob"], (text) => (text === own.item.text ? "yes" : "no"));
  await annotateAll(lead, id, ["ann"], () => "yes");
  bodyOf(
    await account.request("POST", "/v1/items/bulk", { filter: { batch_id: id }, action: "adjudicate" }),
    202,
  );
  await runJobs();
  expect((await blockersIn(account, project_id))[0].can_act.member_ids).toContain(judge.member_id);
  for (const wish of [1, 2].map(() => ({ batch_id: id, kinds: ["adjudicate"] }))) {
    const [task] = bodyOf(await judge.request("POST", "/v1/tasks/claim", wish), 200).data;
    bodyOf(await judge.request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" } }), 200);
  }
  await runJobs();

  const [audit] = await blockersIn(account, project_id);
  expect(audit).toMatchObject({ kind: "audit", count: 3 });
  expect(audit.can_act.member_ids).toContain(other.member_id);
  expect(audit.can_act.member_ids).not.toContain(judge.member_id);
});

test("audits are counted as the batch’s report counts them, without the repeats that no verdict waits for", async () => {
  const { id, project_id } = await givenBatch(service, {
    texts: 40,
    settings: { quality_policy: { overlap: 1 } },
  });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  const wish = { batch_id: id, kinds: ["audit"] };
  const needed = async () => bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200).needed.audits;
  const all = await needed();
  for (let left = all - 2; left > 0; left -= 1)
    await submit(service, await claim(service, "eve", wish), "yes");
  const { length: open } = await db
    .selectFrom("tasks")
    .select("id")
    .where("batch_id", "=", id)
    .where("kind", "=", "audit")
    .where("status", "=", "open")
    .execute();
  expect(open).toBeGreaterThan(2); // the last two, and repeats of the others

  expect(await needed()).toBe(2);
  expect(await blockersOf(project_id)).toMatchObject([{ kind: "audit", count: 2 }]);
});

test("returned items name those for whom they are reserved, until anybody may answer them", async () => {
  const { id, project_id } = await givenBatch(service, {
    texts: 3,
    settings: { quality_policy: { overlap: 2 } },
  });
  await annotateAll(service, id, ["ann", "bob"]);
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();
  const item = await itemOf(service, id, "2");
  bodyOf(await request("POST", `/v1/batches/${id}/amend`, { item_ids: [item.id] }), 200);
  const idOf = async (name: string) =>
    bodyOf(await request("GET", `/v1/members?external_id=${name}`), 200).data[0].id;
  const [ann, bob] = [await idOf("ann"), await idOf("bob")];
  const until = new Date(deps.now().getTime() + 24 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");

  const [returned, ...others] = await blockersOf(project_id);
  expect(others).toEqual([]);
  expect(returned).toMatchObject({
    ...{ kind: "returned", batch_id: id, count: 1, detail: `${until} UTC` },
    can_act: { members: 2, member_ids: [ann, bob].toSorted() },
  });
  expect(bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200).needed.message).toBe(
    "1 item needs a label. It needs 2 answers.",
  );

  await submit(service, await claim(service, "ann", { batch_id: id }), "no");
  expect(await blockersOf(project_id)).toMatchObject([{ count: 1, can_act: { member_ids: [bob] } }]);
  service.advance(25 * 3_600_000);
  expect(await blockersOf(project_id)).toEqual([]);
});

test("a project with too few people for its overlap, or too little gold for its floor, says so", async () => {
  const account = await service.givenAccount();
  await givenPerson(service, { role: "annotator" }, account);
  const settings = { quality_policy: { overlap: 9, gold_floor: 0.5 } };
  const { id, project_id } = await givenBatch(service, { texts: 4, settings, account });

  const found = await blockersIn(account, project_id);
  expect(found).toMatchObject([
    { kind: "gold", batch_id: id, count: 0, detail: "needs at least 6" },
    {
      kind: "overlap",
      batch_id: id,
      count: 4,
      detail: expect.stringMatching(/^each needs 9 annotators, and there are \d$/),
    },
  ]);
});

test("open questions and the newest failed export are listed until they are answered or succeed", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 1, settings: { quality_level: "none" } });
  const item = await itemOf(service, id, "1");
  const said = bodyOf(await request("POST", "/v1/comments", { item_id: item.id, text: "Which one?" }), 201);
  const exported = {
    ...{
      account_id: service.accountId,
      project_id,
      batch_id: id,
      format: "jsonl",
      include: "all_answers" as const,
    },
    ...{ created_at: deps.now(), updated_at: deps.now() },
  };
  await db
    .insertInto("exports")
    .values({ ...exported, id: "exp_1", status: "failed", error: "no room" })
    .execute();
  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "comment", batch_id: id, count: 1 },
    { kind: "export", batch_id: id, count: 1, detail: "no room" },
  ]);

  bodyOf(await request("PATCH", `/v1/comments/${said.id}`, { resolved: true }), 200);
  await db
    .insertInto("exports")
    .values({ ...exported, id: "exp_2", status: "processing" })
    .execute();
  expect(await blockersOf(project_id)).toEqual([]);
});

/** Everything of a run of a model but its state. */
function runOf(batch_id: string, id: string, version: string) {
  const at = deps.now();
  return {
    ...{ account_id: service.accountId, id, batch_id, model_id: "model_x", model_name: "yolo" },
    ...{ model_version: version, filter: "{}", item_count: 2, created_at: at, updated_at: at },
  };
}

test("runs of models that failed, stopped or are past their deadline are listed with the reason", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 2 });
  const runs = [
    { ...runOf(id, "run_1", "1"), model_id: "model_1", status: "failed", reason: "the model answered 500" },
    { ...runOf(id, "run_2", "2"), model_id: "model_2", status: "stopped", reason: "max_cost is reached" },
    { ...runOf(id, "run_3", "3"), model_id: "model_3", status: "running", reason: null },
    { ...runOf(id, "run_4", "4"), model_id: "model_4", status: "paused", reason: null },
  ] as const;
  await db.insertInto("model_runs").values(runs).execute();
  const due_at = deps.now();
  await db
    .insertInto("model_requests")
    .values({
      ...{ account_id: service.accountId, id: "mreq_1", run_id: "run_3", batch_id: id, item_ids: ["item_1"] },
      ...{ guideline_version: 1, due_at },
    })
    .execute();
  const failed = "yolo 2: max_cost is reached; yolo 1: the model answered 500";
  const can_act = expect.objectContaining({ roles: ["owner", "manager"] });
  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "run", batch_id: id, count: 2, detail: failed, can_act },
  ]);

  service.advance(16 * 60_000);
  const since = due_at.toISOString().slice(0, 16).replace("T", " ");
  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "run", count: 3, detail: `yolo 3: no progress since ${since} UTC; ${failed}` },
  ]);

  await db.updateTable("model_runs").set({ status: "finished" }).where("batch_id", "=", id).execute();
  expect(await blockersOf(project_id)).toEqual([]);
});

test("imports of datasets that failed in the last seven days are listed, and trials are not", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 2 });
  const file = { filename: "labels.txt", content_type: "text/plain", text: "labels" };
  const upload = bodyOf(await request("POST", "/v1/uploads", { files: [file] }), 201);
  const failed = (dry_run: boolean) => ({
    ...{
      status: "failed",
      batch_id: id,
      format: "coco",
      kind: "gold",
      dry_run,
      clip: false,
      on_conflict: null,
    },
    ...{ on_error: "fail", by: { kind: "key", key_id: "key_1", key_name: "ci" }, lines: 0, result: null },
    error: { code: "invalid_request", message: "line 3: no such label" },
    ...{ created_at: deps.now().toISOString(), finished_at: deps.now().toISOString() },
  });
  const store = (dry_run: boolean) =>
    db
      .updateTable("uploads")
      .set({ dataset_import: JSON.stringify(failed(dry_run)), updated_at: deps.now() })
      .where("id", "=", upload.id)
      .execute();
  await store(true);
  expect(await blockersOf(project_id)).toEqual([]);
  await store(false);
  expect(await blockersOf(project_id)).toMatchObject([
    { kind: "import", batch_id: id, count: 1, detail: "line 3: no such label" },
  ]);

  service.advance(8 * 24 * 3_600_000);
  expect(await blockersOf(project_id)).toEqual([]);
});

test("failed uploads are listed for seven days or until they are deleted, to those who may read them", async () => {
  const account = await service.givenAccount();
  const { id: project_id } = bodyOf(
    await account.request("POST", "/v1/projects", { annotation_type: "text_classification" }),
    201,
  );
  const { body: upload } = await account.request("POST", "/v1/uploads", '{"text": "a"}', {
    "content-type": "application/x-ndjson",
  });
  const error = JSON.stringify({ code: "invalid_request", message: "line 3 is not JSON" });
  await db
    .updateTable("uploads")
    .set({ status: "failed", filename: "a.jsonl", error, updated_at: deps.now() })
    .where("id", "=", upload.id)
    .execute();
  const listed = async ({ request: from }: Pick<TestAccount, "request">) =>
    bodyOf(await from("GET", `/v1/projects/${project_id}/blockers`), 200).data;
  expect(await listed(account)).toMatchObject([
    {
      kind: "upload",
      batch_id: null,
      count: 1,
      detail: "a.jsonl: line 3 is not JSON",
      can_act: { roles: ["owner", "manager"] },
    },
  ]);
  const viewer = await givenPerson(service, { role: "viewer", project_ids: [project_id] }, account);
  expect(await listed(viewer)).toEqual([]); // limited to a project, to which the upload does not belong
  expect(await listed(await givenPerson(service, { role: "viewer" }, account))).toHaveLength(1);

  bodyOf(await account.request("DELETE", `/v1/uploads/${upload.id}`), 204);
  expect(await listed(account)).toEqual([]);
});
