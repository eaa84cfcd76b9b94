import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { readAnswer } from "./answer.ts";
import { keepAnswer } from "./keep.ts";
import { findModel } from "./store.ts";

/**
 * Stores the reply of a model that answered 202. Throws `conflict` for a request that has its answer or whose run was canceled, and
 * `invalid_request` for a reply of another form, after which the model may reply again.
 */
export async function takeReply(deps: Deps, account_id: string, id: string, value: unknown): Promise<void> {
  const { db, now } = deps;
  await db.transaction().execute(async (tx) => {
    const request = await tx
      .selectFrom("model_requests")
      .selectAll()
      .where("account_id", "=", account_id)
      .where("id", "=", id)
      .executeTakeFirst();
    const run = request && (await findRun(tx, account_id, request.run_id));
    const model = run && (await findModel(tx, { account_id, id: run.model_id }));
    if (request === undefined || run === undefined || model === undefined) throw over();
    const answered = readAnswer(value, { ...run, ...request });
    if (typeof answered === "string") throw new ServiceError("invalid_request", answered);
    if (!(await keepAnswer(tx, model, request, answered, now()))) throw over();
    await addJob(tx, account_id, "run_model", { run_id: run.id });
  });
}

function findRun(db: Deps["db"], account_id: string, id: string) {
  return db
    .selectFrom("model_runs")
    .select(["id", "model_id", "model_name", "model_version"])
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
}

function over(): ServiceError {
  return new ServiceError("conflict", "the request has its answer, or its run was canceled");
}
