import { toleranceOf } from "@assay/domain/certification/policy.ts";
import type { BatchRow } from "../batches/store.ts";
import type { Db } from "../platform/db.ts";
import { typeOf } from "../tasks/guidelines.ts";

/** Items of a round with two answers or more, and those of them whose answers all agree within the tolerance. */
export async function countAgreement(
  db: Db,
  batch: BatchRow,
): Promise<{ readonly trials: number; readonly agreed: number }> {
  const type = typeOf(batch);
  const tolerance = toleranceOf(batch.policy);
  let trials = 0;
  let agreed = 0;
  for await (const results of answersByItem(db, batch)) {
    if (results.length < 2) continue;
    trials += 1;
    const [first, ...others] = results;
    if (others.every((other) => type.acceptable(first, other, tolerance))) agreed += 1;
  }
  return { trials, agreed };
}

/** The current answers of each item that is not excluded, item by item, in constant memory. */
async function* answersByItem(db: Db, { id }: BatchRow): AsyncGenerator<unknown[]> {
  const rows = db
    .selectFrom("annotations")
    .innerJoin("items", "items.id", "annotations.item_id")
    .select(["annotations.item_id", "annotations.result"])
    .where("annotations.batch_id", "=", id)
    .where("annotations.kind", "=", "annotate")
    .where("annotations.superseded_at", "is", null)
    .whereRef("annotations.round", "=", "items.round")
    .where("items.status", "!=", "excluded")
    .orderBy("annotations.item_id")
    .stream(1_000);
  let item: string | undefined;
  let results: unknown[] = [];
  for await (const row of rows) {
    if (row.item_id !== item && results.length > 0) {
      yield results;
      results = [];
    }
    item = row.item_id;
    results.push(row.result);
  }
  if (results.length > 0) yield results;
}
