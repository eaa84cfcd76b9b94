import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { type AcceptanceRules, itemAcceptable } from "@assay/domain/field-agreement.ts";
import type { FieldedAnswer } from "@assay/domain/field-consensus.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Db } from "../platform/db.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import { getGuidelines, typeOf } from "../tasks/guidelines.ts";

/**
 * Items of a round with two answers or more, and those of them whose answers, scored fields included, all agree
 * within the tolerance.
 */
export async function countAgreement(
  db: Db,
  batch: BatchRow,
): Promise<{ readonly trials: number; readonly agreed: number }> {
  const { fields } = await getGuidelines(
    db,
    batch.project_id,
    await getGuidelineVersion(db, batch.project_id),
  );
  const rules: AcceptanceRules = {
    ...{ type: typeOf(batch), tolerance: toleranceOf(batch.policy) },
    ...{ fields, scored: batch.policy.scored_fields ?? [] },
  };
  let trials = 0;
  let agreed = 0;
  for await (const [first, ...others] of answersByItem(db, batch)) {
    if (first === undefined || others.length === 0) continue;
    trials += 1;
    if (others.every((other) => itemAcceptable(rules, first, other))) agreed += 1;
  }
  return { trials, agreed };
}

/** The current answers of each item that is not excluded, item by item, in constant memory. */
async function* answersByItem(db: Db, { id }: BatchRow): AsyncGenerator<FieldedAnswer[]> {
  const rows = db
    .selectFrom("annotations")
    .innerJoin("items", "items.id", "annotations.item_id")
    .select(["annotations.item_id", "annotations.result", "annotations.fields"])
    .where("annotations.batch_id", "=", id)
    .where("annotations.kind", "=", "annotate")
    .where("annotations.superseded_at", "is", null)
    .whereRef("annotations.round", "=", "items.round")
    .where("items.status", "!=", "excluded")
    .orderBy("annotations.item_id")
    .stream(1_000);
  let item: string | undefined;
  let answers: FieldedAnswer[] = [];
  for await (const row of rows) {
    if (row.item_id !== item && answers.length > 0) {
      yield answers;
      answers = [];
    }
    item = row.item_id;
    answers.push({ result: row.result, fields: row.fields });
  }
  if (answers.length > 0) yield answers;
}
