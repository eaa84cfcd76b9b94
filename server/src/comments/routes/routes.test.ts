import { expect, test } from "vitest";
import {
  annotateAll,
  auditAll,
  bodyOf,
  claim,
  givenBatch,
  givenProject,
  itemOf,
  submit,
} from "../../../test/given.ts";
import { givenPerson } from "../../../test/people.ts";
import { startService, type TestAccount } from "../../../test/service.ts";
import { newId } from "../../platform/ids.ts";

const service = await startService();
const { advance, request } = service;

/** An item with an answer of `ann`. */
async function givenAnswer(account: TestAccount = service) {
  const batch = await givenBatch(service, { account });
  const task = await claim(account, "ann", { batch_id: batch.id });
  const answer = bodyOf(await submit(account, task, "yes"), 200);
  return { batch, item_id: task.item.id as string, annotation_id: answer.id as string };
}

const say = (sent: object) => request("POST", "/v1/comments", { text: "Blurred?", ...sent });
const list = async (query: string) =>
  (await request("GET", `/v1/comments?sort=created_at&${query}`)).body.data;

test("a comment on a position in an answer can be listed by item, answer, batch and project", async () => {
  const { batch, ...on } = await givenAnswer();
  const place = { object: 2, span: { start: 4, end: 9 }, time: 1.5, point: { x: 10.5, y: 20 } };

  const { status, body, headers } = await say({ ...on, place, annotator: "eve" });

  const { data } = (await request("GET", "/v1/members?external_id=eve")).body;
  expect([status, headers.location]).toEqual([201, `/v1/comments/${body.id}`]);
  expect(body).toEqual({
    ...{
      id: expect.stringMatching(/^cmt_/),
      thread_id: body.id,
      project_id: batch.project_id,
      batch_id: batch.id,
    },
    ...{ ...on, author: { id: data[0].id, name: "eve" }, place, text: "Blurred?" },
    ...{ resolved: false, resolved_at: null, resolved_by: null },
    ...{ created_at: body.created_at, updated_at: body.created_at },
  });
  const { external_id, line } = bodyOf(await request("GET", `/v1/items/${body.item_id}`), 200);
  for (const query of [
    `item_id=${on.item_id}`,
    `annotation_id=${on.annotation_id}`,
    `batch_id=${batch.id}`,
    `project_id=${batch.project_id}`,
    `thread_id=${body.id}`,
  ])
    expect(await list(query), query).toEqual([
      { ...body, item: { external_id, file: { filename: "lines.jsonl" }, line }, unread: false },
    ]);
  expect((await request("GET", `/v1/comments/${body.id}`)).body).toEqual(body);
  expect(await list(`batch_id=${(await givenBatch(service)).id}`)).toEqual([]);
});

test("a comment names the file that the item's line links, as the item does", async () => {
  const { item_id } = await givenAnswer();
  await say({ item_id, annotator: "eve" });
  const { db } = service;
  const { file_id } = await db
    .selectFrom("items")
    .select("file_id")
    .where("id", "=", item_id)
    .executeTakeFirstOrThrow();
  const lines = await db.selectFrom("files").selectAll().where("id", "=", file_id).executeTakeFirstOrThrow();
  const photo = { ...lines, id: newId("file"), parent_file_id: file_id, filename: "photo.jpg", position: 2 };
  await db.insertInto("files").values(photo).execute();
  await db
    .updateTable("file_lines")
    .set({ media_file_id: photo.id })
    .where("file_id", "=", file_id)
    .execute();

  const { external_id, file, line } = bodyOf(await request("GET", `/v1/items/${item_id}`), 200);

  expect(file.filename).toBe("photo.jpg");
  expect(await list(`item_id=${item_id}`)).toMatchObject([
    { item: { external_id, file: { filename: "photo.jpg" }, line } },
  ]);
});

