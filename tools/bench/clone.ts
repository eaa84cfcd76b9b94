import type { Service } from "./service.ts";

/** Tables of which a batch's rows name it in `batch_id`, and which are copied with it. */
const OF_A_BATCH = ["batch_files", "batch_progress", "items", "tasks", "annotations", "claim_cursors"];

/** Tables of which an account's rows name it in `account_id`. */
const OF_AN_ACCOUNT = [
  "members",
  "projects",
  "uploads",
  "files",
  "batches",
  "tasks",
  "annotations",
  "events",
  "audit_log",
];

/** Tables of which an account's rows name a project, a file or a batch. */
const OF_PARTS_OF_AN_ACCOUNT = [
  { parent: "project", parents: "projects", tables: ["project_versions"] },
  { parent: "file", parents: "files", tables: ["file_lines"] },
  {
    parent: "batch",
    parents: "batches",
    tables: ["batch_files", "batch_progress", "items", "claim_cursors"],
  },
];

/** Columns that name a row that is copied too. */
const IDS_IN_A_BATCH = new Set(["batch_id", "item_id", "task_id", "annotation_id"]);
const IDS_IN_AN_ACCOUNT = new Set([
  ...IDS_IN_A_BATCH,
  ...["account_id", "project_id", "upload_id", "file_id", "member_id", "parent_file_id", "media_file_id"],
  ...["event_id", "actor_id", "resource_id"],
]);

/** Copies of one statement: the WAL and the memory of one stay small. */
const COPIES_AT_ONCE = 500;
const ROWS_AT_ONCE = 100_000;

/** The tables that get most of the rows. */
const LARGE = ["items", "tasks", "annotations"];

/** Stores `copies` copies of a batch beside it, in its project, each with items, tasks and answers of their own. */
export async function cloneBatch(service: Service, batch_id: string, copies: number): Promise<void> {
  const { rows } = await service.db.query<{ item_count: number }>(
    "select item_count from batches where id = $1",
    [batch_id],
  );
  const atOnce = Math.max(1, Math.floor(ROWS_AT_ONCE / (rows[0]?.item_count ?? 1)));
  await withoutIndexes(service, () =>
    inSteps(copies, atOnce, async (from, to) => {
      const ids = IDS_IN_A_BATCH;
      await copy(service, { table: "batches", where: "id = $1", value: batch_id, ids, from, to });
      for (const table of OF_A_BATCH)
        await copy(service, { table, where: "batch_id = $1", value: batch_id, ids, from, to });
    }),
  );
  await service.db.query(
    "update projects set batch_count = batch_count + $1 where id = (select project_id from batches where id = $2)",
    [copies, batch_id],
  );
}

/** Stores `copies` copies of the whole account of a batch, without its keys and people. */
export async function cloneAccount(service: Service, batch_id: string, copies: number): Promise<void> {
  const { rows } = await service.db.query<{ account_id: string }>(
    "select account_id from batches where id = $1",
    [batch_id],
  );
  const value = rows[0]?.account_id ?? "";
  const ids = IDS_IN_AN_ACCOUNT;
  await inSteps(copies, COPIES_AT_ONCE, async (from, to) => {
    await copy(service, { table: "accounts", where: "id = $1", value, ids, from, to });
    for (const table of OF_AN_ACCOUNT)
      await copy(service, { table, where: "account_id = $1", value, ids, from, to });
    for (const { parent, parents, tables } of OF_PARTS_OF_AN_ACCOUNT) {
      const where = `${parent}_id in (select id from ${parents} where account_id = $1)`;
      for (const table of tables) await copy(service, { table, where, value, ids, from, to });
    }
  });
}

/**
 * Runs `work`, which inserts many rows, without the indexes of the large tables, and builds them again: to insert 20
 * million items into them takes three times as long.
 */
async function withoutIndexes({ db }: Service, work: () => Promise<void>): Promise<void> {
  const { rows } = await db.query<{ name: string; on: string; build: string; is_key: boolean }>(
    `select indexrelid::regclass::text as name, indrelid::regclass::text as on,
       coalesce(pg_get_constraintdef(pg_constraint.oid), pg_get_indexdef(indexrelid)) as build,
       pg_constraint.oid is not null as is_key
     from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
     where indrelid = any($1::regclass[])`,
    [LARGE],
  );
  for (const { name, on, is_key } of rows)
    await db.query(is_key ? `alter table ${on} drop constraint ${name}` : `drop index ${name}`);
  await work();
  await db.query("set maintenance_work_mem = '1GB'");
  for (const { name, on, build, is_key } of rows)
    await db.query(is_key ? `alter table ${on} add constraint ${name} ${build}` : build);
  await db.query("reset maintenance_work_mem");
}

async function inSteps(
  copies: number,
  size: number,
  step: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let from = 1; from <= copies; from += size) await step(from, Math.min(copies, from + size - 1));
}

interface Copies {
  readonly table: string;
  readonly where: string;
  readonly value: string;
  /** Columns whose ids get the copy's number; `id` always does. */
  readonly ids: ReadonlySet<string>;
  readonly from: number;
  readonly to: number;
}

/**
 * Inserts copies number `from` to `to` of rows. The number takes six of the sixteen random characters of an id's ULID,
 * so that ids keep their order and stay unique.
 */
async function copy({ db }: Service, { table, where, value, ids, from, to }: Copies): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  );
  const numbered = (name: string) =>
    `left(${name}, length(${name}) - 16) || lpad(n::text, 6, '0') || right(${name}, 10)`;
  const columns = rows.map(({ name }) => ({ name: `"${name}"`, isId: name === "id" || ids.has(name) }));
  await db.query(
    `insert into ${table} (${columns.map(({ name }) => name)})
     select ${columns.map(({ name, isId }) => (isId ? numbered(`source.${name}`) : `source.${name}`))}
     from (select * from ${table} where ${where}) as source, generate_series($2::integer, $3::integer) as n`,
    [value, from, to],
  );
}
