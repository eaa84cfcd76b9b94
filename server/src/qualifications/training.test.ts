import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, itemOf, submit } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService } from "../../test/service.ts";
import { expireLeases } from "../queue/expired.ts";

const service = await startService();
const { request, db, advance } = service;

const SETTING = { items: 3, pass_mark: 0.6, attempts: 2 };
const POLICY = { overlap: 1, gold_share: 0 };

/** A batch of texts of which the first `known` have the known answer `yes`, in a project with training. */
async function givenTraining({
  known = 6,
  setting = SETTING,
}: {
  known?: number;
  setting?: object | null;
} = {}) {
  const texts = known + 4;
  const settings = { quality_policy: POLICY, qualification: setting };
  const batch = await givenBatch(service, { texts, settings });
  const gold = Array.from({ length: known }, (_, index) => ({
    external_id: String(index + 1),
    result: { label: "yes" },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch.id}/gold`, { gold }), 200);
  return batch;
}

async function train(annotator: string, batch_id: string, labels: readonly string[]) {
  const answers = [];
  for (const label of labels) {
    const task = await claim(service, annotator, { batch_id });
    expect(task).toMatchObject({ kind: "annotate", is_training: true });
    answers.push(bodyOf(await submit(service, task, label), 200));
  }
  return answers;
}

async function memberOf(external_id: string) {
  return bodyOf(await request("GET", `/v1/members?external_id=${external_id}`), 200).data[0];
}

async function waitingOf(annotator: string, batch_id: string) {
  return bodyOf(await request("GET", `/v1/tasks/waiting?annotator=${annotator}&batch_id=${batch_id}`), 200);
}

function decide(id: string, project_id: string, action: "pass" | "start_again") {
  return request("POST", `/v1/members/${id}/qualification`, { project_id, action });
}

test("a new annotator gets training items with feedback until they reach the mark, and real work at once after that", async () => {
  const batch = await givenTraining();
  expect((await waitingOf("ann", batch.id)).training).toMatchObject([
    {
      project_id: batch.project_id,
      status: "training",
      attempt: 1,
      attempts: 2,
      items: 3,
      answered: 0,
      is_short: false,
    },
  ]);
  const [first, second, third] = await train("ann", batch.id, ["yes", "no", "yes"]);
  expect(first).toMatchObject({
    kind: "annotate",
    feedback: { right: true, wrong: [], result: { label: "yes" } },
    training: { status: "training", answered: 1, right: 1, items: 3, right_to_pass: 2, last: null },
  });
  expect(second).toMatchObject({
    feedback: { right: false, wrong: ["result"] },
    training: { status: "training", answered: 2, right: 1 },
  });
  expect(third.training).toMatchObject({ status: "passed", answered: 3, right: 2, basis: "training" });

  const { data, training } = await waitingOf("ann", batch.id);
  expect([data[0].annotate, training]).toEqual([10, []]);
  expect(await claim(service, "ann", { batch_id: batch.id })).toMatchObject({ is_training: false });
  expect((await memberOf("ann")).qualifications).toMatchObject([
    { project_id: batch.project_id, status: "passed", items: 3, right: 2, decided_at: expect.any(String) },
  ]);
  const { data: events } = bodyOf(await request("GET", "/v1/events?type=annotator.qualified"), 200);
  expect(events.map((event: { data: object }) => event.data)).toMatchObject([
    { project_id: batch.project_id, external_id: "ann", basis: "training", attempt: 1, items: 3, right: 2 },
  ]);
});

test("training leaves batch, items and records as they were", async () => {
  const batch = await givenTraining({ known: 3 });
  await train("neo", batch.id, ["yes", "no", "yes"]);
  expect(bodyOf(await request("GET", `/v1/batches/${batch.id}`), 200).status).toBe("created");
  for (const external_id of ["1", "2", "3"])
    expect(await itemOf(service, batch.id, external_id)).toMatchObject({
      ...{ status: "open", open_slots: 1, answer_count: 0, skip_count: 0 },
    });
  const { annotators } = bodyOf(await request("GET", `/v1/batches/${batch.id}/quality`), 200);
  expect(annotators).toEqual([]);

  // They may label the items of their training, which would else never be finished, but their memory is not measured.
  await annotateAll(service, batch.id, ["neo"]);
  expect(bodyOf(await request("GET", `/v1/batches/${batch.id}`), 200).status).toBe("completed");
  const { annotators: after } = bodyOf(await request("GET", `/v1/batches/${batch.id}/quality`), 200);
  expect(after).toMatchObject([{ answers: 7, gold: { answered: 0 } }]);
  advance(1);
  const work = bodyOf(await request("GET", `/v1/work?project_id=${batch.project_id}`), 200);
  expect(work.data).toMatchObject([{ answers: 7 }]);
});

test("who misses the mark tries again with other items, and fails after the last attempt", async () => {
  const batch = await givenTraining();
  const first = await train("bob", batch.id, ["no", "no", "yes"]);
  expect(first.at(-1).training).toMatchObject({
    ...{ status: "training", attempt: 2, answered: 0, right: 0, last: { items: 3, right: 1 } },
  });
  const second = await train("bob", batch.id, ["yes", "no", "no"]);
  expect(second.at(-1).training).toMatchObject({ status: "failed", attempt: 2, answered: 3, right: 1 });
  const items = [...first, ...second].map(({ item_id }) => item_id);
  expect(new Set(items).size).toBe(6);

  const { id } = await memberOf("bob");
  const refused = await request("POST", "/v1/tasks/claim", { batch_id: batch.id, annotator: "bob" });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    `the member ${id} did not pass the training of the project ${batch.project_id}: 1 of 3 answers of the last of 2 attempts were ` +
      `right. An owner or manager can let them pass or start again: POST /v1/members/${id}/qualification`,
  ]);
  expect((await waitingOf("bob", batch.id)).training).toMatchObject([{ status: "failed" }]);
  const blockers = bodyOf(await request("GET", `/v1/projects/${batch.project_id}/blockers`), 200).data;
  expect(blockers.find(({ kind }: { kind: string }) => kind === "untrained")).toMatchObject({
    ...{ batch_id: null, member_id: id, count: 1, detail: "1 of 3 right" },
    can_act: { roles: ["owner", "manager"] },
  });
  const sent = { annotations: [{ external_id: "9", annotator: "bob", result: { label: "yes" } }] };
  const imported = await request("POST", `/v1/batches/${batch.id}/annotations`, sent);
  expect([imported.status, imported.body.message]).toEqual([
    400,
    "line 1: bob has not passed the training of the project",
  ]);
});

test("an attempt gets known items again if there are no others", async () => {
  const batch = await givenTraining({ known: 3 });
  const first = await train("eva", batch.id, ["no", "no", "no"]);
  const second = await train("eva", batch.id, ["yes", "yes", "yes"]);
  expect(second.at(-1).training).toMatchObject({ status: "passed" });
  expect(second.map(({ item_id }) => item_id).sort()).toEqual(first.map(({ item_id }) => item_id).sort());
});

test("a project with too few known items says so, and gives nothing more", async () => {
  const batch = await givenTraining({ known: 2 });
  await train("fay", batch.id, ["yes", "yes"]);
  expect(await claim(service, "fay", { batch_id: batch.id })).toBeUndefined();
  expect((await waitingOf("fay", batch.id)).training).toMatchObject([
    { answered: 2, items: 3, is_short: true },
  ]);
  const { data } = bodyOf(await request("GET", `/v1/projects/${batch.project_id}/blockers`), 200);
  expect(data).toContainEqual({
    ...{ kind: "training", batch_id: null, batch_name: null, member_id: null },
    ...{ count: 2, detail: "needs at least 3" },
    can_act: expect.objectContaining({ roles: ["owner", "manager"] }),
  });
  const more = { gold: [{ external_id: "3", result: { label: "yes" } }] };
  bodyOf(await request("POST", `/v1/batches/${batch.id}/gold`, more), 200);
  const after = bodyOf(await request("GET", `/v1/projects/${batch.project_id}/blockers`), 200).data;
  expect(after.map(({ kind }: { kind: string }) => kind)).not.toContain("training");
});

test("items that a trainee gives back or lets expire come again first, and a skip is wrong", async () => {
  const batch = await givenTraining();
  const { data: held } = bodyOf(
    await request("POST", "/v1/tasks/claim", { batch_id: batch.id, annotator: "gus", count: 20 }),
    200,
  );
  expect(held).toHaveLength(3);
  expect(await claim(service, "gus", { batch_id: batch.id })).toBeUndefined();
  const [released, expired, skipped] = held;
  bodyOf(await request("POST", `/v1/tasks/${skipped.id}/skip`, { reason: "hard", annotator: "gus" }), 200);
  bodyOf(await request("POST", `/v1/tasks/${released.id}/release`, { annotator: "gus" }), 200);
  const again = await claim(service, "gus", { batch_id: batch.id });
  expect([again.item.id, again.is_training]).toEqual([released.item.id, true]);
  advance(16 * 60_000);
  await expireLeases(service.deps);
  expect(bodyOf(await submit(service, expired, "yes"), 200).training).toMatchObject({
    answered: 2,
    right: 1,
  });
  const last = await claim(service, "gus", { batch_id: batch.id });
  expect(last.item.id).toBe(released.item.id);
  expect(bodyOf(await submit(service, last, "no"), 200).training).toMatchObject({ attempt: 2, answered: 0 });
});

test("the answer to a training item can be repeated, but not changed", async () => {
  const batch = await givenTraining();
  const task = await claim(service, "hal", { batch_id: batch.id });
  const sent = { client_id: "hal-1" };
  const first = bodyOf(await submit(service, task, "no", sent), 200);
  expect(bodyOf(await submit(service, task, "no", sent), 200)).toEqual(first);
  expect((await submit(service, task, "yes")).status).toBe(409);
  expect((await request("POST", `/v1/tasks/${task.id}/reopen`, { annotator: "hal" })).body).toMatchObject({
    message: "the known answer was shown, so this answer cannot be reopened",
  });
});

test("a manager lets a member pass or start again, and leases end with that", async () => {
  const batch = await givenTraining();
  const { project_id } = batch;
  await train("ida", batch.id, ["no"]);
  const { id } = await memberOf("ida");
  expect(bodyOf(await decide(id, project_id, "pass"), 200).qualifications).toMatchObject([
    { status: "passed", basis: "manager", answered: 1, right: 0 },
  ]);
  expect(await decide(id, project_id, "pass")).toMatchObject({ status: 409 });
  const real = await claim(service, "ida", { batch_id: batch.id });
  expect(real.is_training).toBe(false);
  const kept = await claim(service, "ida", { batch_id: batch.id });
  bodyOf(await submit(service, kept, "yes"), 200);

  expect(bodyOf(await decide(id, project_id, "start_again"), 200).qualifications).toMatchObject([
    { status: "training", attempt: 1, answered: 0, basis: null, decided_at: null },
  ]);
  expect((await submit(service, real, "yes")).status).toBe(403);
  expect((await request("POST", `/v1/tasks/${kept.id}/reopen`, { annotator: "ida" })).status).toBe(403);
  expect(await claim(service, "ida", { batch_id: batch.id })).toMatchObject({ is_training: true });
});

test("a training task of an attempt that is over is refused", async () => {
  const batch = await givenTraining();
  const task = await claim(service, "jim", { batch_id: batch.id });
  advance(16 * 60_000);
  await expireLeases(service.deps);
  const { id } = await memberOf("jim");
  bodyOf(await decide(id, batch.project_id, "start_again"), 200);
  expect(await submit(service, task, "yes")).toMatchObject({
    body: {
      error: "lease_expired",
      message: "the training of this task is over; claim a task of the next attempt",
    },
  });
  const answers = await db.selectFrom("annotations").selectAll().where("task_id", "=", task.id).execute();
  expect(answers).toEqual([]);
});

test("switching training on counts those as qualified who have answered an item, and nobody else", async () => {
  const batch = await givenTraining({ setting: null });
  const answered = await claim(service, "old", { batch_id: batch.id });
  bodyOf(await submit(service, answered, "no"), 200);
  const held = await claim(service, "idle", { batch_id: batch.id });
  const elsewhere = await givenBatch(service);
  bodyOf(await submit(service, await claim(service, "idle", { batch_id: elsewhere.id }), "no"), 200);
  bodyOf(await request("PATCH", `/v1/projects/${batch.project_id}`, { qualification: SETTING }), 200);

  expect((await memberOf("old")).qualifications).toMatchObject([{ status: "passed", basis: "earlier_work" }]);
  expect(await claim(service, "old", { batch_id: batch.id })).toMatchObject({ is_training: false });
  const refused = await submit(service, held, "no");
  expect([refused.status, refused.body.message]).toEqual([
    403,
    expect.stringContaining("has not passed the training of the project"),
  ]);
  expect(await claim(service, "idle", { batch_id: batch.id })).toMatchObject({ is_training: true });

  bodyOf(await request("PATCH", `/v1/projects/${batch.project_id}`, { qualification: null }), 200);
  expect(await claim(service, "idle", { batch_id: batch.id })).toMatchObject({ is_training: false });
  expect((await memberOf("idle")).qualifications).toEqual([]);
});

test("claims of the account give real work of other projects first, then training", async () => {
  const account = await service.givenAccount();
  const settings = { quality_policy: POLICY, qualification: { items: 1, pass_mark: 1, attempts: 1 } };
  const training = await givenBatch(service, { account, texts: 2, settings });
  const gold = [{ external_id: "1", result: { label: "yes" } }];
  bodyOf(await account.request("POST", `/v1/batches/${training.id}/gold`, { gold }), 200);
  const other = await givenBatch(service, { account, texts: 1, settings: { quality_policy: POLICY } });
  const next = async () =>
    bodyOf(await account.request("POST", "/v1/tasks/claim", { annotator: "kim" }), 200).data[0];
  expect(await next()).toMatchObject({ batch_id: other.id, is_training: false });
  expect(await next()).toMatchObject({ batch_id: training.id, is_training: true });
  expect(await next()).toBeUndefined();
});

test("real work is there at once for who passes, also where an earlier claim of the project found none", async () => {
  const { id, project_id } = await givenTraining({ setting: { items: 1, pass_mark: 1, attempts: 1 } });
  const task = await claim(service, "mia", { project_id });
  expect(await claim(service, "mia", { project_id })).toBeUndefined();
  bodyOf(await submit(service, task, "yes"), 200);
  expect(await claim(service, "mia", { project_id })).toMatchObject({ batch_id: id, is_training: false });
});

test("models are not trained", async () => {
  const batch = await givenTraining();
  const kind = { name: "labeler", external_id: "labeler", kind: "model", may_annotate: true };
  bodyOf(await request("POST", "/v1/members", kind), 201);
  const claimed = { batch_id: batch.id, annotator: "labeler", as_model: true };
  const { data } = bodyOf(await request("POST", "/v1/tasks/claim", claimed), 200);
  expect(data).toMatchObject([{ is_training: false }]);
});

test("annotators and reviewers may not decide about training", async () => {
  const batch = await givenTraining();
  await train("lea", batch.id, ["no"]);
  const { id } = await memberOf("lea");
  for (const role of ["annotator", "reviewer", "viewer"] as const) {
    const person = await givenPerson(service, { role });
    const body = { project_id: batch.project_id, action: "pass" };
    expect((await person.request("POST", `/v1/members/${id}/qualification`, body)).status).toBe(403);
  }
  const plain = await givenTraining({ setting: null });
  expect((await decide(id, plain.project_id, "pass")).body.message).toBe(
    `the project ${plain.project_id} trains nobody; set its qualification first`,
  );
  const untouched = await givenTraining();
  expect((await decide(id, untouched.project_id, "start_again")).status).toBe(409);
});

test("what a deleted batch trained with goes with it, and a deleted project takes all", async () => {
  const batch = await givenTraining();
  await train("max", batch.id, ["no"]);
  bodyOf(await request("DELETE", `/v1/batches/${batch.id}`), 204);
  await service.runJobs();
  const left = async (table: "training_answers" | "qualifications") =>
    (await db.selectFrom(table).selectAll().where("project_id", "=", batch.project_id).execute()).length;
  expect([await left("training_answers"), await left("qualifications")]).toEqual([0, 1]);
  bodyOf(await request("DELETE", `/v1/projects/${batch.project_id}`), 204);
  expect(await left("qualifications")).toBe(0);
});
