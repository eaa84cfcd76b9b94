import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../src/platform/database/migrate.ts";
import { addJob } from "../src/platform/jobs/jobs.ts";
import { givenEveryResource } from "./every-resource.ts";
import { startService } from "./service.ts";

const service = await startService();
const { db, accountId, deps } = service;
const ids = await givenEveryResource(service, service);
await service.runJobs();

test("jobs without an account get that of what they name when the service starts", async () => {
  const now = deps.now();
  const member_id = ids.members ?? "";
  await db
    .insertInto("notifications")
    .values({ id: "ntf_1", account_id: accountId, recipient: null, subject: "s", body: "b", created_at: now })
    .execute();
  const gold = { gold_answered: 4, gold_right: 1, gold_floor: 0.5 };
  const project_id = ids.projects ?? "";
  await db
    .insertInto("pauses")
    .values({ id: "pause_1", account_id: accountId, project_id, member_id, ...gold, paused_at: now })
    .execute();
  await addJob(db, accountId, "fill_batch", { batch_id: ids.batches ?? "" });
  await addJob(db, accountId, "process_upload", { upload_id: ids.uploads ?? "" });
  await addJob(db, accountId, "build_export", { export_id: ids.exports ?? "" });
  await addJob(db, accountId, "send_mail", { notification_id: "ntf_1" });
  await addJob(db, accountId, "erase_member", { account_id: accountId, member_id });
  await addJob(db, accountId, "release_leases", { member_id });
  await addJob(db, accountId, "end_deliveries", { webhook_id: ids.webhooks ?? "" });
  await addJob(db, accountId, "bulk_items", { job_id: ids.bulk ?? "" });
  await addJob(db, accountId, "requeue_paused", { pause_id: "pause_1" });
  await addJob(db, accountId, "judge_batch", { batch_id: "batch_gone" });
  await sql`update graphile_worker._private_jobs set flags = null`.execute(db);

  await migrate(deps.config.databaseDirectUrl ?? deps.config.databaseUrl ?? "");

  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker._private_jobs
    where flags is distinct from jsonb_build_object(${accountId}::text, true)`.execute(db);
  expect(rows).toEqual([{ key: "judge_batch:batch_gone" }]);
});
