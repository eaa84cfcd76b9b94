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

/** A task, the `annotator` whom the request names, who must be its member, and whether its item may be closed. */
interface OwnTask {
  readonly id: string;
  readonly annotator: string | undefined;
  readonly mayClose?: boolean;
}

/**
 * Runs `change` on the caller's locked task, once per Idempotency-Key, and responds with the task that it returns.
 * `mayClose` says that the change can close the item: then the batch is completed after the commit if it was the last.
 */
export function changeOwnTask(
  deps: Deps,
  { request, reply }: Exchange,
  { id, annotator, mayClose = false }: OwnTask,
  change: (tx: Tx, work: Work) => Promise<TaskRow>,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  let batch_id: string | undefined;
  const afterCommit = async () => {
    if (batch_id !== undefined) await finishIfComplete(deps, caller.account_id, batch_id);
  };
  return idempotent(deps, { request, reply, afterCommit }, async (tx) => {
    const work = await lockOwnWork(tx, { caller, id }, annotator);
    if (mayClose) batch_id = work.batch.id;
    return { status: 200, body: await presentTask(deps, tx, await change(tx, work)) };
  });
}
