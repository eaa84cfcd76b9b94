import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  annotateAll,
  auditAll,
  bodyOf,
  claim,
  givenBatch,
  givenLines,
  givenProject,
  submit,
} from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { MAX_QUICK_BYTES } from "../uploads/receiving/limits.ts";

const service = await startService();
const { request, db } = service;

interface Shown {
  readonly id: string;
  readonly external_id: string;
}

async function list(query: string): Promise<string[]> {
  const { data } = bodyOf(await request("GET", `/v1/items?${query}`), 200);
  return (data as Shown[]).map(({ external_id }) => external_id);
}

/** Every item of a list, page by page. */
async function walk(query: string): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (let cursor = ""; ; ) {
    const { data, next_cursor } = bodyOf(await request("GET", `/v1/items?${query}${cursor}`), 200);
    shown.push(...data);
    if (next_cursor === null) return shown;
    cursor = `&cursor=${next_cursor}`;
  }
}

test("items of a batch come by position, and each filter narrows them", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 12 });
  await annotateAll(service, id, ["ann"], (text) => (text === "text 3" ? "no" : "yes"));
  await request("POST", `/v1/batches/${id}/annotations`, {
    annotations: ["1", "2", "3"].map((external_id) => ({
      external_id,
      annotator: "bob",
      result: { label: external_id === "3" ? "no" : "yes" },
    })),
  });
  await db.updateTable("items").set({ support: 0.7 }).where("external_id", "=", "2").execute();
  await db
    .updateTable("items")
    .set({ metadata: JSON.stringify({ sensor: "cam2", n: 7 }) })
    .where("external_id", "=", "4")
    .execute();
  const scope = `batch_id=${id}`;

  expect(await list(scope)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
  expect(await list(`project_id=${project_id}&limit=2`)).toEqual(["1", "2"]);
  expect(await list(`${scope}&state=accepted`)).toEqual(["1", "2", "3"]);
  expect(await list(`${scope}&state=excluded`)).toEqual([]);
  expect(await list(`${scope}&label=no`)).toEqual(["3"]);
  expect(await list(`${scope}&annotator=bob&label=yes`)).toEqual(["1", "2"]);
  expect(await list(`${scope}&annotator=nobody`)).toEqual([]);
  expect(await list(`${scope}&answer=no`)).toEqual(["3"]);
  expect(await list(`${scope}&answer=yes&annotator=bob`)).toEqual(["1", "2"]);
  expect(await list(`${scope}&answer=yes&label=no`)).toEqual([]);
  expect(await list(`${scope}&support_lt=0.7`)).toEqual([]);
  expect(await list(`${scope}&support_lt=0.71`)).toEqual(["2"]);
  expect(await list(`${scope}&support_lt=1e-60`)).toEqual([]);
  expect(await list(`${scope}&support_lt=1e60`)).toEqual(["1", "2", "3"]);
  expect(await list(`${scope}&external_id=7`)).toEqual(["7"]);
  expect(await list(`project_id=${project_id}&external_id=7`)).toEqual(["7"]);
  expect(await list(`${scope}&metadata.sensor=cam2&metadata.n=7`)).toEqual(["4"]);
  expect(await list(`${scope}&metadata.sensor=cam3`)).toEqual([]);
  expect(await list(`${scope}&q=TEXT%201`)).toEqual(["1", "10", "11", "12"]);

  const differs = { external_id: "4", annotator: "cid", result: { label: "no" } };
  await request("POST", `/v1/batches/${id}/annotations`, { annotations: [differs] });
  expect(await list(`${scope}&answer=no&other_answer=yes`)).toEqual(["4"]);
  expect(await list(`${scope}&answer=no&other_answer=no`)).toEqual(["3"]);
  expect(await list(`${scope}&answer=no&other_answer=yes&annotator=ann`)).toEqual([]);
});

