import { agreementEvidence, auditEvidence, type Evidence, noEvidence } from "./evidence.ts";
import { type CertifiedLevelName, isAtLeast, LEVELS, levelEarned } from "./levels.ts";
import { agreementReason, auditReason, type Gates, gateReasons, type Reason } from "./reasons.ts";
import type { EndedRound, SequentialPlan } from "./sequential-plan.ts";
import type { Unit } from "./wording.ts";

export interface Certified {
  readonly outcome: "certified";
  readonly score: number;
  /** The earned level, which may be above the one asked for. */
  readonly level: CertifiedLevelName | "agreement";
  readonly evidence: Evidence;
}

export interface Failed {
  readonly outcome: "failed";
  /** 0 if there was no evidence. */
  readonly score: number;
  /** All reasons, at least one. */
  readonly reasons: readonly Reason[];
  readonly evidence: Evidence;
}

export interface RoundResult {
  readonly plan: SequentialPlan;
  /** How the audits ended the round: see `followAudits`. */
  readonly end: EndedRound;
  /** Number of the audited round in the batch's whole life, from 1. */
  readonly look: number;
  readonly asked: CertifiedLevelName;
  /** False where an auditor annotated what they audited. */
  readonly independent: boolean;
  readonly gates: Gates;
  /** What the plan counts; absent = items. */
  readonly unit?: Unit;
}

/**
 * The verdict of a round that ended. Certified if the earned level is at least the level asked for and no gate
 * trips; otherwise failed with all reasons.
 */
export function decideRound(result: RoundResult): Certified | Failed {
  const { plan, end, look, asked, independent, gates, unit } = result;
  const evidence = auditEvidence(plan, end, look);
  const { score } = evidence;
  const tripped = gateReasons(plan.N, gates);
  const level = levelEarned(score, independent);
  const earned = level !== "none" && isAtLeast(level, asked);
  if (earned && tripped.length === 0) return { outcome: "certified", score, level, evidence };
  const reasons = earned ? tripped : [...tripped, auditReason(evidence, asked, unit)];
  return { outcome: "failed", score, reasons, evidence };
}

/** Fails a batch of `N` items (or clusters) for its gates, before anybody has audited it. */
export function failUnseen(N: number, look: number, gates: Gates): Failed {
  return { outcome: "failed", score: 0, reasons: gateReasons(N, gates), evidence: noEvidence(N, look) };
}

export interface AgreementResult {
  /** Items that are not excluded. */
  readonly N: number;
  /** Items with two answers or more. */
  readonly trials: number;
  /** Of those, the ones whose answers are all the same. */
  readonly agreed: number;
  /** Number of the round, audited or by agreement, in the batch's whole life, from 1. */
  readonly look: number;
  readonly gates: Gates;
}

/** Too few items to measure agreement: audit every item instead. */
export interface AuditAll {
  readonly outcome: "audit_all";
}

/**
 * The verdict on `basic` from agreement between annotators, without any audit. It earns the level `agreement`. If
 * there are so few trials that not even full agreement would reach the required score (10 in the first round need it),
 * all items are audited.
 */
export function decideAgreement(result: AgreementResult): Certified | Failed | AuditAll {
  const { N, trials, agreed, look, gates } = result;
  const need = LEVELS.basic.score;
  const best = agreementEvidence({ N, n: trials, d: 0, look });
  if (N > 0 && best.score < need) return { outcome: "audit_all" };

  const evidence = agreementEvidence({ N, n: trials, d: trials - agreed, look });
  const { score } = evidence;
  const tripped = gateReasons(N, gates);
  const earned = score >= need;
  if (earned && tripped.length === 0) return { outcome: "certified", score, level: "agreement", evidence };
  const reasons = earned || trials === 0 ? tripped : [...tripped, agreementReason(evidence)];
  return { outcome: "failed", score, reasons, evidence };
}
