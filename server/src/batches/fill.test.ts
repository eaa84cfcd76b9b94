import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, givenLines, givenProject } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { bulkItems } from "../bulk/bulk-job.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Filling } from "../platform/database/work-tables.ts";
import { newId } from "../platform/ids.ts";
import { addItems, removeItems } from "../queue/fill.ts";
import { fillBatch } from "./fill-job.ts";

const service = await startService();
const { request, db, deps, runJobs } = service;

/** More items than one request and one step of the job insert together. */
const MANY = 14_500;

/** An upload of three JSONL files: every tenth line is skipped, external ids are the positions. */
async function givenManyLines(size: number): Promise<string> {
  const upload_id = await givenLines(service, service, [{ text: "first", external_id: "1" }]);
  const third = Math.ceil((size - 1) / 3);
  for (let begun = 1, position = 2; begun < size; begun += third, position += 1) {
    const count = Math.min(third, size - begun);
    const id = newId("file");
    await sql`
      insert into files (id, account_id, upload_id, position, filename, content_type, size_bytes, sha256, medium,
        line_count, status, created_at)
      select ${id}, account_id, upload_id, ${position}::integer, filename, content_type, size_bytes, sha256, medium,
        ${count}::integer, status, created_at
      from files where upload_id = ${upload_id} and position = 1`.execute(db);
    await sql`
      insert into file_lines (account_id, file_id, line, text, external_id)
      select ${service.accountId}, ${id}, n + n / 10, 'text', (${begun}::integer + n)::text from generate_series(1, ${count}::integer) as n`.execute(
      db,
    );
  }
  return upload_id;
}

async function createLarge(size: number, settings: object = {}) {
  const { id: project_id } = await givenProject(service, settings);
  const upload_ids = [await givenManyLines(size)];
  return bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);
}

async function read(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

async function itemsOf(batch_id: string) {
  return db
    .selectFrom("items")
    .select(["id", "position", "external_id", "turn", "overlap_required", "open_slots"])
    .where("batch_id", "=", batch_id)
    .orderBy("position")
    .execute();
}

/** Makes the insert of the item at `position` fail until the returned function is called. */
async function breakAt(position: number): Promise<() => Promise<void>> {
  await sql`
    create function break_here() returns trigger language plpgsql as $$
      begin raise exception 'the worker dies here'; end $$`.execute(db);
  await sql`
    create trigger break_here before insert on items for each row
    when (new.position = ${sql.lit(position)}) execute function break_here()`.execute(db);
  return async () => void (await sql`drop function break_here cascade`.execute(db));
}

test("every line of a file becomes one item, whichever query plan the database chooses", async () => {
  const { id } = await givenBatch(service, { texts: 3_000 });

  const items = await itemsOf(id);
  expect(new Set(items.map((item) => item.id)).size).toBe(3_000);
  expect(await read(id)).toMatchObject({ item_count: 3_000, items_ready: 3_000 });
});

test("a step reads only the lines that it adds, at the start of a batch and within its files", async () => {
  const { id } = await createLarge(6_001);
  const batch = await db.selectFrom("batches").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  if (batch.filling === null) throw new Error("the request has added all items");

  expect(await linesRead(batch, batch.filling)).toBeLessThan(600);
  expect(await linesRead(batch, { ...batch.filling, items: 0, place: 0, line: 0 })).toBeLessThan(600);
});

/** The lines that one step of 500 items reads, in a batch without other items. */
function linesRead(batch: Row<"batches">, filling: Filling): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await tx.deleteFrom("items").where("batch_id", "=", batch.id).execute();
    const before = await linesFetched(tx);
    await addItems(tx, batch, filling, 500);
    return (await linesFetched(tx)) - before;
  });
}

async function linesFetched(tx: Tx): Promise<number> {
  const { rows } = await sql<{ fetched: number }>`
    select pg_stat_get_xact_tuples_fetched('file_lines'::regclass) as fetched`.execute(tx);
  return rows[0]?.fetched ?? 0;
}

