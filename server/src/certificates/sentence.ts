import { toleranceSentence } from "@assay/domain/certification/policy.ts";
import {
  agreementSentence,
  certifiedSentence,
  earlierSentence,
} from "@assay/domain/certification/sentences.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { AuditUnit } from "../platform/database/work-tables.ts";
import type { Predicate } from "./predicate.ts";

/** The sentence that a certificate states, as on every screen, and the tolerance of its policy. */
export function certificateSentence(predicate: Predicate): string {
  const sentence =
    predicate.mode === "agreement"
      ? agreementSentence(predicate)
      : certifiedSentence({ ...predicate, unit: unitOf(predicate) });
  const { policy, project, earlier = [], earlier_rounds = 0 } = predicate;
  const type = typeOf({ canonical_type: project.annotation_type, policy });
  return [sentence, toleranceSentence(type, policy), earlierSentence({ earlier, earlier_rounds })]
    .filter((part) => part !== "")
    .join(" ");
}

/** The unit of N, n and d of the deciding look. */
export function unitOf({ looks }: Predicate): AuditUnit {
  return looks.at(-1)?.unit ?? "item";
}
