import {
  agreementSentence,
  certifiedSentence,
  earlierSentence,
} from "@assay/domain/certification/sentences.ts";
import { judgedTexts } from "../batches/judged-texts.ts";
import type { AuditUnit } from "../platform/database/work-tables.ts";
import type { Predicate } from "./predicate.ts";

/**
 * The sentence that a certificate states, as on every screen, how many labels were accepted with a change, and the
 * tolerance if answers were compared by it.
 */
export function certificateSentence(predicate: Predicate): string {
  const sentence =
    predicate.mode === "agreement"
      ? agreementSentence(predicate)
      : certifiedSentence({ ...predicate, unit: unitOf(predicate) });
  const { policy, project, looks, earlier = [], earlier_rounds = 0 } = predicate;
  const batch = { canonical_type: project.annotation_type, policy };
  return [sentence, ...judgedTexts(batch, looks.at(-1)), earlierSentence({ earlier, earlier_rounds })]
    .filter((part) => part !== "")
    .join(" ");
}

/** The unit of N, n and d of the deciding round. */
export function unitOf({ looks }: Predicate): AuditUnit {
  return looks.at(-1)?.unit ?? "item";
}