test("a reply joins its thread through any of its comments, and the thread can be resolved and reopened", async () => {
  const on = await givenAnswer();
  const { body: first } = await say({
    item_id: on.item_id,
    annotation_id: on.annotation_id,
    annotator: "eve",
  });
  advance(1);
  const { body: reply } = await say({ item_id: on.item_id, reply_to: first.id, annotator: "ann" });
  advance(1);
  const { body: last } = await say({ item_id: on.item_id, reply_to: reply.id, annotator: "eve" });

  expect([reply.thread_id, last.thread_id, last.annotation_id]).toEqual([
    first.id,
    first.id,
    on.annotation_id,
  ]);
  const resolved = await request("PATCH", `/v1/comments/${first.id}`, { resolved: true, annotator: "ann" });
  expect(resolved.body).toMatchObject({ resolved: true, resolved_by: reply.author.id });
  const thread = await list(`thread_id=${first.id}&resolved=true`);
  expect(thread.map(({ id }: { id: string }) => id)).toEqual([first.id, reply.id, last.id]);
  expect(await list(`thread_id=${first.id}&resolved=false`)).toEqual([]);
  const refused = await request("PATCH", `/v1/comments/${reply.id}`, { resolved: true });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining("thread_id")]);
  await request("PATCH", `/v1/comments/${first.id}`, { resolved: false });
  expect(await list(`thread_id=${first.id}&resolved=false`)).toHaveLength(3);
});

test("annotators find comments on their answers, and the threads they began", async () => {
  const on = await givenAnswer();
  const item = { item_id: on.item_id };
  const { body: ofAnswer } = await say({ ...item, annotation_id: on.annotation_id, annotator: "auditor" });
  const { body: begun } = await say({ ...item, annotator: "ann" });
  await say({ ...item, annotator: "auditor" });

  const ids = (await list(`annotator=ann&item_id=${on.item_id}`)).map(({ id }: { id: string }) => id).sort();

  expect(ids).toEqual([ofAnswer.id, begun.id].sort());
  expect(await list("annotator=nobody")).toEqual([]);
});

test("annotators find an auditor's comments on an item once it has come back", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  const task = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  const item_id = task.item.id as string;
  const { body: ofAuditor } = await say({ item_id, annotator: "eve" });
  await say({ item_id, annotator: "passer-by" });
  const seenBy = async (annotator: string) =>
    (await list(`annotator=${annotator}&item_id=${item_id}`)).map((comment: { id: string }) => comment.id);
  bodyOf(await submit(service, task, "no"), 200);
  await auditAll(service, id, "eve", () => "no");
  await service.runJobs();

  expect(await seenBy("ann")).toEqual([]);
  bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);
  expect(await seenBy("ann")).toEqual([ofAuditor.id]);
  expect(await seenBy("bob")).toEqual([]);
});

test("only the author of a comment changes its text or deletes it, and only without replies", async () => {
  const { item_id } = await givenAnswer();
  const { body: own } = await say({ item_id, annotator: "eve" });
  const url = `/v1/comments/${own.id}`;

  expect((await request("PATCH", url, { text: "x", annotator: "ann" })).status).toBe(403);
  expect((await request("DELETE", `${url}?annotator=ann`)).status).toBe(403);
  expect((await request("DELETE", `${url}?annotator=${"a".repeat(201)}`)).status).toBe(400);
  const { body: stranger } = await (await service.givenAccount()).request("POST", "/v1/members", {
    name: "x",
  });
  expect((await request("DELETE", `${url}?annotator=${stranger.id}`)).status).toBe(404);
  const changed = await request("PATCH", url, { text: "Too dark", annotator: "eve" });
  expect([changed.status, changed.body.text]).toEqual([200, "Too dark"]);
  const { body: reply } = await say({ item_id, reply_to: own.id, annotator: "ann" });
  expect(await request("DELETE", `${url}?annotator=eve`)).toMatchObject({
    status: 409,
    body: { error: "conflict" },
  });
  expect((await request("DELETE", `/v1/comments/${reply.id}?annotator=ann`)).status).toBe(204);
  expect((await request("DELETE", `${url}?annotator=eve`)).status).toBe(204);
  expect((await request("GET", url)).status).toBe(404);
});

test("a comment on an item and another item's answer is refused", async () => {
  const on = await givenAnswer();
  const other = await givenAnswer();
  const { body: elsewhere } = await say({ item_id: other.item_id });
  const { item_id } = on;

  for (const [sent, words] of [
    [{ item_id, annotation_id: other.annotation_id }, "annotation_id"],
    [{ item_id, reply_to: elsewhere.id }, "reply_to"],
    [{ item_id, place: { span: { start: 4, end: 4 } } }, "span"],
    [{ item_id, place: {} }, "place"],
    [{ item_id, place: { page: 1 } }, "page"],
    [{ item_id, text: "" }, "text"],
    [{ text: "x" }, "item_id"],
  ] as const) {
    const { status, body } = await say(sent);
    expect([status, body.message], words).toEqual([400, expect.stringContaining(words)]);
  }
  expect((await request("GET", "/v1/comments?limit=0")).status).toBe(400);
  const theirs = await givenAnswer(await service.givenAccount());
  expect((await say({ item_id, annotation_id: theirs.annotation_id })).status).toBe(404);
  expect((await say({ item_id: theirs.item_id })).status).toBe(404);
  expect(await list(`annotation_id=${theirs.annotation_id}`)).toEqual([]);
});

