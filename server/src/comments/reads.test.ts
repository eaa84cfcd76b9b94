import { expect, test } from "vitest";
import {
  annotateAll,
  auditToVerdict,
  bodyOf,
  claim,
  givenBatch,
  givenProject,
  itemOf,
  submit,
} from "../../test/given.ts";
import { askToken, givenPerson } from "../../test/people.ts";
import { startService, type TestAccount } from "../../test/service.ts";

const service = await startService();
const { db } = service;

/** An account with a comment of `ann` on an item that nobody answers any more. */
async function givenComment() {
  const account = await service.givenAccount();
  const batch = await givenBatch(service, { account, texts: 1, settings: { quality_level: "none" } });
  await annotateAll(account, batch.id, ["ann"]);
  const item_id = (await itemOf(service, batch.id, "1")).id;
  const { id, author } = await say(account, item_id);
  return { account, batch, item_id, id: String(id), author };
}

async function say({ request }: TestAccount, item_id: string, annotator = "ann", more: object = {}) {
  return bodyOf(
    await request("POST", "/v1/comments", { item_id, text: "Blurred?", annotator, ...more }),
    201,
  );
}

type Asking = Pick<TestAccount, "request">;

/** The ids of the comments that the caller has not read. */
async function unreadOf({ request }: Asking): Promise<string[]> {
  const { data } = bodyOf(await request("GET", "/v1/comments?sort=created_at"), 200);
  return data.filter(({ unread }: { unread: boolean }) => unread).map(({ id }: { id: string }) => id);
}

const read = async ({ request }: Asking, ...comment_ids: string[]): Promise<number> =>
  bodyOf(await request("POST", "/v1/comments/read", { comment_ids }), 200).count;

const marksOf = (account: TestAccount) =>
  db.selectFrom("comment_reads").selectAll().where("account_id", "=", account.accountId).execute();

test("each person has read marks of their own, which another session of theirs sees", async () => {
  const { account, id, item_id } = await givenComment();
  const ada = await givenPerson(service, { role: "manager" }, account);
  const eve = await givenPerson(service, { role: "viewer" }, account);
  const { token } = bodyOf(await askToken(service, ada.cookie), 200);
  const elsewhere = { request: service.requestWith(token) };
  expect([await unreadOf(ada), await unreadOf(eve)]).toEqual([[id], [id]]);

  expect(await read(ada, id)).toBe(1);

  expect([await unreadOf(ada), await unreadOf(elsewhere), await unreadOf(eve)]).toEqual([[], [], [id]]);
  expect([await read(elsewhere, id), await read(eve, id), await read(eve, id)]).toEqual([0, 1, 0]);
  const reply = await say(account, item_id, "bob", { reply_to: id });
  expect([await unreadOf(ada), await unreadOf(eve)]).toEqual([[reply.id], [reply.id]]);
});

test("nobody has their own comments to read, and an API key has no marks", async () => {
  const { account, item_id, id } = await givenComment();
  const ada = await givenPerson(service, { role: "manager" }, account);
  const own = bodyOf(await ada.request("POST", "/v1/comments", { item_id, text: "Yes" }), 201);

  expect(await unreadOf(ada)).toEqual([id]);
  expect(await read(ada, own.id)).toBe(0);
  expect(await unreadOf(account)).toEqual([]);
  const refused = await account.request("POST", "/v1/comments/read", { comment_ids: [id] });
  expect([refused.status, refused.body.error]).toEqual([403, "forbidden"]);
});

test("the mark of a comment that a person may not see leaves no trace, as if the comment never was", async () => {
  const { account, id } = await givenComment();
  const other = await givenComment();
  const elsewhere = await givenProject(account);
  const annotator = await givenPerson(service, { role: "annotator" }, account);
  const limited = await givenPerson(service, { role: "manager", project_ids: [elsewhere.id] }, account);
  const stranger = await givenPerson(service, { role: "owner" }, other.account);

  for (const person of [annotator, limited, stranger]) {
    const unknown = await person.request("POST", "/v1/comments/read", {
      comment_ids: ["cmt_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
    });
    const hidden = await person.request("POST", "/v1/comments/read", { comment_ids: [id] });
    expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body]);
    expect(hidden.body).toEqual({ count: 0 });
  }
  expect(await marksOf(account)).toEqual([]);
});

test("a comment that was hidden during an audit is unread after the verdict", async () => {
  const account = await service.givenAccount();
  const quality_policy = { overlap: 1, gold_share: 0 };
  const batch = await givenBatch(service, { account, settings: { quality_policy } });
  await annotateAll(account, batch.id, ["ann"]);
  await service.runJobs();
  const ada = await givenPerson(service, { role: "manager" }, account);
  const audit = await claim(account, "eve", { batch_id: batch.id, kinds: ["audit"] });
  const { id } = await say(account, audit.item.id, "eve");
  service.advance(1);
  const { id: own } = bodyOf(
    await ada.request("POST", "/v1/comments", { item_id: audit.item.id, text: "Mine, and later" }),
    201,
  );

  expect([await unreadOf(ada), await read(ada, id, own)]).toEqual([[], 0]);
  bodyOf(await submit(account, audit, "yes"), 200);
  await auditToVerdict({ ...service, ...account }, batch.id, "eve");
  expect(await unreadOf(ada)).toEqual([id]);
});

test("marks go with their comment, their batch and their member", async () => {
  const { account, batch, item_id, id } = await givenComment();
  const ada = await givenPerson(service, { role: "manager" }, account);
  const eve = await givenPerson(service, { role: "manager" }, account);
  const second = await say(account, item_id);
  for (const person of [ada, eve]) expect(await read(person, id, second.id)).toBe(2);

  bodyOf(await account.request("DELETE", `/v1/comments/${second.id}?annotator=ann`), 204);
  expect((await marksOf(account)).map(({ comment_id }) => comment_id)).toEqual([id, id]);
  bodyOf(await account.request("DELETE", `/v1/members/${eve.member_id}`), 204);
  await service.runJobs();
  expect(await marksOf(account)).toMatchObject([{ member_id: ada.member_id }]);
  bodyOf(await account.request("DELETE", `/v1/batches/${batch.id}`), 204);
  await service.runJobs();
  expect(await marksOf(account)).toEqual([]);
});

test("a list of ids has limits", async () => {
  const { account, id } = await givenComment();
  const { request } = await givenPerson(service, { role: "manager" }, account);

  for (const comment_ids of [[], Array(101).fill(id), ["x".repeat(51)], [7], undefined]) {
    const { status, body } = await request("POST", "/v1/comments/read", { comment_ids });
    expect([status, body.message]).toEqual([400, expect.stringContaining("comment_ids")]);
  }
  expect(await read({ request }, ...Array(100).fill(id))).toBe(1);
});
