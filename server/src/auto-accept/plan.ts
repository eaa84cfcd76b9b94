import { AUTO_ACCEPT_DEFAULTS } from "@assay/domain/certification/policy.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { type AutoAcceptExpectation, planAutoAccept } from "@assay/domain/models/auto-accept-plan.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Db } from "../platform/database/db.ts";
import type { AutoAcceptPlan, Expectation, PlanQuery } from "./schemas.ts";
import { countUntouched, medianSeconds } from "./store.ts";

/**
 * What an auto-accept could save in a batch, before anybody answers; no rows if no untouched item has a prediction of the model. Throws
 * `invalid_request` if no model is named.
 */
export async function readPlan(db: Db, batch: BatchRow, query: PlanQuery): Promise<AutoAcceptPlan> {
  const own = batch.policy.auto_accept;
  const { model, version = null } = query.model === undefined ? { ...own } : query;
  if (model === undefined) throw new ServiceError("invalid_request", "Missing required parameter: model");
  const key = { account_id: batch.account_id, batch_id: batch.id };
  const items = await countUntouched(db, key, { model, version });
  const { overlap } = batch.policy;
  const confidence = query.confidence ?? own?.confidence ?? AUTO_ACCEPT_DEFAULTS.confidence;
  const check = query.check ?? own?.check;
  const seconds_per_answer = await medianSeconds(db, key);
  const costsOf = ({ accepted, answers_saved }: AutoAcceptExpectation): Expectation => ({
    accepted,
    answers_saved,
    minutes_saved:
      seconds_per_answer === null ? null : Math.round((answers_saved * seconds_per_answer) / 6) / 10,
    cost_saved: query.cost_per_answer === undefined ? null : answers_saved * query.cost_per_answer,
  });
  const planned =
    items === 0
      ? []
      : planAutoAccept({
          ...{ items, overlap, confidence },
          ...(check !== undefined && { check: Math.min(check, items) }),
        });
  const rows = planned.map(({ uninformative, informative, ...row }) => ({
    ...row,
    uninformative: costsOf(uninformative),
    informative: costsOf(informative),
  }));
  return { items, overlap, seconds_per_answer, rows };
}
