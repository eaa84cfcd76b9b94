import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, claim, givenProject } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import type { Row } from "../platform/database/tables.ts";
import { newId } from "../platform/ids.ts";
import { listBatchFiles } from "./batch-files.ts";
import { fillBatch } from "./fill-job.ts";

const service = await startService();
const { request, db, deps, accountId, runJobs } = service;

/** More files than one request records, in uploads of these sizes. */
const SIZES = [1_000, 3, 3_600] as const;

/** A ready upload of text files, the names of which are counted from 1. */
async function givenFiles(
  size: number,
  media_counts: Row<"uploads">["media_counts"] = null,
): Promise<string> {
  const id = newId("upload");
  await sql`
    insert into uploads (id, account_id, status, file_count, media_counts, created_at, updated_at)
    values (${id}, ${accountId}, 'ready', ${size}, ${media_counts && JSON.stringify(media_counts)}, now(), now())`.execute(
    db,
  );
  await sql`
    insert into files (id, account_id, upload_id, position, filename, content_type, size_bytes, sha256, medium, status, created_at)
    select 'file_' || ${id.slice(-20)} || lpad(n::text, 6, '0'), ${accountId}, ${id}, n - 1, n || '.txt', 'text/plain', 1,
      repeat('0', 64), 'text', 'ready', now()
    from generate_series(1, ${size}::integer) as n`.execute(db);
  return id;
}

async function filesOf(upload_id: string): Promise<string[]> {
  const files = await db
    .selectFrom("files")
    .select("id")
    .where("upload_id", "=", upload_id)
    .orderBy("position")
    .execute();
  return files.map(({ id }) => id);
}

/** A batch of two whole uploads and two files of a third, which comes between them, and all its files in order. */
async function createMany(sizes: readonly number[] = SIZES) {
  const { id: project_id } = await givenProject(service);
  const [first, second, third] = await Promise.all(sizes.map((size) => givenFiles(size)));
  if (first === undefined || second === undefined || third === undefined) throw new Error("three sizes");
  const [, ...single] = await filesOf(second);
  const upload_ids = [third, first];
  const sent = { project_id, upload_ids, file_ids: [...single].reverse() };
  const created = bodyOf(await request("POST", "/v1/batches", sent), 201);
  const parts = [
    { id: first, files: await filesOf(first) },
    { id: second, files: single },
    { id: third, files: await filesOf(third) },
  ];
  parts.sort((one, other) => (one.id < other.id ? -1 : 1));
  return { created, upload_ids: [first, second, third], files: parts.flatMap((part) => part.files) };
}

async function recorded(batch_id: string) {
  return db
    .selectFrom("batch_files")
    .select(["position", "file_id", "filename"])
    .where("batch_id", "=", batch_id)
    .orderBy("position")
    .execute();
}

/** All files of a batch, in steps that begin and end among the recorded ones and among the others. */
async function listed(id: string): Promise<string[]> {
  const ids: string[] = [];
  let found: string[] = [];
  do {
    const files = await listBatchFiles(db, { id, account_id: accountId }, ids.length, 900);
    expect(files.map(({ batch_position }) => batch_position)).toEqual(
      files.map((_file, index) => ids.length + index + 1),
    );
    found = files.map((file) => file.id);
    ids.push(...found);
  } while (found.length > 0);
  return ids;
}