test("deleting a batch deletes its comments", async () => {
  const { batch, item_id } = await givenAnswer();
  const { body } = await say({ item_id, text: "of Gone9marker" });

  await request("DELETE", `/v1/batches/${batch.id}`);
  expect((await request("GET", `/v1/comments/${body.id}`)).status).toBe(404);
  expect(await list(`item_id=${item_id}`)).toEqual([]);
  await service.runJobs();

  expect(await service.db.selectFrom("comments").selectAll().where("id", "=", body.id).execute()).toEqual([]);
});

test("comments of a deleted member show their pseudonym", async () => {
  const { batch } = await givenAnswer();
  const { id: item_id } = await itemOf(service, batch.id, "2");
  const { body } = await say({ item_id, annotator: "leaving" });

  await request("DELETE", `/v1/members/${body.author.id}`);

  expect((await list(`item_id=${item_id}`))[0].author.name).toMatch(/^Former member/);
});

test("annotators who are signed in see what concerns them, and others what is in their projects", async () => {
  const account = await service.givenAccount();
  const { item_id, annotation_id, batch } = await givenAnswer(account);
  const annotator = await givenPerson(service, { role: "annotator" }, account);
  const elsewhere = await givenProject(account);
  const reviewer = await givenPerson(service, { role: "reviewer", project_ids: [elsewhere.id] }, account);
  const inside = await givenPerson(service, { role: "manager", project_ids: [batch.project_id] }, account);
  const { body } = await account.request("POST", "/v1/comments", {
    item_id,
    annotation_id,
    text: "Blurred?",
  });
  const seenBy = async ({ token }: { token: string }) => {
    const as = service.requestWith(token);
    const { status } = await as("GET", `/v1/comments/${body.id}`);
    return [status, (await as("GET", "/v1/comments")).body.data.length];
  };

  expect(await seenBy(annotator)).toEqual([404, 0]);
  expect(await seenBy(reviewer)).toEqual([404, 0]);
  expect(await seenBy(inside)).toEqual([200, 1]);
  await service.db
    .updateTable("annotations")
    .set({ member_id: annotator.member_id })
    .where("id", "=", annotation_id)
    .execute();
  expect(await seenBy(annotator)).toEqual([200, 1]);
});

test("signed-in annotators comment on items they worked on, and on no answer except their own", async () => {
  const account = await service.givenAccount();
  const { item_id, annotation_id, batch } = await givenAnswer(account);
  const annotator = await givenPerson(service, { role: "annotator" }, account);
  const reviewer = await givenPerson(service, { role: "reviewer" }, account);
  const by = async (person: typeof annotator, sent: object) => {
    const { status, body } = await person.request("POST", "/v1/comments", { text: "Blurred?", ...sent });
    return status === 201 ? 201 : [status, body.message];
  };
  const noItem = (id: string) => [404, `there is no item ${id}`];

  expect(await by(annotator, { item_id })).toEqual(noItem(item_id));
  expect(await by(reviewer, { item_id, annotation_id })).toBe(201);
  const at = { ...account, request: annotator.request };
  const task = await claim(at, annotator.member_id, { batch_id: batch.id });
  expect(task.item.id).toBe(item_id);
  expect(await by(annotator, { item_id })).toBe(201);
  const noAnswer = [404, `there is no annotation ${annotation_id}`];
  expect(await by(annotator, { item_id, annotation_id })).toEqual(noAnswer);
  bodyOf(await annotator.request("POST", `/v1/tasks/${task.id}/release`, {}), 200);
  expect(await by(annotator, { item_id })).toBe(201);

  const items = bodyOf(await account.request("GET", `/v1/items?batch_id=${batch.id}`), 200).data;
  const { id: other, external_id } = items.find(({ id }: { id: string }) => id !== item_id);
  expect(await by(annotator, { item_id: other })).toEqual(noItem(other));
  const annotations = [{ external_id, annotator: annotator.member_id, result: { label: "yes" } }];
  bodyOf(await account.request("POST", `/v1/batches/${batch.id}/annotations`, { annotations }), 200);
  const { body } = await account.request("GET", `/v1/items/${other}/annotations`);
  expect(await by(annotator, { item_id: other, annotation_id: body.data[0].id })).toBe(201);
});
