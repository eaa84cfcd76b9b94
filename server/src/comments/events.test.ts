import { expect, test } from "vitest";
import { annotateAll, auditToVerdict, bodyOf, claim, givenBatch, itemOf, submit } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService, type TestAccount } from "../../test/service.ts";
import { announceHeld } from "./sweep.ts";

const service = await startService();
const { advance, db, deps, runJobs } = service;

const say = async ({ request }: TestAccount, sent: object) =>
  bodyOf(await request("POST", "/v1/comments", { text: "Secret9remark", ...sent }), 201);
const resolve = async ({ request }: TestAccount, id: string, resolved = true) =>
  bodyOf(await request("PATCH", `/v1/comments/${id}`, { resolved }), 200);

/** The account's events of comments as a reader of `/v1/events` gets them, oldest first. */
async function eventsOf({ request }: Pick<TestAccount, "request">) {
  const { data } = bodyOf(await request("GET", "/v1/events?limit=100"), 200);
  return data.filter(({ type }: { type: string }) => type.startsWith("comment."));
}

/** A completed batch whose first audit is claimed by a reviewer. */
async function givenAudit(settings: object = {}) {
  const account = await service.givenAccount();
  const quality_policy = { overlap: 1, gold_share: 0, ...settings };
  const batch = await givenBatch(service, { account, texts: 4, settings: { quality_policy } });
  await annotateAll(account, batch.id, ["ann"]);
  await runJobs();
  const audit = await claim(account, "eve", { batch_id: batch.id, kinds: ["audit"] });
  const toVerdict = async () => {
    bodyOf(await submit(account, audit, "yes"), 200);
    await auditToVerdict({ ...service, ...account }, batch.id, "eve");
  };
  return { account, batch, item_id: String(audit.item.id), toVerdict };
}

test("a comment, a reply and a resolved thread are events that name them and say nothing of their text", async () => {
  const account = await service.givenAccount();
  const { id: batch_id, project_id } = await givenBatch(service, { account });
  const task = await claim(account, "ann", { batch_id });
  const item_id = task.item.id;
  const annotation_id = bodyOf(await submit(account, task, "yes"), 200).id;

  const first = await say(account, { item_id, annotation_id, annotator: "ann" });
  advance(1);
  const reply = await say(account, { item_id, reply_to: first.id, annotator: "eve" });
  advance(1);
  const resolved = await resolve(account, first.id);

  const of = { thread_id: first.id, project_id, batch_id, item_id, annotation_id };
  const events = await eventsOf(account);
  expect(events.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
    [
      "comment.created",
      { comment_id: first.id, ...of, author_id: first.author.id, commented_at: first.created_at },
    ],
    [
      "comment.created",
      { comment_id: reply.id, ...of, author_id: reply.author.id, commented_at: reply.created_at },
    ],
    [
      "comment.resolved",
      { comment_id: first.id, ...of, resolved_by: resolved.resolved_by, resolved_at: resolved.resolved_at },
    ],
  ]);
  expect(JSON.stringify(events)).not.toContain("Secret9remark");
});

test("a thread is resolved once, however often it is said, and again after it was opened", async () => {
  const account = await service.givenAccount();
  const { id } = await givenBatch(service, { account });
  const comment = await say(account, { item_id: (await itemOf({ ...service, ...account }, id, "1")).id });

  for (const resolved of [false, true, true, false, true]) await resolve(account, comment.id, resolved);
  bodyOf(await account.request("PATCH", `/v1/comments/${comment.id}`, { text: "Clearer" }), 200);

  expect((await eventsOf(account)).map(({ type }: { type: string }) => type)).toEqual([
    "comment.created",
    "comment.resolved",
    "comment.resolved",
  ]);
});

test("a refused comment is no event", async () => {
  const account = await service.givenAccount();
  const { id } = await givenBatch(service, { account });
  const item_id = (await itemOf({ ...service, ...account }, id, "1")).id;

  const refused = await account.request("POST", "/v1/comments", { item_id, text: "x", reply_to: "cmt_none" });

  expect([refused.status, await eventsOf(account)]).toEqual([404, []]);
});

test.each(["verify", "blind"])(
  "during a %s audit nobody learns from an event that somebody commented, until the verdict",
  async (audit_mode) => {
    const { account, toVerdict, item_id } = await givenAudit({ audit_mode });
    await account.request("POST", "/v1/webhooks", { url: "https://hooks.acme.test/" });
    const manager = await givenPerson(service, { role: "manager" }, account);
    const viewer = await givenPerson(service, { role: "viewer" }, account);
    const comment = await say(account, { item_id, annotator: "eve" });
    await resolve(account, comment.id);
    await announceHeld(deps);

    for (const reader of [account, manager, viewer]) expect(await eventsOf(reader)).toEqual([]);
    const { rows } = await deps.pool.query(
      "select from deliveries where account_id = $1 and event_type like 'comment.%'",
      [account.accountId],
    );
    expect(rows).toEqual([]);

    advance(60_000);
    await toVerdict();
    await announceHeld(deps);
    await announceHeld(deps);

    const events = await eventsOf(viewer);
    expect(events).toMatchObject([
      { type: "comment.created", data: { comment_id: comment.id, commented_at: comment.created_at } },
      { type: "comment.resolved", data: { comment_id: comment.id, item_id } },
    ]);
    expect(events[0].created_at > comment.created_at).toBe(true);
  },
);

test("what is deleted or opened again before the verdict is never announced", async () => {
  const { account, toVerdict, item_id } = await givenAudit();
  const opened = await say(account, { item_id, annotator: "eve" });
  await resolve(account, opened.id);
  await resolve(account, opened.id, false);
  const deleted = await say(account, { item_id, annotator: "eve" });
  bodyOf(await account.request("DELETE", `/v1/comments/${deleted.id}?annotator=eve`), 204);

  await toVerdict();
  await announceHeld(deps);

  expect(
    (await eventsOf(account)).map(({ type, data }: { type: string; data: { comment_id: string } }) => [
      type,
      data.comment_id,
    ]),
  ).toEqual([["comment.created", opened.id]]);
});

test("comments of a deleted batch are not announced, and other batches do not wait for an audit", async () => {
  const { account, batch, item_id } = await givenAudit();
  await say(account, { item_id, annotator: "eve" });
  const other = await givenBatch(service, { account });
  const elsewhere = await say(account, {
    item_id: (await itemOf({ ...service, ...account }, other.id, "1")).id,
  });
  await account.request("DELETE", `/v1/batches/${batch.id}?abandon=true`);
  await announceHeld(deps);
  const held = await db
    .selectFrom("comments")
    .select("id")
    .where("account_id", "=", account.accountId)
    .where("created_held", "=", true)
    .execute();

  expect(held).toHaveLength(1);
  expect((await eventsOf(account)).map(({ data }: { data: object }) => data)).toMatchObject([
    { comment_id: elsewhere.id },
  ]);
});

test("two workers that announce at the same time announce each comment once", async () => {
  const { account, toVerdict, item_id } = await givenAudit();
  const comment = await say(account, { item_id, annotator: "eve" });
  await toVerdict();

  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("comments").select("id").where("id", "=", comment.id).forUpdate().execute();
    await announceHeld(deps); // the other worker has it
    expect(await eventsOf(account)).toEqual([]);
  });
  await announceHeld(deps);

  expect(await eventsOf(account)).toHaveLength(1);
});
