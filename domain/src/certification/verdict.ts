import { agreementEvidence, auditEvidence, type Evidence } from "./evidence.ts";
import { type CertifiedLevelName, isAtLeast, LEVELS, levelEarned } from "./levels.ts";
import { type Look, planLook } from "./looks.ts";
import { agreementReason, auditReason, type Gates, gateReasons, type Reason } from "./reasons.ts";
import type { Unit } from "./wording.ts";

export interface Certified {
  readonly outcome: "certified";
  readonly score: number;
  /** The earned level, which may be above the one asked for. */
  readonly level: CertifiedLevelName;
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

/** Extend the same sample; `Look` explains the numbers. */
export interface NextLook extends Look {
  readonly outcome: "next_look";
  readonly evidence: Evidence;
}

export interface LookResult {
  /** Items (or clusters) that are not excluded. */
  readonly N: number;
  /** Audited in this round, all its looks together. */
  readonly n: number;
  /** Of those, not acceptable. */
  readonly d: number;
  /** Number of the look in the batch's whole life, from 1. */
  readonly look: number;
  /** Number of the look in this round, from 1. */
  readonly lookOfRound: number;
  /** Looks that a round may have, from the policy. */
  readonly maxLooks: number;
  readonly asked: CertifiedLevelName;
  /** False where an auditor annotated what they audited. */
  readonly independent: boolean;
  readonly gates: Gates;
  /** What N, n and d count; absent = items. */
  readonly unit?: Unit;
}

/**
 * Decides what follows once all audits of a look are in. Certified if the earned level is at least the level
 * asked for and no gate trips; otherwise another look, if the round has one left, the sample can grow and no
 * more labels are wrong than that look tolerates; otherwise failed with all reasons.
 */
export function decideLook(result: LookResult): Certified | NextLook | Failed {
  const { N, asked, independent, gates, unit } = result;
  const evidence = auditEvidence(result);
  const { score } = evidence;
  const tripped = gateReasons(N, gates);
  const level = levelEarned(score, independent);
  const earned = level !== "none" && isAtLeast(level, asked);
  if (earned && tripped.length === 0) return { outcome: "certified", score, level, evidence };

  const next = tripped.length === 0 ? nextLook(result) : null;
  if (next !== null) return { outcome: "next_look", ...next, evidence };

  const isGatedUnseen = tripped.length > 0 && result.n === 0;
  const reasons = earned || isGatedUnseen ? tripped : [...tripped, auditReason(evidence, asked, unit)];
  return { outcome: "failed", score, reasons, evidence };
}

/** The next look; null if none could still pass. */
function nextLook({ N, n, d, look, lookOfRound, maxLooks, asked, independent }: LookResult): Look | null {
  const mayPass = independent || asked === "basic";
  const next = lookOfRound + 1;
  if (!mayPass || lookOfRound >= maxLooks) return null;
  const need = LEVELS[asked].score;
  const plan = planLook({ N, need, look: look + 1, lookOfRound: next, audited: n });
  return plan.wrongAllowed !== null && d <= plan.wrongAllowed ? plan : null;
}

export interface AgreementResult {
  /** Items that are not excluded. */
  readonly N: number;
  /** Items with two answers or more. */
  readonly trials: number;
  /** Of those, the ones whose answers are all the same. */
  readonly agreed: number;
  /** Number of the look in the batch's whole life, from 1. */
  readonly look: number;
  readonly gates: Gates;
}

/** Too few items to measure agreement: audit every item instead. */
export interface AuditAll {
  readonly outcome: "audit_all";
  readonly required: number;
}

/**
 * The verdict on `basic` from agreement between annotators, without any audit. If there are so few trials
 * that not even full agreement would reach the required score (10 at the first look), all items are audited.
 */
export function decideAgreement(result: AgreementResult): Certified | Failed | AuditAll {
  const { N, trials, agreed, look, gates } = result;
  const need = LEVELS.basic.score;
  const best = agreementEvidence({ N, n: trials, d: 0, look });
  if (N > 0 && best.score < need) return { outcome: "audit_all", required: N };

  const evidence = agreementEvidence({ N, n: trials, d: trials - agreed, look });
  const { score } = evidence;
  const tripped = gateReasons(N, gates);
  const earned = score >= need;
  if (earned && tripped.length === 0) return { outcome: "certified", score, level: "basic", evidence };
  const reasons = earned || trials === 0 ? tripped : [...tripped, agreementReason(evidence)];
  return { outcome: "failed", score, reasons, evidence };
}