test("the labels of a batch by rising support, then position, in pages, without those of models", async () => {
  const { id } = await givenBatch(service, {
    texts: 6,
    settings: { quality_policy: { overlap: 1, gold_share: 0 } },
  });
  await annotateAll(service, id, ["ann"]);
  const supports = [1, 0.6, 0.6, 0.3, null];
  for (const [index, support] of supports.entries())
    await db
      .updateTable("items")
      .set({ support })
      .where("batch_id", "=", id)
      .where("position", "=", index + 1)
      .execute();
  await db
    .updateTable("items")
    .set({ status: "open" })
    .where("batch_id", "=", id)
    .where("position", "=", 6)
    .execute();

  const sorted = `batch_id=${id}&sort=support`;
  expect(await list(sorted)).toEqual(["4", "2", "3", "1"]);
  expect((await walk(`${sorted}&limit=1`)).map(({ external_id }) => external_id)).toEqual([
    "4",
    "2",
    "3",
    "1",
  ]);
  expect(await list(`${sorted}&label=yes`)).toEqual(["4", "2", "3", "1"]);
  expect(await list(`${sorted}&label=no`)).toEqual([]);
  const some = await walk(`${sorted}&support_lt=0.7&limit=1`);
  expect(some.map(({ external_id }) => external_id)).toEqual(["4", "2", "3"]);
  expect(await list(`${sorted}&external_id=3`)).toEqual(["3"]);
  for (const query of ["sort=support", `${sorted}&cursor=${"x".repeat(8)}`])
    expect((await request("GET", `/v1/items?${query}`)).body.error).toBe("invalid_request");
});

test("items wait for an adjudicator, or for one more annotator after a tie", async () => {
  const quality_policy = { overlap: 2 };
  const { id } = await givenBatch(service, { texts: 3, settings: { quality_policy } });
  await annotateAll(service, id, ["ann", "ben"], (text, annotator) =>
    text === "text 1" || annotator === "ann" ? "yes" : "no",
  );
  const waitsFor = (what: string) => list(`batch_id=${id}&waits_for=${what}`);
  expect(await waitsFor("another_answer")).toEqual(["2", "3"]);
  expect(await waitsFor("adjudication")).toEqual([]);

  const filter = { batch_id: id, waits_for: "another_answer" };
  bodyOf(await request("POST", "/v1/items/bulk", { filter, action: "adjudicate" }), 202);
  await service.runJobs();

  expect(await waitsFor("adjudication")).toEqual(["2", "3"]);
  expect(await waitsFor("another_answer")).toEqual([]);
});

test("labels that an audit found wrong are listed once the batch has its verdict", async () => {
  const settings = { quality_policy: { overlap: 1, gold_share: 0 } };
  const { id, project_id } = await givenBatch(service, { texts: 4, settings });
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  const wrong = () => list(`batch_id=${id}&audited=wrong`);
  const judge = (text: string) => (text === "text 2" ? "yes" : "no");
  const first = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  bodyOf(await submit(service, first, judge(first?.item.text)), 200);
  expect(await wrong()).toEqual([]);

  await auditAll(service, id, "eve", judge);
  await service.runJobs();

  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).status).toBe("failed");
  const found = await wrong();
  expect(found.length).toBeGreaterThan(1);
  expect(found).toEqual((await judgedWrong(id)).sort());
  expect((await request("GET", `/v1/items?project_id=${project_id}&audited=wrong`)).body.message).toBe(
    "audited needs batch_id",
  );

  bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);
  expect(await wrong()).toEqual(found);
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  expect(await wrong()).toEqual(found);
  await auditAll(service, id, "eve", () => "yes");
  await service.runJobs();
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200).round).toBe(2);
  expect(await wrong()).toEqual([]);
});

/** What the database has of the audits of a batch. */
async function judgedWrong(batch_id: string) {
  const rows = await db
    .selectFrom("audits")
    .innerJoin("items", (join) =>
      join.onRef("items.id", "=", "audits.item_id").onRef("items.account_id", "=", "audits.account_id"),
    )
    .select("external_id")
    .where("audits.batch_id", "=", batch_id)
    .where("acceptable", "=", false)
    .execute();
  return rows.flatMap(({ external_id }) => external_id ?? []);
}

test("a list shows the beginning of each item's content, an item shows all of it", async () => {
  const { id: project_id } = await givenProject(service);
  const text = "🙂".repeat(300);
  const upload_ids = [await givenLines(service, service, [{ text }])];
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);

  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  const item = await request("GET", `/v1/items/${data[0].id}`);

  expect(data[0]).toMatchObject({
    batch_id: id,
    position: 1,
    line: 1,
    status: "open",
    label: null,
    answer_count: 0,
  });
  const { excerpt, outline, ...state } = data[0];
  expect([excerpt, outline, state.text]).toEqual(["🙂".repeat(200), null, undefined]);
  expect(item).toMatchObject({ status: 200, body: { ...state, text, predictions: [] } });
  expect(item.body.content_url).toContain(`/v1/files/${data[0].file.id}/content?expires=`);
});

