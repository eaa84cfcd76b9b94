import { csvRow } from "@assay/domain/formats/csv-row.ts";
import type { BatchRow } from "../../batches/store.ts";
import type { PresentNames } from "../../guidelines/names.ts";
import type { Tx } from "../../platform/database/db.ts";
import { SLICES_ONLY } from "../../queue/audits.ts";

/**
 * `audit.csv`: the audits of the batch's current round, by rank. Columns: `rank` (from 1, the random order in
 * which items were drawn), `item` (its id), `look` (the audited round that drew it, counted over the batch's
 * life), `acceptable` (1 or 0), `label` (the judged label: that of a classification, otherwise the result as
 * JSON), `group`, `verdict` (`accepted`, `accepted_with_change` or `wrong`; empty in audits before there were
 * verdicts) and `repeat_verdict` (that of a second auditor; empty if nobody repeated the audit). Audits of slices alone are no part of the sample. Read it before the corrections are delivered.
 */
export async function* auditCsv(
  tx: Tx,
  { account_id, id, round }: Pick<BatchRow, "account_id" | "id" | "round">,
  present: PresentNames,
): AsyncGenerator<string> {
  yield csvRow(["rank", "item", "look", "acceptable", "label", "group", "verdict", "repeat_verdict"]);
  const audits = tx
    .selectFrom("audits")
    .innerJoin("items", (join) =>
      join.onRef("items.account_id", "=", "audits.account_id").onRef("items.id", "=", "audits.item_id"),
    )
    .select(["rank", "item_id", "look", "acceptable", "judged", "verdict", "repeat_verdict"])
    .select(["items.group", "items.guideline_version"])
    .where("audits.account_id", "=", account_id)
    .where("audits.batch_id", "=", id)
    .where("audits.round", "=", round)
    .where("acceptable", "is not", null)
    .where("look", ">", SLICES_ONLY)
    .orderBy("rank")
    .stream(1_000);
  for await (const { rank, item_id, look, acceptable, judged, group, guideline_version, ...said } of audits) {
    const label = labelText(present(judged, guideline_version));
    yield csvRow([rank, item_id, look, Number(acceptable), label, group, said.verdict, said.repeat_verdict]);
  }
}

function labelText(result: unknown): string {
  const isLabeled = typeof result === "object" && result !== null && "label" in result;
  return isLabeled && typeof result.label === "string" ? result.label : JSON.stringify(result);
}
