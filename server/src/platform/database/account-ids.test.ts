import pg from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "../../../test/postgres.ts";
import { untilHolds } from "../../../test/until.ts";
import { applyMigration, createMigrationsTable, listMigrations, migrate } from "./migrate.ts";

/** Versions without accounts in all tables know the migrations below this one; the one below `AUDITS` has them in all but `audits`. */
const FIRST = "0060_account_ids.sql";
const AUDITS = "0083_account_of_audits.sql";

/** Each table that had no account before, with the row `n` of the account by the parents that `givenParents` inserts. */
const ROWS: Readonly<Record<string, (n: string) => object>> = {
  project_versions: (n) => ({
    ...{
      project_id: `proj_${n}`,
      version: 1,
      labels: "[]",
      fields: "[]",
      type_options: "{}",
      created_at: NOW,
    },
  }),
  guideline_confirmations: (n) => ({
    ...{ member_id: `mem_${n}`, project_id: `proj_${n}`, version: 1, confirmed_at: NOW },
  }),
  upload_skips: (n) => ({ upload_id: `upl_${n}`, position: 1, filename: "a.csv", reason: "empty" }),
  batch_files: (n) => ({ batch_id: `batch_${n}`, position: 1, file_id: `file_${n}` }),
  batch_progress: (n) => ({ batch_id: `batch_${n}`, shard: 1 }),
  items: (n) => ({
    ...{
      id: `item_${n}`,
      batch_id: `batch_${n}`,
      position: 1,
      file_id: `file_${n}`,
      priority: 0,
      metadata: "{}",
    },
    ...{ overlap_required: 1, open_slots: 1, claim_order: 1 },
  }),
  claim_cursors: (n) => ({
    member_id: `mem_${n}`,
    batch_id: `batch_${n}`,
    priority: 0,
    turn: 0,
    claim_order: 1,
  }),
  gold_answers: (n) => ({
    ...{ item_id: `item_${n}`, batch_id: `batch_${n}`, guideline_version: 1, result: "{}", created_at: NOW },
  }),
  predictions: (n) => ({
    ...{
      id: `pred_${n}`,
      batch_id: `batch_${n}`,
      item_id: `item_${n}`,
      model: "m",
      guideline_version: 1,
      result: "{}",
    },
    created_at: NOW,
  }),
  looked_items: (n) => ({ batch_id: `batch_${n}`, digest: Buffer.from(n) }),
  draws: (n) => ({
    ...{
      batch_id: `batch_${n}`,
      round: 1,
      seed_encrypted: Buffer.from(n),
      seed_sha256: "0".repeat(64),
      committed_at: 1,
    },
  }),
  artefacts: (n) => ({
    ...{
      batch_id: `batch_${n}`,
      revision: 1,
      variant: "dataset.jsonl",
      filename: "a",
      media_type: "b",
      sha256: n,
    },
    ...{ size_bytes: 1, created_at: NOW },
  }),
  audits: (n) => ({
    ...{ batch_id: `batch_${n}`, round: 1, rank: 1, look: 1, item_id: `item_${n}`, task_id: `task_${n}` },
  }),
  delivery_attempts: (n) => ({
    ...{ id: `att_${n}`, delivery_id: `dlv_${n}`, attempt: 1, started_at: NOW, duration_ms: 1 },
  }),
};
const NOW = new Date("2026-11-21T03:00:00.000Z");

async function insert(client: pg.Client, table: string, row: object): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  await client.query(`insert into ${table} (${columns}) values (${places})`, Object.values(row));
}

async function givenParents(client: pg.Client, n: string): Promise<void> {
  const [id, account_id] = [`acct_${n}`, `acct_${n}`];
  const times = { created_at: NOW, updated_at: NOW };
  const settings = { canonical_type: "ner", export_format: "jsonl" };
  await insert(client, "accounts", { id, name: n, plan: "starter", rate_limit_per_minute: 1, ...times });
  const role = { role: "annotator", origin: "external" };
  await insert(client, "members", { id: `mem_${n}`, account_id, name: n, ...role, ...times });
  await insert(client, "projects", {
    ...{
      id: `proj_${n}`,
      account_id,
      name: n,
      annotation_type: "ner",
      quality_level: "none",
      status: "active",
    },
    ...settings,
    ...times,
  });
  await insert(client, "uploads", { id: `upl_${n}`, account_id, status: "ready", ...times });
  await insert(client, "batches", {
    ...{
      id: `batch_${n}`,
      account_id,
      project_id: `proj_${n}`,
      name: n,
      status: "processing",
      priority: "low",
    },
    ...{ required_level: "none", policy: "{}", file_count: 1, item_count: 1, ...settings, ...times },
  });
  const url = { url: "https://example.com", secret_encrypted: Buffer.from(n), secret_hint: n };
  await insert(client, "webhooks", { id: `wh_${n}`, account_id, ...url, ...times });
  await insert(client, "deliveries", {
    ...{
      id: `dlv_${n}`,
      account_id,
      webhook_id: `wh_${n}`,
      event_id: `evt_${n}`,
      event_type: "a",
      status: "failed",
    },
    ...{ trigger: "test", created_at: NOW },
  });
}

