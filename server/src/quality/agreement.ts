import { toleranceOf } from "@assay/domain/certification/policy.ts";
import { itemAcceptable } from "@assay/domain/field-agreement.ts";
import type { FieldedAnswer } from "@assay/domain/field-consensus.ts";
import type { BatchRow } from "../batches/store.ts";
import { readFieldsByVersion, typeOf } from "../guidelines/guidelines.ts";
import { readJudgedNames } from "../guidelines/judging-rules.ts";
import type { Tx } from "../platform/database/db.ts";

/**
 * Items of a round with two answers or more, and those whose answers all agree within the tolerance. Labels
 * are compared by their names when the batch was completed, scored fields by their definitions when the item got its label.
 */
export async function countAgreement(
  tx: Tx,
  batch: BatchRow,
): Promise<{ readonly trials: number; readonly agreed: number }> {
  const type = typeOf(batch);
  const judging = {
    ...{ type, tolerance: toleranceOf(batch.policy) },
    scored: batch.policy.scored_fields ?? [],
  };
  const present = await readJudgedNames(tx, batch);
  const fieldsOf = await readFieldsByVersion(tx, batch);
  let trials = 0;
  let agreed = 0;
  for await (const { version, answers } of answersByItem(tx, batch)) {
    const [first, ...others] = answers.map(({ result, guideline_version, fields }) => ({
      result: present(result, guideline_version),
      fields,
    }));
    if (first === undefined || others.length === 0) continue;
    trials += 1;
    const fields = fieldsOf.get(version) ?? [];
    if (others.every((other) => itemAcceptable({ ...judging, fields }, first, other))) agreed += 1;
  }
  return { trials, agreed };
}

interface Answer extends FieldedAnswer {
  readonly guideline_version: number;
}

interface AnsweredItem {
  /** The guideline version of its label, or of its first answer if it has no label. */
  readonly version: number;
  readonly answers: Answer[];
}

/** The current answers of each item that is not excluded, item by item, in constant memory. */
async function* answersByItem(tx: Tx, { account_id, id }: BatchRow): AsyncGenerator<AnsweredItem> {
  const rows = tx
    .selectFrom("annotations")
    .innerJoin("items", (join) =>
      join
        .onRef("items.account_id", "=", "annotations.account_id")
        .onRef("items.id", "=", "annotations.item_id"),
    )
    .select(["annotations.item_id", "annotations.result", "annotations.fields"])
    .select(["annotations.guideline_version", "items.guideline_version as label_version"])
    .where("annotations.account_id", "=", account_id)
    .where("annotations.batch_id", "=", id)
    .where("annotations.kind", "=", "annotate")
    .where("annotations.superseded_at", "is", null)
    .whereRef("annotations.round", "=", "items.round")
    .where("items.status", "!=", "excluded")
    .orderBy("annotations.item_id")
    .stream(1_000);
  let item_id: string | undefined;
  let item: AnsweredItem | undefined;
  for await (const { label_version, ...row } of rows) {
    if (item === undefined || row.item_id !== item_id) {
      if (item !== undefined) yield item;
      item = { version: label_version ?? row.guideline_version, answers: [] };
    }
    item_id = row.item_id;
    item.answers.push(row);
  }
  if (item !== undefined) yield item;
}
