import { sweepNotifications } from "./accounts/sweep.ts";
import { sweepAuditLog } from "./audit-log/sweep.ts";
import { sweepAutoAccepts } from "./auto-accept/sweep.ts";
import { moveStalledBatches } from "./batches/stalled.ts";
import { sweepBulkJobs } from "./bulk/sweep.ts";
import { announceHeld } from "./comments/sweep.ts";
import type { Deps } from "./deps.ts";
import { sweepDigests } from "./digests/sweep.ts";
import { sweepExports } from "./exports/sweep.ts";
import { sweepInvitations } from "./members/sweep.ts";
import { sweepSessions } from "./people/passwords.ts";
import { sweepIdempotencyKeys } from "./platform/http/sweep-idempotency-keys.ts";
import { renewAttempts, sweepShares } from "./platform/jobs/take-job.ts";
import { sweepRateCounts } from "./platform/rate-limits/database-rate-limit.ts";
import { expireLeases } from "./queue/expired.ts";
import { sweepUploads } from "./uploads/sweep.ts";
import { eraseExpiredSecrets, sweepHistory } from "./webhooks/store/retention.ts";

const PARTS: readonly ((deps: Deps) => Promise<void>)[] = [
  expireLeases,
  moveStalledBatches,
  sweepUploads,
  sweepIdempotencyKeys,
  eraseExpiredSecrets,
  sweepHistory,
  sweepAuditLog,
  ({ db }) => sweepShares(db),
  ({ db }) => renewAttempts(db),
  sweepRateCounts,
  sweepSessions,
  sweepInvitations,
  sweepNotifications,
  sweepBulkJobs,
  sweepExports,
  sweepAutoAccepts,
  announceHeld,
  sweepDigests,
];

/**
 * Repairs what crashes leave unfinished and deletes what expires. One worker of all calls it, but each part may run at any
 * time and concurrently. A part that fails does not stop the others: a store that is away, or forbids to list its uploads, would
 * keep responses and personal data beyond their time.
 */
export async function sweep(deps: Deps): Promise<void> {
  for (const part of PARTS)
    await part(deps).catch((fault: unknown) => deps.log.error({ err: fault }, "a part of the sweep failed"));
}
