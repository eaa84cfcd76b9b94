import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { expireLeases } from "../queue/expired.ts";

const service = await startService();
const { request, deps, advance, runJobs } = service;

const LEASE = 15 * 60_000;
const ONE = { quality_policy: { overlap: 1 } };

async function own(annotator: string, query = "") {
  return bodyOf(await request("GET", `/v1/tasks?annotator=${annotator}${query}`), 200).data;
}

/** The work that waits for `annotator` in the batch; undefined if there is none. */
async function waiting(annotator: string, batch_id: string) {
  const { data } = bodyOf(await request("GET", `/v1/tasks/waiting?annotator=${annotator}`), 200);
  return data.find((batch: { batch_id: string }) => batch.batch_id === batch_id);
}

async function saveDraft(task: { id: string }, draft: unknown) {
  return request("PUT", `/v1/tasks/${task.id}/draft`, { draft });
}

test("a member's own tasks are the leased ones and the latest answered ones, newest first", async () => {
  const { id: batch_id, project_id } = await givenBatch(service);
  const first = await claim(service, "ann", { batch_id });
  const second = await claim(service, "ann", { batch_id });
  await claim(service, "bob", { batch_id });
  advance(1);
  bodyOf(await saveDraft(first, { label: "no" }), 200);

  expect(await own("ann")).toMatchObject([{ id: first.id, draft: { label: "no" } }, { id: second.id }]);
  expect(await own("ann", `&project_id=${project_id}`)).toHaveLength(2);
  expect(await own("ann", "&batch_id=batch_other")).toEqual([]);
  bodyOf(await submit(service, second, "yes"), 200);
  expect(await own("ann")).toMatchObject([{ id: first.id }]);
  expect(await own("ann", "&status=submitted")).toMatchObject([
    { id: second.id, item: { id: second.item.id } },
  ]);
});

test("the work that waits for a member is counted by kind", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, { settings: ONE });
  await claim(service, "cat", { batch_id });

  expect(await waiting("cat", batch_id)).toEqual({
    batch_id,
    batch_name: expect.any(String),
    project_id,
    project_name: expect.any(String),
    annotation_type: "text_classification",
    annotate: 2,
    rework: 0,
    audit: 0,
    adjudicate: 0,
    in_hand: 1,
  });
  expect(await waiting("dan", batch_id)).toMatchObject({ annotate: 2, in_hand: 0 });
});

test("audits wait for members who did not annotate, and rework for those who did", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings: ONE });
  bodyOf(await request("POST", "/v1/members", { name: "Gil", external_id: "gil" }), 201); // whoever is alone audits their own work
  await annotateAll(service, batch_id, ["eve"]);
  await runJobs();

  expect(await waiting("eve", batch_id)).toBeUndefined();
  expect(await waiting("fay", batch_id)).toMatchObject({ audit: 2, annotate: 0 });
  for (let left = 2; left > 0; left -= 1) {
    const audit = await claim(service, "fay", { batch_id, kinds: ["audit"] });
    bodyOf(await submit(service, audit, "no", { reason: "the other way round" }), 200);
  }
  await runJobs();
  bodyOf(await request("POST", `/v1/batches/${batch_id}/rework`), 200);
  expect(await waiting("eve", batch_id)).toMatchObject({ rework: 2, annotate: 0 });
  expect(await claim(service, "eve", { batch_id })).toMatchObject({ reason: "the other way round" });
});

test("audits of a member's own answers do not hide later audits of others", async () => {
  const account = await service.givenAccount();
  const batches: string[] = [];
  for (const annotator of ["eve", "eve", "fay"]) {
    const { id } = await givenBatch(service, { texts: 1, settings: ONE, account });
    await annotateAll(account, id, [annotator]);
    batches.push(id);
    advance(1);
  }
  await runJobs();
  const list = async () =>
    bodyOf(await account.request("GET", "/v1/tasks/waiting?annotator=eve&limit=1"), 200).data;

  expect(await list()).toMatchObject([{ batch_id: batches[2], audit: 1 }]);
  const audit = await claim(account, "eve", { kinds: ["audit"] });
  expect(audit).toMatchObject({ batch_id: batches[2] });
  expect(await list()).toMatchObject([{ batch_id: batches[2], audit: 0, in_hand: 1 }]);
  expect(await claim(account, "eve", { kinds: ["audit"] })).toBeUndefined();
  bodyOf(await account.request("POST", `/v1/tasks/${audit.id}/release`, {}), 200);
  expect(await list()).toMatchObject([{ batch_id: batches[2], audit: 1, in_hand: 0 }]);
});

test("roles that may not do some work see no tasks of it", async () => {
  const { id: batch_id } = await givenBatch(service, { settings: ONE });
  await annotateAll(service, batch_id, ["gus"]);
  await runJobs();
  for (const [external_id, role] of [
    ["labels", "annotator"],
    ["looks", "viewer"],
  ]) {
    bodyOf(await request("POST", "/v1/members", { name: role, external_id, role }), 201);
    expect(await waiting(String(external_id), batch_id)).toBeUndefined();
  }
});