test("a large batch is returned before all of its items exist, and a job adds the others", async () => {
  const created = await createLarge(MANY, { quality_policy: { overlap: 2 } });
  expect(created).toMatchObject({ status: "created", item_count: MANY, items_ready: 4_000 });
  expect(created.sentence).toBe("4,000 of 14,500 items added.");

  await runJobs();
  const filled = await read(created.id);
  expect(filled).toMatchObject({ status: "created", item_count: MANY, items_ready: MANY });
  expect(filled.sentence).toBe("0 of 14500 items labeled or excluded.");
  const items = await itemsOf(created.id);
  expect(items.map(({ position }) => position)).toEqual(items.map((_item, index) => index + 1));
  expect(items.map(({ external_id }) => external_id)).toEqual(items.map((_item, index) => String(index + 1)));
  expect(new Set(items.map(({ id }) => id)).size).toBe(MANY);
  expect(items.every((item) => item.overlap_required === 2 && item.open_slots === 2)).toBe(true);
});

test("the items of a large batch have different claim orders, which do not follow their positions", async () => {
  const { id } = await createLarge(MANY);
  await runJobs();

  const { rows } = await sql<{ step: number; orders: number; highest: number; correlation: number }>`
    select (position - 4001) / 10000 as step, count(distinct claim_order)::integer as orders,
      max(claim_order) as highest, corr(position, claim_order) as correlation
    from items where batch_id = ${id} and position > 4000 group by 1
    union all select -1, count(distinct claim_order)::integer, max(claim_order), 0 from items where batch_id = ${id}
    order by step`.execute(db);

  expect(rows.map(({ orders }) => orders)).toEqual([MANY, 10_000, 500]);
  for (const { highest, correlation } of rows) {
    expect(highest).toBeLessThan(2 ** 52);
    expect(Math.abs(correlation)).toBeLessThan(0.25); // of 500 random orders: 5.6 standard deviations
  }
});

test("text files and lines of files become items in the order of their uploads", async () => {
  const { id: project_id } = await givenProject(service);
  const lines = await givenManyLines(5_000);
  const sent = { files: [{ filename: "a.txt", text: "alone" }] };
  const texts = bodyOf(await request("POST", "/v1/uploads", sent), 201);
  const body = { project_id, upload_ids: [lines, texts.id] };
  const created = bodyOf(await request("POST", "/v1/batches", body), 201);
  await runJobs();

  const items = await itemsOf(created.id);
  expect(items.map(({ position }) => position)).toEqual(items.map((_item, index) => index + 1));
  expect(items.length).toBe(5_001);
  expect(items.at(-1)?.external_id).toBe(null);
});

test("claims and imports wait until all items of a batch exist", async () => {
  const { id: batch_id } = await createLarge(4_001);

  expect(await claim(service, "ann", { batch_id })).toBeUndefined();
  const answers = { annotations: [{ external_id: "1", annotator: "ann", result: { label: "yes" } }] };
  const gold = { gold: [{ external_id: "1", result: { label: "yes" } }] };
  const predictions = { predictions: [{ external_id: "1", model: "m", result: { label: "yes" } }] };
  for (const body of [answers, gold, predictions]) {
    expect(await request("POST", `/v1/batches/${batch_id}/${Object.keys(body)[0]}`, body)).toMatchObject({
      status: 409,
      body: {
        error: "invalid_state",
        message: "the batch has 4000 of its 4001 items so far; try again when items_ready equals item_count",
      },
    });
  }
  const more = { upload_ids: [await givenManyLines(2)] };
  expect((await request("POST", `/v1/batches/${batch_id}/files`, more)).status).toBe(409);

  await runJobs();
  expect(await claim(service, "ann", { batch_id })).toBeDefined();
  expect((await request("POST", `/v1/batches/${batch_id}/gold`, gold)).status).toBe(200);
});

