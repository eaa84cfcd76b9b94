import { sql } from "kysely";
import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, givenBatch } from "../test/given.ts";
import { startService } from "../test/service.ts";
import { sweepExports } from "./exports/sweep.ts";
import { firstIdAt } from "./platform/ids.ts";
import { sweep } from "./sweep.ts";
import { sweepUploads } from "./uploads/sweep.ts";

const service = await startService();
const { db, deps, request, advance, runJobs, accountId: account_id } = service;
const DAY_MS = 24 * 3_600_000;

/** The id of a row made `days` ago by the service's clock; `newId` reads the machine's. */
const idOf = (kind: "notification" | "job" | "export", days: number) =>
  `${firstIdAt(kind, new Date(deps.now().getTime() - days * DAY_MS))}${"A".repeat(16)}`;
const ago = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);

async function idsOf(table: "notifications" | "bulk_jobs" | "exports" | "uploads"): Promise<string[]> {
  const rows = await db.selectFrom(table).select("id").where("account_id", "=", account_id).execute();
  return rows.map(({ id }) => id).sort();
}

test("notifications are kept for 90 days, finished bulk changes for 30, unfinished ones until they are done", async () => {
  for (const days of [89, 91])
    await db
      .insertInto("notifications")
      .values({
        id: idOf("notification", days),
        account_id,
        recipient: null,
        subject: "s",
        body: "b",
        created_at: ago(days),
      })
      .execute();
  const job = { account_id, action: "priority", item_count: 1 } as const;
  for (const [days, finished_at] of [
    [29, ago(29)],
    [31, ago(31)],
    [32, null],
  ] as const)
    await db
      .insertInto("bulk_jobs")
      .values({ ...job, id: idOf("job", days), created_at: ago(days), finished_at })
      .execute();

  await sweep(deps);

  expect(await idsOf("notifications")).toEqual([idOf("notification", 89)]);
  expect(await idsOf("bulk_jobs")).toEqual([idOf("job", 32), idOf("job", 29)]);
});

test("expired invitations are deleted", async () => {
  await request("POST", "/v1/members", { name: "Ada", email: "ada@acme.test" });
  advance(7 * DAY_MS - 1);
  await sweep(deps);
  expect(await db.selectFrom("invitations").selectAll().execute()).toHaveLength(1);
  advance(1);

  await sweep(deps);

  expect(await db.selectFrom("invitations").selectAll().execute()).toEqual([]);
});

test("an export and its file are kept for 90 days; a certified dataset and its certificate have no end", async () => {
  const { id: batch_id } = await givenBatch(service, { settings: { quality_level: "basic" } });
  await annotateAll(service, batch_id, ["ann", "bob"], () => "yes");
  await runJobs();
  await auditAll(service, batch_id, "eve", () => "yes");
  await runJobs();
  const dataset = bodyOf(await request("GET", `/v1/batches/${batch_id}/download`), 200);
  const made = bodyOf(await request("POST", "/v1/exports", { batch_id, bundle: true }), 202);
  await runJobs();
  const id = idOf("export", 0);
  await db.updateTable("exports").set({ id }).where("id", "=", made.id).execute();
  const { sha256 } = await db
    .selectFrom("exports")
    .select("sha256")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

  advance(90 * DAY_MS);
  await sweepExports(deps);
  bodyOf(await request("GET", `/v1/exports/${id}/download`), 200);
  advance(1_000);
  await sweep(deps);

  expect((await request("GET", `/v1/exports/${id}`)).status).toBe(404);
  expect(await deps.blobs.exists(sha256 ?? "")).toBe(false);
  expect(bodyOf(await request("GET", `/v1/batches/${batch_id}/download`), 200)).toEqual(dataset);
  bodyOf(await request("GET", `/v1/batches/${batch_id}/certificate`), 200);
});

test("uploads that expired or failed are kept for 30 days", async () => {
  const upload = async (text: string) =>
    bodyOf(await request("POST", "/v1/uploads", { files: [{ filename: "a.txt", text }] }), 201);
  const [expired, failed, ready] = [await upload("a"), await upload("b"), await upload("c")];
  const before = await idsOf("uploads");
  for (const [id, status] of [
    [expired.id, "expired"],
    [failed.id, "failed"],
  ])
    await sql`update uploads set status = ${status} where id = ${id}`.execute(db);
  advance(30 * DAY_MS);
  await sweepUploads(deps);
  expect(await idsOf("uploads")).toEqual(before);
  advance(1);

  await sweepUploads(deps);
  expect((await request("GET", `/v1/uploads/${failed.id}`)).status).toBe(404);
  await runJobs();

  expect(before).toContain(ready.id);
  expect(await idsOf("uploads")).toEqual(before.filter((id) => id !== expired.id && id !== failed.id));
});

test("a store that refuses the sweep of uploads keeps nothing else beyond its time", async () => {
  const key = { "idempotency-key": "kept" };
  bodyOf(await request("POST", "/v1/projects", { annotation_type: "text_classification" }, key), 201);
  const keys = () =>
    db.selectFrom("idempotency_keys").select("key").where("account_id", "=", account_id).execute();
  expect(await keys()).toEqual([{ key: "kept" }]);
  advance(DAY_MS);

  await sweep({
    ...deps,
    blobs: { ...deps.blobs, discardAbandoned: () => Promise.reject(new Error("AccessDenied")) },
  });

  expect(await keys()).toEqual([]);
});
