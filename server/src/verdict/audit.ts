import { exactInterval, TOTAL_ALPHA } from "@assay/domain/certification/bound.ts";
import { planRound } from "@assay/domain/certification/price.ts";
import {
  AUDIT_PLANS,
  budgetOfRound,
  planCensus,
  planStages,
  planWithSizes,
  type SequentialPlan,
} from "@assay/domain/certification/sequential-plan.ts";
import { type BatchRow, updateBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { enterLedger } from "../ledger/enter.ts";
import type { AuditCounts, RepeatAudits } from "../platform/database/audit-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { AuditPlan, JudgedLook } from "../platform/database/work-tables.ts";
import { drawSample, makeTasks, SLICES_ONLY } from "../queue/audits.ts";
import { openSlices } from "./slices.ts";

export type AuditRow = Row<"audits">;

/** Looks per round of batches created before sequential plans existed, unless their policy has another number. */
const OLD_LOOKS = 2;

/**
 * Opens the first stage of the round at `N` items, or clusters: draws the sample and creates its audit tasks.
 * `everything` audits all of them instead of a sample.
 */
export async function beginAudit(
  deps: Deps,
  tx: Tx,
  batch: BatchRow,
  N: number,
  everything = false,
): Promise<void> {
  const { policy, budget_round: look } = batch;
  const plan = everything
    ? planCensus({ N, need: policy.score, budget: budgetOfRound(look) })
    : planRound(policy, N, look);
  await openStage(deps, tx, batch, { look, plan, required: plan.stages[0]?.audits ?? N });
}

/**
 * Enters the round of `batch` into the ledger of its account, and returns the batch with the round's budget,
 * `budgetOfRound` of its `budget_round`.
 */
export async function enterRound(deps: Deps, tx: Tx, batch: BatchRow): Promise<BatchRow> {
  const { earlier, ...entry } = await enterLedger(deps, tx, batch, roundsOf(batch));
  return updateBatch(tx, batch, { ...entry, earlier: JSON.stringify(earlier) });
}

/**
 * The rounds whose budgets this batch or earlier ones with its data used. Rounds that gates failed before
 * anybody audited use none and leave it to the next round (ADR 0026); except with agreement as evidence, which
 * uses the same answers as the gates.
 */
export function roundsOf({
  policy,
  looks,
  budget_round,
}: Pick<BatchRow, "policy" | "looks" | "budget_round">): number {
  const taken = looks.filter(({ n }) => n > 0 || policy.evidence === "agreement");
  return Math.max(budget_round, ...taken.map((look) => roundsUsed(look, policy.max_looks)));
}

/**
 * The rounds whose α is used up after this one. Before sequential plans existed, look k had α = .05/2^k, and a
 * round reserved that of all its looks: .05/4 is left after two of them, as after one round now.
 */
function roundsUsed({ look, alpha }: JudgedLook, looksOfRound = OLD_LOOKS): number {
  if (alpha === budgetOfRound(look)) return look;
  return Math.ceil((Math.ceil(look / looksOfRound) * looksOfRound) / 2);
}

export interface OpenRound {
  readonly look: number;
  readonly plan: SequentialPlan;
}

/**
 * The plan of the round whose audits are in progress. If the round began before sequential plans existed, it
 * goes on with one: at the round's whole budget in its first look, otherwise at the α of the look in progress,
 * which nothing has used yet.
 */
export function openRound({ audit, policy }: BatchRow, N: number): OpenRound | undefined {
  if (audit === null) return undefined;
  const { stages, alpha, look, look_of_round = 1 } = audit;
  if (stages !== undefined && alpha !== undefined) {
    return { look, plan: planWithSizes({ N, need: policy.score, budget: alpha }, stages) };
  }
  if (look_of_round === 1) {
    const round = 1 + Math.ceil((look - 1) / 2);
    return { look: round, plan: planRound(policy, N, round) };
  }
  const request = { N, need: policy.score, budget: TOTAL_ALPHA / 2 ** look };
  return { look, plan: planStages({ ...request, maxWrong: AUDIT_PLANS[policy.audit_plan ?? "thrifty"] }) };
}

interface OpenStage extends OpenRound {
  /** Audits in all of the round, up to the end of the stage. */
  readonly required: number;
}

/** Extends the round's sample to the size of the stage; items drawn before stay in it. */
export async function openStage(deps: Deps, tx: Tx, batch: BatchRow, stage: OpenStage): Promise<void> {
  const now = deps.now();
  const { look, plan, required } = stage;
  const wrong_allowed = plan.giveUpAt - 1;
  const slices =
    batch.audit?.slices ?? (await openSlices(deps, tx, batch, { first: required, alpha: plan.budget }));
  const audit: AuditPlan = {
    ...{ look, required, wrong_allowed },
    ...{ alpha: plan.budget, stages: plan.stages.map(({ audits }) => audits) },
    ...(batch.group_count === null ? {} : { unit: "group" as const }),
    ...(slices.length > 0 && { slices }),
  };
  await updateBatch(tx, batch, { audit: JSON.stringify(audit), updated_at: now });
  const drawn = (await listAudits(tx, batch)).at(-1)?.rank ?? 0;
  if (drawn >= required) return; // a look from before plans may have drawn more
  await drawSample(deps, tx, batch, { plan: audit, drawn });
  await makeTasks(tx, batch, now);
}

/** The audits of the current round's sample, by rank. */
export async function listAudits(tx: Tx, { account_id, id, round }: BatchRow): Promise<AuditRow[]> {
  return tx
    .selectFrom("audits")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("batch_id", "=", id)
    .where("round", "=", round)
    .where("look", ">", SLICES_ONLY)
    .orderBy("rank")
    .execute();
}

/** How the judged ones of these audits were judged. */
export function countAudits(audits: readonly AuditRow[]): AuditCounts {
  const judged = audits.filter(({ acceptable }) => acceptable !== null);
  return {
    labels: judged.length,
    changed: judged.filter(({ verdict }) => verdict === "accepted_with_change").length,
    by_rule: judged.filter(({ decided_by }) => decided_by !== "auditor").length,
  };
}

/** How often the second auditors of these audits agreed with the first. */
export function countRepeats(audits: readonly AuditRow[]): RepeatAudits {
  const repeated = audits.filter(({ repeat_verdict }) => repeat_verdict !== null);
  const pairs = repeated.length;
  if (pairs === 0) return { pairs, agreeing: 0, share: null, share_low: null, share_high: null };
  const agreeing = repeated.filter(
    ({ acceptable, repeat_verdict }) => acceptable === (repeat_verdict !== "wrong"),
  ).length;
  const { low, high } = exactInterval(pairs, pairs - agreeing);
  return { pairs, agreeing, share: agreeing / pairs, share_low: low, share_high: high };
}