test("a bulk change of a batch is refused until all of its items exist, and a bulk change of a project skips the batch", async () => {
  const { id: batch_id, project_id } = await createLarge(4_001);
  const change = { action: "exclude", reason: "blurred" };
  for (const dry_run of [true, false]) {
    const sent = { ...change, filter: { batch_id }, dry_run };
    expect(await request("POST", "/v1/items/bulk", sent)).toMatchObject({
      status: 409,
      body: {
        error: "invalid_state",
        message: "the batch has 4000 of its 4001 items so far; try again when items_ready equals item_count",
      },
    });
  }

  const sent = { ...change, filter: { project_id } };
  const { id } = bodyOf(await request("POST", "/v1/items/bulk", sent), 202);
  await bulkItems(deps, { account_id: service.accountId, job_id: id });
  expect(bodyOf(await request("GET", `/v1/items/bulk/${id}`), 200)).toMatchObject({
    status: "finished",
    changed: 0,
  });
  expect(await read(batch_id)).toMatchObject({ excluded_count: 0 });
});

test("a job that dies between two steps continues where it stopped", async () => {
  const { id: batch_id } = await createLarge(MANY);
  const mend = await breakAt(MANY - 1);
  await expect(fillBatch(deps, { account_id: service.accountId, batch_id })).rejects.toThrow(
    "the worker dies here",
  );
  expect(await read(batch_id)).toMatchObject({ items_ready: 14_000 });
  await mend();

  await runJobs();
  expect(await read(batch_id)).toMatchObject({ items_ready: MANY });
  expect(await itemsOf(batch_id)).toHaveLength(MANY);
});

test("a batch that is deleted while a job fills it leaves no items", async () => {
  const { id } = await createLarge(4_001);
  expect((await request("DELETE", `/v1/batches/${id}`)).status).toBe(204);

  await runJobs();
  expect(await itemsOf(id)).toEqual([]);
});

/** A batch whose later lines repeat an external_id. */
async function createUnfit(lines: number): Promise<string> {
  const { id: project_id } = await givenProject(service);
  const upload_id = await givenManyLines(lines);
  await sql`
    update file_lines set external_id = '7' where external_id = ${String(lines - 1)}
      and file_id in (select id from files where upload_id = ${upload_id})`.execute(db);
  const body = { project_id, upload_ids: [upload_id] };
  return bodyOf(await request("POST", "/v1/batches", body), 201).id;
}

test("a batch fails at once, its items go in small transactions, and a second run removes what a killed one left", async () => {
  const batch_id = await createUnfit(4_500);
  const job = { account_id: service.accountId, batch_id };
  const [held] = await itemsOf(batch_id);
  const other = await db.startTransaction().execute();
  await other
    .selectFrom("items")
    .where("id", "=", held?.id ?? "")
    .forUpdate()
    .execute();

  await fillBatch(deps, job);
  // A worker of the version before that takes this job once more leaves the items.
  await sql`delete from graphile_worker._private_jobs where key = ${`fill_batch:${batch_id}`}`.execute(db);
  const killed = removeItems(deps, job).catch((fault: unknown) => fault);
  await untilSomeoneWaits(db);
  expect(await read(batch_id)).toMatchObject({ status: "failed", items_ready: 0 });
  expect(await itemsOf(batch_id)).toEqual([held]);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  expect(await killed).toBeInstanceOf(Error);
  await other.rollback().execute();
  await runJobs();

  expect(await itemsOf(batch_id)).toEqual([]);
});

test("a batch with a repeated external_id in its later lines fails without items, and gives the reason", async () => {
  const id = await createUnfit(4_500);
  await runJobs();

  const message = 'external_id "7" occurs more than once in the batch';
  const reasons = [{ code: "invalid_items", message, count: 4_500 }];
  expect(await read(id)).toMatchObject({
    status: "failed",
    items_ready: 0,
    failure_reasons: reasons,
    sentence: `No item was added: ${message}.`,
  });
  expect(await itemsOf(id)).toEqual([]);
  const { data } = bodyOf(await request("GET", "/v1/events?type=batch.failed"), 200);
  expect(data.at(-1)).toMatchObject({ data: { batch_id: id, quality_score: 0, reasons } });
  expect(await request("POST", `/v1/batches/${id}/rework`)).toMatchObject({
    status: 409,
    body: { error: "invalid_state" },
  });
  expect((await request("DELETE", `/v1/batches/${id}`)).status).toBe(204);
});