async function jobsOf(batch_id: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker._private_jobs where key like ${`%:${batch_id}`} order by key`.execute(db);
  return rows.map(({ key }) => key.split(":")[0] ?? "");
}

/** Makes the record of the file at `position` fail until the returned function is called. */
async function breakAt(position: number): Promise<() => Promise<void>> {
  await sql`
    create function break_there() returns trigger language plpgsql as $$
      begin raise exception 'the worker dies here'; end $$`.execute(db);
  await sql`
    create trigger break_there before insert on batch_files for each row
    when (new.position = ${sql.lit(position)}) execute function break_there()`.execute(db);
  return async () => void (await sql`drop function break_there cascade`.execute(db));
}

test("a request records 4,000 files and names its uploads, and a job records the others in order before it adds their items", async () => {
  const { created, files } = await createMany();
  const count = files.length;
  expect(created).toMatchObject({ file_count: count, item_count: count, items_ready: 4_000 });
  expect((await recorded(created.id)).length).toBeLessThanOrEqual(4_000 + 4);
  expect(await jobsOf(created.id)).toEqual(["add_batch_files"]); // workers of the version before leave it

  await runJobs();
  const rows = await recorded(created.id);
  expect(rows.map(({ file_id }) => file_id)).toEqual(files);
  expect(rows.map(({ position }) => position)).toEqual(files.map((_id, index) => index + 1));
  expect(rows.every(({ filename }) => filename?.endsWith(".txt"))).toBe(true);
  const items = await db
    .selectFrom("items")
    .select(["file_id", "position"])
    .where("batch_id", "=", created.id)
    .orderBy("position")
    .execute();
  expect(items.map(({ file_id }) => file_id)).toEqual(files);
  expect(bodyOf(await request("GET", `/v1/batches/${created.id}`), 200)).toMatchObject({
    file_count: count,
    item_count: count,
    items_ready: count,
  });
  expect(await claim(service, "ann", { batch_id: created.id })).toBeDefined();
});

test("the files of a batch are listed completely while a job records them", async () => {
  const { created, files } = await createMany();
  const path = `/v1/batches/${created.id}/files?limit=100`;
  const first = bodyOf(await request("GET", path), 200);
  const second = bodyOf(await request("GET", `${path}&cursor=${first.next_cursor}`), 200);
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual(files.slice(0, 200));
  expect(await listed(created.id)).toEqual(files);

  await runJobs();
  expect(await listed(created.id)).toEqual(files);
});

test("an upload is in use from the request on", async () => {
  const { upload_ids } = await createMany();
  for (const id of upload_ids) {
    expect(await request("DELETE", `/v1/uploads/${id}`)).toMatchObject({
      status: 409,
      body: { error: "upload_in_use" },
    });
  }
  await runJobs();
});

test("a job that dies while it records files continues where it stopped", async () => {
  const { created, files } = await createMany([3_000, 3, 11_500]); // more than a step of the job records, too
  const mend = await breakAt(14_001);
  const job = { account_id: accountId, batch_id: created.id };
  await expect(fillBatch(deps, job)).rejects.toThrow("the worker dies here");
  expect((await recorded(created.id)).filter(({ position }) => position <= 14_000)).toHaveLength(14_000);
  expect(await listed(created.id)).toEqual(files);
  await mend();

  await runJobs();
  expect((await recorded(created.id)).map(({ file_id }) => file_id)).toEqual(files);
  expect(bodyOf(await request("GET", `/v1/batches/${created.id}`), 200).items_ready).toBe(files.length);
});

test("a batch that is deleted while a job records its files takes all of its uploads with it", async () => {
  const { created, upload_ids } = await createMany();
  expect((await request("DELETE", `/v1/batches/${created.id}`)).status).toBe(204);

  await runJobs();
  expect(await recorded(created.id)).toEqual([]);
  for (const id of upload_ids) {
    expect((await request("GET", `/v1/uploads/${id}`)).status).toBe(404);
    expect(await filesOf(id)).toEqual([]);
  }
});

test("batches that share an upload of many files each get all of them", async () => {
  const { id: project_id } = await givenProject(service);
  const upload_id = await givenFiles(4_500);
  const [, second = ""] = await filesOf(upload_id);
  const bodies = [{ upload_ids: [upload_id] }, { upload_ids: [upload_id], file_ids: [second] }];
  const ids: string[] = [];
  for (const body of bodies)
    ids.push(bodyOf(await request("POST", "/v1/batches", { project_id, ...body }), 201).id);
  await runJobs();

  for (const id of ids) expect(await recorded(id)).toHaveLength(4_500);
});

test("files without lines before the others delay the first item until these are recorded", async () => {
  const { id: project_id } = await givenProject(service);
  const ids = [await givenFiles(4_500), await givenFiles(4_500)].sort();
  const [empty = "", full = ""] = ids;
  await sql`update files set medium = 'lines', line_count = 0 where upload_id = ${empty}`.execute(db);
  const batch = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: ids }), 201);
  expect(batch).toMatchObject({ file_count: 9_000, item_count: 4_500, items_ready: 0 });

  await runJobs();
  const items = await db
    .selectFrom("items")
    .select("file_id")
    .where("batch_id", "=", batch.id)
    .orderBy("position")
    .execute();
  expect(items.map(({ file_id }) => file_id)).toEqual(await filesOf(full));
});

test("files that do not suit are counted, and the first twenty named, without a look at the others", async () => {
  const { id: project_id } = await givenProject(service);
  const uploads = [await givenFiles(30), await givenFiles(30, [{ medium: "image", files: 30, items: 30 }])];
  for (const id of uploads) {
    await sql`update files set medium = 'image' where upload_id = ${id}`.execute(db);
    const sent = { project_id, upload_ids: [id, await givenFiles(5)] };
    const { status, body } = await request("POST", "/v1/batches", sent);
    expect(status).toBe(400);
    const files = (await filesOf(id)).map((file, index) => `${index + 1}.txt (${file})`);
    expect(JSON.stringify(body)).toContain(
      `these files do not suit text_classification: ${files.slice(0, 20).join(", ")} and 10 more; send the others in file_ids`,
    );
  }
});

test("a batch of more than a million items is refused by the counts of its uploads", async () => {
  const { id: project_id } = await givenProject(service);
  const lists = [{ medium: "lines" as const, files: 1, items: 999_999 }];
  const upload_ids = [await givenFiles(1, lists), await givenFiles(2)];
  expect(await request("POST", "/v1/batches", { project_id, upload_ids })).toMatchObject({
    status: 400,
    body: { message: "a batch has at most 1000000 items, not 1000001" },
  });
});

test("an upload knows its files and items of each medium once it is ready", async () => {
  const counts = async (id: string) =>
    (await db.selectFrom("uploads").select("media_counts").where("id", "=", id).executeTakeFirstOrThrow())
      .media_counts;
  const files = [
    { filename: "a.txt", text: "alone" },
    { filename: "b.jsonl", text: '{"text":"one"}\n{"text":"two"}\n' },
    { filename: "c.txt", text: "too" },
  ];
  const quick = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  expect(await counts(quick.id)).toEqual([
    { medium: "text", files: 2, items: 2 },
    { medium: "lines", files: 1, items: 2 },
  ]);
});
