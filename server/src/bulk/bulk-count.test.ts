import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;

test("a request counts among 50,000 items and says so, and its job changes all items", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  // Only positions matter: the count looks at positions, most of which are empty here.
  for (const [external_id, position] of [
    ["2", 50_000],
    ["3", 50_001],
  ] as const) {
    await db.updateTable("items").set({ position }).where("external_id", "=", external_id).execute();
  }
  await db.updateTable("batches").set({ item_count: 50_001 }).where("id", "=", batch_id).execute();
  const change = { filter: { batch_id }, action: "priority", priority: 5 };

  const counted = await request("POST", "/v1/items/bulk", { ...change, dry_run: true });
  expect(bodyOf(counted, 200)).toEqual({ count: 2, is_lower_bound: true });

  const { id, count } = bodyOf(await request("POST", "/v1/items/bulk", change), 202);
  expect(count).toBe(2);
  await runJobs();
  const job = bodyOf(await request("GET", `/v1/items/bulk/${id}`), 200);
  expect(job).toMatchObject({ status: "finished", count: 3, changed: 3 });
});
