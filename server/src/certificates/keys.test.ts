import { sql } from "kysely";
import { expect, test } from "vitest";
import { annotateAll, auditAll, givenBatch } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { readKeySet, revokeKey } from "./keys.ts";

const service = await startService();
const { db, deps, runJobs } = service;

test("a key is revoked at once, its certificates are signed again in several transactions, and a second run goes on after a crash", async () => {
  const { id } = await givenBatch(service, { texts: 3, settings: { quality_level: "basic" } });
  await annotateAll(service, id, ["ann", "bob"], () => "yes");
  await runJobs();
  await auditAll(service, id, "eve", () => "yes");
  await runJobs();
  await sql`
    insert into certificates (id, account_id, batch_id, revision, envelope, issued_at)
    select 'cert_' || lpad(n::text, 26, '0'), account_id, batch_id, 1000 + n, envelope, issued_at
    from certificates, generate_series(1, 501) as n`.execute(db);
  const [leaked] = (await readKeySet(db)).keys;
  const keyOf = sql<string>`envelope -> 'signatures' -> 0 ->> 'keyid'`;
  const countSigned = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from certificates where ${keyOf} = ${leaked?.kid}`.execute(db);
    return rows[0]?.count;
  };
  expect(await countSigned()).toBe(502);
  const reader = await db.startTransaction().execute();
  await sql`select from certificates where revision = 1501 for update`.execute(reader);

  const killed = revokeKey(deps, leaked?.kid ?? "").catch((fault: unknown) => fault);
  await untilSomeoneWaits(db);
  const { keys } = await readKeySet(db);
  expect(keys.find(({ kid }) => kid === leaked?.kid)?.revoked_at).not.toBeNull();
  expect(await countSigned()).toBe(2);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  expect(await killed).toBeInstanceOf(Error);
  await reader.rollback().execute();

  expect(await revokeKey(deps, leaked?.kid ?? "")).toBe(2);
  expect(await countSigned()).toBe(0);
});