test("a task shows the guidelines of its own version, whatever the project has now", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, {
    settings: { instructions: "Say *yes*.", ...ONE },
  });
  const task = await claim(service, "hal", { batch_id });
  const retired = ["yes", "no"].map((name) => ({ name, retired: true }));
  const labels = [{ name: "maybe" }, ...retired];
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels, instructions: "Think." }), 200);

  expect(bodyOf(await request("GET", `/v1/tasks/${task.id}/guidelines`), 200)).toMatchObject({
    id: project_id,
    annotation_type: "text_classification",
    guideline_version: 1,
    instructions: "Say *yes*.",
    labels: [{ name: "yes" }, { name: "no" }],
  });
  const next = await claim(service, "hal", { batch_id });
  const now = bodyOf(await request("GET", `/v1/tasks/${next.id}/guidelines`), 200);
  expect([now.guideline_version, now.labels[0].name]).toEqual([2, "maybe"]);
});

test("guidelines are confirmed per member and version, once", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, {
    settings: { instructions: "Say *yes*.", ...ONE },
  });
  const isConfirmed = async (task: { id: string }) =>
    bodyOf(await request("GET", `/v1/tasks/${task.id}/guidelines`), 200).is_confirmed;
  const confirm = async (task: { id: string }) =>
    bodyOf(await request("PUT", `/v1/tasks/${task.id}/guidelines/confirmation`), 204);
  const old = await claim(service, "kay", { batch_id });
  expect(await isConfirmed(old)).toBe(false);

  await confirm(old);
  await confirm(old);

  const others = await claim(service, "lou", { batch_id });
  expect([await isConfirmed(old), await isConfirmed(others)]).toEqual([true, false]);
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { instructions: "Think." }), 200);
  const next = await claim(service, "kay", { batch_id });
  expect([await isConfirmed(old), await isConfirmed(next)]).toEqual([true, false]);
  await confirm(next);
  await confirm(old); // an older version withdraws nothing
  expect(await isConfirmed(next)).toBe(true);
});

test("a draft renews an expired lease while the item is free, and not afterwards", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings: ONE });
  const task = await claim(service, "ida", { batch_id });
  advance(LEASE);
  await expireLeases(deps);

  expect(bodyOf(await saveDraft(task, { label: "no" }), 200)).toMatchObject({
    status: "leased",
    revision: 1,
  });
  expect(await claim(service, "joe", { batch_id })).toBeUndefined();
  advance(LEASE);
  await expireLeases(deps);
  await claim(service, "joe", { batch_id });

  expect(await saveDraft(task, { label: "yes" })).toMatchObject({
    status: 409,
    body: { error: "lease_expired" },
  });
  expect(bodyOf(await request("GET", `/v1/tasks/${task.id}`), 200).draft).toEqual({ label: "no" });
});

test("a member who claims an item again continues with their draft, and others start without it", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ida", { batch_id });
  bodyOf(await saveDraft(task, { label: "no" }), 200);
  advance(LEASE);
  await expireLeases(deps);

  expect(await claim(service, "joe", { batch_id })).toMatchObject({ draft: null, revision: 0 });
  const again = await claim(service, "ida", { batch_id });
  expect(again.id).not.toBe(task.id);
  expect(again).toMatchObject({ item: { id: task.item.id }, draft: { label: "no" }, revision: 1 });

  bodyOf(await request("POST", `/v1/tasks/${again.id}/release`, {}), 200);
  expect(await claim(service, "ida", { batch_id })).toMatchObject({ draft: { label: "no" }, revision: 1 });
});

test("a member who gets the same gold again continues with their draft", async () => {
  const settings = { quality_policy: { overlap: 1, gold_share: 1 } };
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings });
  const gold = [{ external_id: "1", result: { label: "yes" } }];
  bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);
  const task = await claim(service, "ida", { batch_id });
  bodyOf(await saveDraft(task, { label: "no" }), 200);
  advance(LEASE);
  await expireLeases(deps);

  expect(await claim(service, "ida", { batch_id })).toMatchObject({ draft: { label: "no" }, revision: 1 });
});

test("an audit that another member released starts without their draft", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings: ONE });
  await annotateAll(service, batch_id, ["kim"]);
  await runJobs();
  const audit = await claim(service, "leo", { batch_id, kinds: ["audit"] });
  bodyOf(await saveDraft(audit, { label: "no" }), 200);
  bodyOf(await request("POST", `/v1/tasks/${audit.id}/release`, {}), 200);
  const unclaimed = await request("PUT", `/v1/tasks/${audit.id}/guidelines/confirmation`);
  expect([unclaimed.status, unclaimed.body.error]).toEqual([409, "invalid_state"]);

  expect(await claim(service, "mia", { batch_id, kinds: ["audit"] })).toMatchObject({
    id: audit.id,
    draft: null,
  });
});

test("lists of tasks name what an unknown annotator would get, and add no member", async () => {
  const { id: batch_id } = await givenBatch(service);
  const members = async () => bodyOf(await request("GET", "/v1/members?limit=100"), 200).data.length;
  const before = await members();

  expect(await waiting("never-seen", batch_id)).toMatchObject({ annotate: expect.any(Number) });
  expect(await own("never-seen")).toEqual([]);

  expect(await members()).toBe(before);
});

test("lists of tasks require an existing member", async () => {
  for (const url of ["/v1/tasks", "/v1/tasks/waiting"]) {
    const ask = (query: string) => request("GET", `${url}?annotator=${query}`);
    expect((await ask("mem_01JD3W8Q9V6T2R4M5N7P8X0YZC")).status).toBe(404);
    expect((await ask("")).status).toBe(400);
    const made = bodyOf(
      await request("POST", "/v1/members", { name: "gone", external_id: `${url} gone` }),
      201,
    );
    bodyOf(await request("PATCH", `/v1/members/${made.id}`, { active: false }), 200);
    expect((await ask(made.id)).status).toBe(403);
  }
});
