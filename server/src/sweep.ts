import { sweepNotifications } from "./accounts/sweep.ts";
import { sweepAuditLog } from "./audit-log/sweep.ts";
import { moveStalledBatches } from "./batches/stalled.ts";
import { sweepBulkJobs } from "./bulk/sweep.ts";
import type { Deps } from "./deps.ts";
import { sweepExports } from "./exports/sweep.ts";
import { sweepInvitations } from "./members/sweep.ts";
import { sweepSessions } from "./people/passwords.ts";
import { sweepIdempotencyKeys } from "./platform/http/sweep-idempotency-keys.ts";
import { sweepShares } from "./platform/jobs/take-job.ts";
import { sweepRateCounts } from "./platform/rate-limits/database-rate-limit.ts";
import { expireLeases } from "./queue/expired.ts";
import { sweepUploads } from "./uploads/sweep.ts";
import { eraseExpiredSecrets, sweepHistory } from "./webhooks/store/retention.ts";

/**
 * Repairs what crashes leave unfinished and deletes what expires. One worker of all calls it, but each part may run at any
 * time and concurrently.
 */
export async function sweep(deps: Deps): Promise<void> {
  await expireLeases(deps);
  await moveStalledBatches(deps);
  await sweepUploads(deps);
  await sweepIdempotencyKeys(deps);
  await eraseExpiredSecrets(deps);
  await sweepHistory(deps);
  await sweepAuditLog(deps);
  await sweepShares(deps.db);
  await sweepRateCounts(deps);
  await sweepSessions(deps);
  await sweepInvitations(deps);
  await sweepNotifications(deps);
  await sweepBulkJobs(deps);
  await sweepExports(deps);
}
