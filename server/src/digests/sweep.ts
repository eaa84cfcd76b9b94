import type { Deps } from "../deps.ts";
import { addJob } from "../platform/jobs/jobs.ts";

/** Digests of a sweep; the next one goes on with those that are still due. */
const MOST = 1_000;

/** Adds a job for each digest that is due. One that is added twice is one job, and finds its digest due once. */
export async function sweepDigests({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const due = await db
    .selectFrom("digests")
    .select(["account_id", "member_id"])
    .where("due_at", "<=", now())
    .orderBy("due_at")
    .limit(MOST)
    .execute();
  for (const { account_id, member_id } of due) await addJob(db, account_id, "send_digest", { member_id });
}
