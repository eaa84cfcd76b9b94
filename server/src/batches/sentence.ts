import { LEVELS } from "@assay/domain/certification/levels.ts";
import { planRound } from "@assay/domain/certification/price.ts";
import {
  agreementSentence,
  certifiedSentence,
  earlierSentence,
  failedSentence,
  labelsReadySentence,
  notYetSentence,
} from "@assay/domain/certification/sentences.ts";
import { written } from "@assay/domain/certification/wording.ts";
import { judgedTexts } from "./judged-texts.ts";
import type { BatchRecord } from "./store.ts";

/** The level whose price is named if a batch asks for none. */
const SUGGESTED = LEVELS.standard;

const AWAITS_CHALLENGE =
  "The labels are fixed. The audit begins when an owner or manager adds a challenge: POST /v1/batches/{id}/challenge.";

/** The quality of a batch so far, as the sentence that every screen and response shows. */
export function batchSentence(batch: BatchRecord): string {
  const { status, amendment, required_level, looks, failure_reasons, certification_level } = batch;
  if (batch.filling !== null) return fillingSentence(batch);
  if (amendment !== null) {
    const certified = batchSentence({ ...batch, amendment: null });
    return `${certified} Revision ${batch.revision + 1}: ${batchSentence({ ...batch, status: amendment, amendment: null })}`;
  }
  const last = looks.findLast(({ outcome }) => outcome === "certified");
  if (
    status === "certified" &&
    last !== undefined &&
    certification_level !== null &&
    certification_level !== "none"
  ) {
    const facts = {
      level: certification_level,
      score: last.score,
      N: last.N,
      n: last.n,
      d: last.d,
      independent: last.independent,
      unit: last.unit ?? "item",
    };
    const claim = last.mode === "agreement" ? agreementSentence(last) : certifiedSentence(facts);
    return joined(claim, ...judgedTexts(batch, last), earlierOf(batch));
  }
  if (status === "failed" && required_level !== "none") {
    return joined(failedSentence({ level: required_level, reasons: failure_reasons }), earlierOf(batch));
  }
  if (status === "completed") return joined(completedSentence(batch), earlierOf(batch));
  const closed = batch.accepted + batch.excluded;
  return `${closed} of ${batch.item_count} ${batch.item_count === 1 ? "item" : "items"} labeled or excluded.`;
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function earlierOf({ earlier_audits, earlier_rounds }: BatchRecord): string {
  return earlierSentence({ earlier: earlier_audits, earlier_rounds });
}

function fillingSentence({ status, filling, item_count, failure_reasons }: BatchRecord): string {
  if (status === "failed") return `No item was added: ${failure_reasons[0]?.message}.`;
  return `${written(filling?.items ?? 0)} of ${written(item_count)} items added.`;
}

function completedSentence(batch: BatchRecord): string {
  const { audit, audited, item_count, excluded, group_count, seconds_per_audit } = batch;
  const N = group_count ?? item_count - excluded;
  const unit = group_count === null ? "item" : "group";
  if (batch.awaits_challenge) {
    return AWAITS_CHALLENGE;
  }
  if (audit === null && batch.beacon_round !== null) {
    return `The labels are fixed. The audit begins with round ${batch.beacon_round} of the public beacon.`;
  }
  if (audit === null) {
    if (N === 0) return "All items are excluded.";
    const { stages } = planRound({ ...batch.policy, score: SUGGESTED.score }, N, 1);
    return labelsReadySentence({ stages: stages.map(({ audits }) => audits), unit });
  }
  const { required, stages = [required] } = audit;
  if (audited === 0) return labelsReadySentence({ stages, unit });
  return notYetSentence({
    ...{ n: audited, required, stages },
    ...{ secondsPerAudit: seconds_per_audit, unit },
  });
}
