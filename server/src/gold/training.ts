import { ServiceError } from "@assay/domain/errors.ts";
import type { AnnotationRow } from "../answers/answers.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Work } from "../queue/store.ts";
import { type Feedback, shown } from "./answer.ts";
import { findGold, findWrong } from "./known.ts";

/**
 * Judges the answer to a training item by the known one. The annotator always sees the known answer. Throws `invalid_state` if the item
 * has none any more.
 */
export async function judgeTraining(
  tx: Tx,
  batch: Work["batch"],
  annotation: AnnotationRow,
): Promise<Feedback> {
  const gold = await findGold(tx, annotation);
  if (gold === undefined) throw new ServiceError("invalid_state", "the item has no known answer any more");
  const wrong = await findWrong(tx, batch, annotation, gold);
  return { right: wrong.length === 0, wrong, ...(await shown(tx, batch, gold)) };
}