test("a list shows what each conversation holds and how its user begins, whichever way its lines were stored", async () => {
  const { id: project_id } = await givenProject(service);
  const call = { id: "1", type: "function", function: { name: "search", arguments: "{}" } };
  const messages = [
    { role: "system", content: "You are an agent." },
    { role: "user", content: "Will it\train?" },
    { role: "assistant", content: null, tool_calls: [call] },
  ];
  const long = { role: "tool", tool_call_id: "1", content: "x".repeat(MAX_QUICK_BYTES) };
  const sent = [[{ messages }, { text: "plain" }], [{ messages: [...messages, long] }]];
  const upload_ids: string[] = [];
  for (const lines of sent) {
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    const upload = await request("POST", "/v1/uploads", { files: [{ filename: "chats.jsonl", text }] });
    upload_ids.push(bodyOf(upload, 201).id);
  }
  await service.runJobs();
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);

  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);
  const search = { tools: ["search"], tool_count: 1 };
  expect(data).toMatchObject([
    { excerpt: "Will it\train?", outline: { steps: 3, ...search } },
    { excerpt: "plain", outline: null },
    { excerpt: "Will it\train?", outline: { steps: 4, ...search } },
  ]);
});

test("pages contain each item once while items and batches are added, over the batches of a project", async () => {
  const project = await givenProject(service);
  const batch = async (prefix: string) => {
    const lines = Array.from({ length: 7 }, (_, index) => ({ text: "t", external_id: `${prefix}${index}` }));
    const upload_ids = [await givenLines(service, service, lines)];
    return { upload_ids, project_id: project.id };
  };
  const first = bodyOf(await request("POST", "/v1/batches", await batch("a")), 201);
  bodyOf(await request("POST", "/v1/batches", await batch("b")), 201);
  const before = await walk(`project_id=${project.id}&limit=1000`);

  const seen: Shown[] = [];
  for (let cursor = "", pages = 0; ; pages += 1) {
    const url = `/v1/items?project_id=${project.id}&limit=3${cursor}`;
    const { data, next_cursor } = bodyOf(await request("GET", url), 200);
    seen.push(...data);
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
    if (pages === 1) {
      const { upload_ids } = await batch("c");
      bodyOf(await request("POST", `/v1/batches/${first.id}/files`, { upload_ids }), 200);
    }
    if (pages === 3) bodyOf(await request("POST", "/v1/batches", await batch("d")), 201);
  }

  const ids = seen.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => before.some((item) => item.id === id))).toEqual(before.map(({ id }) => id));
});

test("a selective filter gives short pages, and every match in the end", async () => {
  const { id } = await givenBatch(service, { texts: 2 });
  const { file_id } = await db
    .selectFrom("items")
    .select("file_id")
    .where("batch_id", "=", id)
    .executeTakeFirstOrThrow();
  const rare = (position: number) => (position % 50_000 === 7 ? "excluded" : "open");
  const positions = [7, 49_999, 50_007, 99_999, 100_007];
  // Only positions matter: the walk looks at positions, most of which are empty here.
  await db
    .insertInto("items")
    .values(
      positions.map((position) => ({
        id: `item_${String(position).padStart(26, "0")}`,
        account_id: service.accountId,
        batch_id: id,
        position,
        file_id,
        external_id: `rare ${position}`,
        priority: 0,
        metadata: "{}",
        status: rare(position),
        overlap_required: 1,
        open_slots: 0,
        claim_order: position,
      })),
    )
    .execute();
  await db.updateTable("batches").set({ item_count: 120_000 }).where("id", "=", id).execute();

  const first = bodyOf(await request("GET", `/v1/items?batch_id=${id}&state=excluded`), 200);
  const all = await walk(`batch_id=${id}&state=excluded`);

  expect(first).toMatchObject({ has_more: true, data: [{ position: 7 }] });
  expect(all.map(({ external_id }) => external_id)).toEqual(["rare 7", "rare 50007", "rare 100007"]);
});

