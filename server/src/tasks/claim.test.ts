import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, givenLines, givenProject, submit } from "../../test/given.ts";
import { startService, type TestAccount, untilSomeoneWaits } from "../../test/service.ts";
import { bulkItems } from "../bulk/bulk-job.ts";

const service = await startService();
const { request, db, deps, advance } = service;

const LEASE = 15 * 60_000;
const ONE = { quality_policy: { overlap: 1 } };

async function claimAs(account: TestAccount, annotator: string, wish: object) {
  return account.request("POST", "/v1/tasks/claim", { annotator, ...wish });
}

async function claimMany(annotator: string, wish: object) {
  return bodyOf(await claimAs(service, annotator, wish), 200).data;
}

async function givenMember(external_id: string, more: object): Promise<{ id: string }> {
  return bodyOf(await request("POST", "/v1/members", { name: external_id, external_id, ...more }), 201);
}

async function skip(annotator: string, batch_id: string): Promise<void> {
  const task = await claim(service, annotator, { batch_id });
  bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "unclear" }), 200);
}

/** The texts that `annotator` claims, one after the other, until there are no more. */
async function textsFor(annotator: string, wish: object): Promise<string[]> {
  const texts: string[] = [];
  for (let task = await claim(service, annotator, wish); task; task = await claim(service, annotator, wish)) {
    texts.push(task.item.text);
    bodyOf(await submit(service, task, "yes"), 200);
  }
  return texts;
}

test("viewers cannot claim, and annotators cannot audit or adjudicate", async () => {
  const { id: batch_id } = await givenBatch(service);
  await givenMember("looks", { role: "viewer" });
  await givenMember("labels", { role: "annotator" });

  expect(await claimAs(service, "looks", { batch_id })).toMatchObject({
    status: 403,
    body: { error: "forbidden", message: "the role viewer may not annotate" },
  });
  for (const kind of ["audit", "adjudicate"]) {
    expect(await claimAs(service, "labels", { batch_id, kinds: ["annotate", kind] })).toMatchObject({
      status: 403,
      body: { error: "forbidden", message: "the role annotator may not audit or adjudicate" },
    });
  }
  expect((await claimAs(service, "labels", { batch_id })).body.data).toHaveLength(1);
});

test("a member limited to certain projects gets tasks of these only", async () => {
  const theirs = await givenBatch(service);
  const other = await givenBatch(service);
  await givenMember("of one", { project_ids: [theirs.project_id] });

  expect(await claim(service, "of one", { batch_id: other.id })).toBeUndefined();
  expect(await claim(service, "of one", { project_id: other.project_id })).toBeUndefined();
  const tasks = await claimMany("of one", { count: 20 });
  expect(new Set(tasks.map((task: { batch_id: string }) => task.batch_id))).toEqual(new Set([theirs.id]));
});

test("a claim takes up to 20 tasks of the named kinds", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 30 });
  for (const annotator of ["ann", "bob"]) await skip(annotator, batch_id);
  const before = await db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", batch_id)
    .where("skip_count", "=", 2)
    .execute();

  const kinds = ["annotate", "adjudicate"];
  const tasks = await claimMany("judge", { batch_id, kinds, count: 20 });

  expect((await claimAs(service, "judge", { batch_id, count: 21 })).status).toBe(400);
  expect(tasks).toHaveLength(20);
  expect(new Set(tasks.map((task: { item: { id: string } }) => task.item.id)).size).toBe(20);
  const decisions = tasks.filter(({ kind }: { kind: string }) => kind === "adjudicate");
  expect(decisions.map((task: { item: { id: string } }) => task.item.id)).toEqual(before.map(({ id }) => id));
});

test("a claim over several batches continues with the next when one has no more", async () => {
  const account = await service.givenAccount();
  const first = await givenBatch(service, { account, texts: 2 });
  advance(1_000);
  const second = await givenBatch(service, { account, texts: 2 });

  const { data } = bodyOf(await claimAs(account, "ann", { count: 3 }), 200);

  expect(data.map((task: { batch_id: string }) => task.batch_id)).toEqual([first.id, first.id, second.id]);
});

test("batches are served by priority, then by age", async () => {
  const account = await service.givenAccount();
  const batches: Record<string, string> = {};
  for (const priority of ["low", "normal", "high"]) {
    const { id } = await givenBatch(service, { account, texts: 1 });
    bodyOf(await account.request("PATCH", `/v1/batches/${id}`, { priority }), 200);
    batches[id] = priority;
    advance(1_000);
  }

  const { data } = bodyOf(await claimAs(account, "ann", { count: 20 }), 200);

  expect(data.map((task: { batch_id: string }) => batches[task.batch_id])).toEqual(["high", "normal", "low"]);
});

test("items with a raised priority are offered to members who are past them or have not begun", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 6 });
  const begun = await claim(service, "ann", { batch_id });
  bodyOf(await submit(service, begun, "yes"), 200);
  const raise = async (texts: readonly string[], priority: number) => {
    const filter = { batch_id, external_ids: texts };
    const asked = await request("POST", "/v1/items/bulk", { filter, action: "priority", priority });
    await bulkItems(deps, { account_id: service.accountId, job_id: bodyOf(asked, 202).id });
  };

  await raise(["5", "6"], 3);
  expect((await claim(service, "ann", { batch_id })).item.priority).toBe(3);
  await raise(["1", "2", "3", "4"], 3);

  expect(await textsFor("ann", { batch_id })).toHaveLength(4);
  expect((await textsFor("bob", { batch_id })).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `text ${n}`));
});

