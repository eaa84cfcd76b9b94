import { expect, test } from "vitest";
import { annotateAll, auditAll, givenBatch } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;

test("a batch goes from created to certified by answers and audits alone, and emits an event at each step", async () => {
  const batch = await givenBatch(service, { texts: 12 });

  await annotateAll(service, batch.id, ["ann", "bob"]);
  await runJobs();
  const completed = await request("GET", `/v1/batches/${batch.id}`);
  expect(completed.body).toMatchObject({ status: "completed", annotated_count: 12, progress: 1 });
  expect(completed.body.audit).toMatchObject({ look: 1, done: 0 });

  const audits = await auditAll(service, batch.id, "eve");
  expect(audits).toBe(completed.body.audit.required);
  await runJobs();

  const certified = await request("GET", `/v1/batches/${batch.id}`);
  expect(certified.body).toMatchObject({
    status: "certified",
    certification_level: "standard",
    audit: null,
    audited_count: 8,
  });
  expect(certified.body.quality_score).toBeGreaterThanOrEqual(80);
  const events = await db.selectFrom("events").select("type").orderBy("id").execute();
  expect(events.map(({ type }) => type)).toEqual([
    "batch.created",
    "batch.processing",
    "batch.completed",
    "batch.certified",
  ]);
});