/** As processes of versions before `FIRST` do: lines, of which a text file is one, before the row of their file. */
async function uploadLines(client: pg.Client, n: string): Promise<void> {
  const file = (id: string, medium: string, position: number) => ({
    ...{ id, account_id: `acct_${n}`, upload_id: `upl_${n}`, position, filename: id },
    ...{ content_type: "b", size_bytes: 1, sha256: n, medium, status: "ready", created_at: NOW },
  });
  await client.query("begin");
  for (const line of [1, 2]) await insert(client, "file_lines", { file_id: `file_${n}`, line });
  await insert(client, "file_lines", { file_id: `file_${n}_text`, line: 0 });
  await insert(client, "files", file(`file_${n}`, "lines", 1));
  await insert(client, "files", file(`file_${n}_text`, "text", 2));
  await client.query("commit");
}

/** What versions before `FIRST` store for an account. */
async function store(client: pg.Client, n: string): Promise<void> {
  await givenParents(client, n);
  await uploadLines(client, n);
  for (const [table, row] of Object.entries(ROWS)) await insert(client, table, row(n));
}

async function givenOldDatabase(): Promise<{
  connectionString: string;
  client: pg.Client;
  close(): Promise<void>;
}> {
  const { connectionString, drop } = await createEmptyDatabase();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await createMigrationsTable(client);
  await migrateBelow(client, FIRST);
  const close = async () => {
    await client.end();
    await drop();
  };
  return { connectionString, client, close };
}

/** Applies the migrations below `first` that the database does not have. */
async function migrateBelow(client: pg.Client, first: string): Promise<void> {
  const { rows } = await client.query("select name from schema_migrations");
  const done = new Set(rows.map(({ name }) => name));
  const names = await listMigrations();
  for (const name of names) if (name < first && !done.has(name)) await applyMigration(client, name);
}

async function accountsIn(client: pg.Client, table: string): Promise<unknown[]> {
  const { rows } = await client.query(`select account_id from ${table} order by account_id nulls first`);
  return rows.map(({ account_id }) => account_id);
}

async function triggers(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    "select tgrelid::regclass::text as name from pg_trigger where tgname = 'account_id' order by 1",
  );
  return rows.map(({ name }) => name);
}

test("rows from before get their account, and so do those that processes of the version before stored", async () => {
  const { connectionString, client, close } = await givenOldDatabase();
  await store(client, "a");
  await store(client, "b");
  await insert(client, "predictions", { ...ROWS.predictions?.("x"), id: "pred_x", batch_id: "batch_gone" });
  await insert(client, "audits", { ...ROWS.audits?.("x"), batch_id: "batch_gone" });
  await migrateBelow(client, AUDITS);
  await store(client, "c");

  await migrate(connectionString);

  const accounts = ["acct_a", "acct_b", "acct_c"];
  for (const table of Object.keys(ROWS))
    expect([table, await accountsIn(client, table)]).toEqual([table, accounts]);
  expect(await accountsIn(client, "file_lines")).toEqual(
    accounts.flatMap((account) => [account, account, account]),
  );
  await close();
});

test("an upgraded database requires the account, and finds it for audits of the version before only", async () => {
  const { connectionString, client, close } = await givenOldDatabase();
  await store(client, "a");
  await givenParents(client, "b");
  await migrateBelow(client, AUDITS);
  // As if the migration had been killed after this step.
  await client.query("alter table items add constraint has_account check (account_id is not null) not valid");

  await migrate(connectionString);

  expect(await triggers(client)).toEqual(["audits"]);
  const { rows: constraints } = await client.query("select from pg_constraint where conname = 'has_account'");
  expect(constraints).toEqual([]);
  const { rows: functions } = await client.query(
    "select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and proname like 'account_of_%'",
  );
  expect(functions).toEqual([{ name: "account_of_audits" }]);
  for (const table of ["file_lines", ...Object.keys(ROWS)]) {
    const withoutAccount = client.query(`update ${table} set account_id = null`);
    await expect(withoutAccount).rejects.toThrow(
      `null value in column "account_id" of relation "${table}" violates not-null constraint`,
    );
  }
  await insert(client, "audits", ROWS.audits?.("b") ?? {});
  expect(await accountsIn(client, "audits")).toEqual(["acct_a", "acct_b"]);
  await close();
});

test.each([
  { table: "items", fill: "0061_fill_account_ids.sql" },
  { table: "audits", fill: "0084_fill_account_of_audits.sql" },
])(
  "$table that others have locked get their account once these have committed, and meanwhile the other rows",
  async ({ table, fill }) => {
    const { connectionString, client, close } = await givenOldDatabase();
    await store(client, "a");
    await store(client, "b");
    const watcher = new pg.Client({ connectionString });
    await watcher.connect();
    await migrateBelow(client, fill);
    await client.query("begin");
    await client.query(`select from ${table} where batch_id = 'batch_a' for update`);

    const migrating = migrate(connectionString);
    await untilHolds(async () => expect(await accountsIn(watcher, table)).toEqual([null, "acct_b"]));
    await client.query("commit");
    await migrating;

    expect(await accountsIn(client, table)).toEqual(["acct_a", "acct_b"]);
    await watcher.end();
    await close();
  },
);

test("a database without accounts has the final columns at once, and no triggers", async () => {
  const { connectionString, client, close } = await givenOldDatabase();

  await migrate(connectionString);

  expect(await triggers(client)).toEqual([]);
  await givenParents(client, "a");
  for (const table of ["items", "audits"]) {
    await expect(insert(client, table, ROWS[table]?.("a") ?? {})).rejects.toThrow(
      `null value in column "account_id" of relation "${table}"`,
    );
  }
  await close();
});