test("items with large labels come in shorter pages, and none is missing", async () => {
  const { id } = await givenBatch(service, { texts: 4 });
  const noise = randomBytes(1_500_000).toString("hex"); // random data does not compress
  const result = JSON.stringify({ label: noise });
  await db.updateTable("items").set({ result }).where("batch_id", "=", id).execute();

  const first = bodyOf(await request("GET", `/v1/items?batch_id=${id}`), 200);

  expect(first.data.length).toBeLessThan(4);
  expect((await walk(`batch_id=${id}`)).map(({ external_id }) => external_id)).toEqual(["1", "2", "3", "4"]);
});

test("labels are shown and found by their current names", async () => {
  const { id, project_id } = await givenBatch(service, {
    texts: 2,
    settings: {
      labels: [
        { id: "y", name: "yes" },
        { id: "n", name: "no" },
      ],
    },
  });
  await request("POST", `/v1/batches/${id}/predictions`, {
    predictions: [{ external_id: "1", model: "m", result: { label: "yes" } }],
  });
  await annotateAll(service, id, ["ann", "bob"]);
  const labels = [
    { id: "y", name: "agreed" },
    { id: "n", name: "no" },
  ];
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels }), 200);

  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${id}&label=agreed`), 200);
  const item = await request("GET", `/v1/items/${data[0]?.id}`);

  expect(data).toMatchObject([{ label: { label: "agreed" } }, { label: { label: "agreed" } }]);
  expect(item.body).toMatchObject({
    label: { label: "agreed" },
    predictions: [{ result: { label: "agreed" } }],
  });
});

test("malformed queries are refused, and another account's ids are not found", async () => {
  const { id, project_id } = await givenBatch(service, { texts: 3 });
  const other = await givenBatch(service, { texts: 3 });
  const stranger = await service.givenAccount();
  const page = bodyOf(await request("GET", `/v1/items?batch_id=${id}&limit=1`), 200);
  const cursor = `cursor=${page.next_cursor}`;

  for (const query of [
    "",
    "state=open",
    `batch_id=${id}&limit=0`,
    `batch_id=${id}&limit=1001`,
    `batch_id=${id}&limit=abc`,
    `batch_id=${id}&state=done`,
    `batch_id=${id}&support_lt=much`,
    `batch_id=${id}&other_answer=yes`,
    `batch_id=${id}&cursor=garbage`,
    `batch_id=${id}&state=open&${cursor}`,
    `batch_id=${other.id}&${cursor}`,
    `batch_id=${id}&metadata.k=1&metadata.k=2`,
  ]) {
    expect([query, (await request("GET", `/v1/items?${query}`)).status]).toEqual([query, 400]);
  }
  const [item] = page.data;
  for (const path of [
    `items?batch_id=${id}`,
    `items?project_id=${project_id}`,
    `items/${item.id}`,
    `batches/${id}/files`,
  ]) {
    expect([path, (await stranger.request("GET", `/v1/${path}`)).status]).toEqual([path, 404]);
  }
  const wrongProject = await request("GET", `/v1/items?batch_id=${id}&project_id=${other.project_id}`);
  expect(wrongProject.status).toBe(404);
  expect((await request("GET", "/v1/items/item_none")).status).toBe(404);
});

test("a batch's files are listed in its order, page by page", async () => {
  const project = await givenProject(service);
  const upload_ids = [];
  for (const text of ["a", "b", "c"]) upload_ids.push(await givenLines(service, service, [{ text }]));
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id: project.id, upload_ids }), 201);

  const first = bodyOf(await request("GET", `/v1/batches/${batch.id}/files?limit=2`), 200);
  const second = bodyOf(
    await request("GET", `/v1/batches/${batch.id}/files?limit=2&cursor=${first.next_cursor}`),
    200,
  );

  expect(first.has_more).toBe(true);
  expect(second).toMatchObject({ has_more: false, next_cursor: null });
  const listed = [...first.data, ...second.data];
  expect(listed.map((file: { upload_id: string }) => file.upload_id)).toEqual(upload_ids.toSorted());
  expect(listed[0]).toMatchObject({ filename: "lines.jsonl", line_count: 1, status: "ready" });
  expect((await request("GET", `/v1/batches/${batch.id}/files?cursor=x`)).status).toBe(400);
});
