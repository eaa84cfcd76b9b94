import { decideItem, type ItemRules, type ItemState } from "@assay/domain/item.ts";
import { getGuidelines, namesAs, typeOf } from "../guidelines/guidelines.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import type { CurrentAnswer, ItemAnswers } from "./answers.ts";

/** A decided item, with the label names of `guideline_version`. */
export interface SettledItem extends ReturnType<typeof decideItem<ItemState>> {
  readonly account_id: string;
  readonly id: string;
  readonly round: number;
  readonly guideline_version: number;
  /** Whether it has a known answer, which is its label once it is accepted. */
  readonly isKnown: boolean;
  /** Of its label; default: consensus. */
  readonly origin?: "import";
}

/** A locked item, whose counts include all `answers`. */
interface Counted {
  readonly item: ItemState & Pick<Row<"items">, "id" | "round">;
  readonly batch: Pick<Row<"batches">, "account_id" | "project_id" | "canonical_type" | "policy">;
  readonly answers: readonly Pick<CurrentAnswer, "result" | "fields" | "guideline_version">[];
  readonly gold: ItemAnswers["gold"];
}

/** Decides an item from its answers, with the label names and fields of the project's version `newest` or a newer one. */
export async function settle(
  tx: Tx,
  { item, batch, answers, gold }: Counted,
  newest: number,
): Promise<SettledItem> {
  // `newest` was read before the item was locked: since then, somebody may have answered under a newer version.
  const guideline_version = Math.max(newest, ...answers.map((answer) => answer.guideline_version));
  const given = [];
  for (const { fields, ...answer } of answers) {
    given.push({ result: await namesAs(tx, batch, answer, guideline_version), fields });
  }
  const asked = await getGuidelines(tx, batch, guideline_version);
  const rules: ItemRules = { type: typeOf(batch), asked, policy: batch.policy };
  const { id, round } = item;
  const decided = decideItem(item, given, rules, gold);
  return { ...decided, account_id: batch.account_id, id, round, guideline_version, isKnown: gold !== null };
}
