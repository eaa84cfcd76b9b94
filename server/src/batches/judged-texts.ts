import { toleranceSentence } from "@assay/domain/certification/policy.ts";
import { changedSentence } from "@assay/domain/certification/sentences.ts";
import { typeOf } from "../guidelines/guidelines.ts";
import type { JudgedLook } from "../platform/database/work-tables.ts";
import type { BatchRow } from "./store.ts";

/** How many labels a look accepted with a change, and the tolerance if it compared answers by it; a text each. */
export function judgedTexts(
  batch: Pick<BatchRow, "canonical_type" | "policy">,
  look: Pick<JudgedLook, "audits"> | undefined,
): string[] {
  const { audits } = look ?? {};
  const changed = audits === undefined ? "" : changedSentence(audits);
  const isByRule = audits === undefined || audits.by_rule > 0;
  const tolerance = isByRule ? toleranceSentence(typeOf(batch), batch.policy) : "";
  return [changed, tolerance].filter((text) => text !== "");
}
