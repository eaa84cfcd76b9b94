import type { FastifyReply, FastifyRequest } from "fastify";
import { finishIfComplete } from "../../batches/finish.ts";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../../platform/auth/auth.ts";
import type { Tx } from "../../platform/database/db.ts";
import { idempotent } from "../../platform/http/idempotency.ts";
import type { TaskRow } from "../../queue/claimable.ts";
import type { Work } from "../../queue/store.ts";
import { presentTask } from "../present.ts";
import { lockOwnWork } from "../submit.ts";

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A task, and the `annotator` of the request, who must be its member. */
interface OwnTask {
  readonly id: string;
  readonly annotator: string | undefined;
}

/**
 * Runs `change` on the caller's locked task, once per Idempotency-Key, and responds with the task that it
 * returns. If the change closed the last item, completes the batch after the commit.
 */
export function changeOwnTask(
  deps: Deps,
  { request, reply }: Exchange,
  { id, annotator }: OwnTask,
  change: (tx: Tx, work: Work) => Promise<TaskRow>,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  let batch_id: string | undefined;
  const afterCommit = async () => {
    if (batch_id !== undefined) await finishIfComplete(deps, caller.account_id, batch_id);
  };
  return idempotent(deps, { request, reply, afterCommit }, async (tx) => {
    const work = await lockOwnWork(tx, { caller, id }, annotator);
    batch_id = work.batch.id;
    return { status: 200, body: await presentTask(deps, tx, await change(tx, work)) };
  });
}