test("files added to a batch reach members who have begun it", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1, settings: ONE });
  const last = 2 ** 52; // above every random order
  await db.updateTable("items").set({ claim_order: last }).where("batch_id", "=", batch_id).execute();
  const begun = await claim(service, "ann", { batch_id });
  const more = await givenLines(service, service, [{ text: "a" }, { text: "b" }, { text: "c" }]);
  bodyOf(await request("POST", `/v1/batches/${batch_id}/files`, { upload_ids: [more] }), 200);
  bodyOf(await submit(service, begun, "yes"), 200);

  expect((await textsFor("ann", { batch_id })).sort()).toEqual(["a", "b", "c"]);
});

test("a leased task can be submitted while the batch is on hold or its project paused", async () => {
  const { id: batch_id, project_id } = await givenBatch(service, { texts: 2 });
  const [first, second] = await claimMany("ann", { batch_id, count: 2 });
  bodyOf(await request("PATCH", `/v1/batches/${batch_id}`, { hold: true }), 200);
  bodyOf(await submit(service, first, "yes"), 200);
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { status: "paused" }), 200);

  bodyOf(await submit(service, second, "yes"), 200);

  expect((await request("GET", `/v1/batches/${batch_id}`)).body.status).toBe("processing");
});

test("a claim over a whole account skips held, paused and deleted work", async () => {
  const account = await service.givenAccount();
  const held = await givenBatch(service, { account });
  const paused = await givenBatch(service, { account });
  const deleted = await givenBatch(service, { account });
  const { id } = await givenBatch(service, { account });
  bodyOf(await account.request("PATCH", `/v1/batches/${held.id}`, { hold: true }), 200);
  bodyOf(await account.request("PATCH", `/v1/projects/${paused.project_id}`, { status: "paused" }), 200);
  bodyOf(await account.request("DELETE", `/v1/batches/${deleted.id}`), 204);

  expect(await claim(account, "ann")).toMatchObject({ batch_id: id });
});

test("a member who skipped an item gets later ones, and others get the skipped one", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const [first, second] = await claimMany("ann", { batch_id, count: 2 });
  bodyOf(await request("POST", `/v1/tasks/${first.id}/skip`, { reason: "unclear" }), 200);
  bodyOf(await request("POST", `/v1/tasks/${second.id}/release`, {}), 200);

  expect(await claimMany("ann", { batch_id, count: 2 })).toMatchObject([{ item: { id: second.item.id } }]);
  for (const annotator of ["bob", "eve"]) {
    expect((await claim(service, annotator, { batch_id })).item.id).toBe(first.item.id);
  }
});

test("a claim of many tasks takes all priorities of a batch, highest first", async () => {
  const { id: project_id } = await givenProject(service);
  const lines = [1, 3, 2, 3, 0].map((priority) => ({ text: `at ${priority}`, priority }));
  const upload_id = await givenLines(service, service, lines);
  const sent = { project_id, upload_ids: [upload_id] };
  const { id: batch_id } = bodyOf(await request("POST", "/v1/batches", sent), 201);

  const tasks = await claimMany("ann", { batch_id, count: 4 });

  expect(tasks.map((task: { item: { text: string } }) => task.item.text)).toEqual([
    "at 3",
    "at 3",
    "at 2",
    "at 1",
  ]);
});

test("a claim that waits for one item locks no other", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings: ONE });
  const items = await db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", batch_id)
    .orderBy("claim_order")
    .execute();
  const [first, second] = items.map(({ id }) => id);

  const claimed = await db.transaction().execute(async (holder) => {
    await holder
      .selectFrom("items")
      .select("id")
      .where("id", "=", second ?? "")
      .forUpdate()
      .execute();
    const waiting = await db.transaction().execute(async (taker) => {
      await taker
        .updateTable("items")
        .set({ open_slots: 0 })
        .where("id", "=", first ?? "")
        .execute();
      const response = claim(service, "ann", { batch_id });
      await untilSomeoneWaits(db);
      return { response };
    });
    await untilSomeoneWaits(db);
    await holder
      .selectFrom("items")
      .select("id")
      .where("id", "=", first ?? "")
      .forUpdate()
      .execute();
    return waiting;
  });

  expect((await claimed.response).item.id).toBe(second);
});

test("a claim ends all expired leases before it returns nothing", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3, settings: ONE });
  await claimMany("slow", { batch_id, count: 3 });
  expect(await claim(service, "ann", { batch_id })).toBeUndefined();
  advance(LEASE - 1);
  expect(await claim(service, "ann", { batch_id })).toBeUndefined();

  advance(1);

  expect(await claimMany("ann", { batch_id, count: 20 })).toHaveLength(3);
});

test("tasks use the newest guidelines when claimed, and answers the guidelines of their task", async () => {
  const { id: project_id } = await givenProject(service);
  const upload_id = await givenLines(service, service, [{ text: "a" }, { text: "b" }]);
  const sent = { project_id, upload_ids: [upload_id] };
  const { id: batch_id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
  const before = await claim(service, "ann", { batch_id });
  const { labels } = (await request("GET", `/v1/projects/${project_id}`)).body;
  const more = [...labels, { name: "unsure" }];
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: more }), 200);
  const after = await claim(service, "ann", { batch_id });

  expect([before.guideline_version, after.guideline_version]).toEqual([1, 2]);
  expect((await submit(service, before, "unsure")).body.message).toContain(
    "one of the project's labels (yes, no)",
  );
  expect((await submit(service, after, "unsure")).body.guideline_version).toBe(2);
});
