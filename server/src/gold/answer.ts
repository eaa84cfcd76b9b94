import type { AnnotationRow } from "../answers/answers.ts";
import { markGoldRight } from "../answers/answers.ts";
import { namesAs } from "../guidelines/guidelines.ts";
import { pauseUnderFloor } from "../members/pauses.ts";
import type { Tx } from "../platform/database/db.ts";
import { getGuidelineVersion } from "../projects/store.ts";
import type { Work } from "../queue/store.ts";
import { findGold, findWrong, type Gold } from "./known.ts";

/** The feedback on an answer to gold, if the policy shows it. */
export interface Feedback extends Pick<Gold, "result" | "fields"> {
  readonly right: boolean;
  /** `result`, and `fields.NAME` of each field. */
  readonly wrong: readonly string[];
}

/**
 * Judges an answer by the known one, and pauses the annotator if their share of right answers falls below the
 * floor. A correction is not judged: the first answer of a task stays on the annotator's record.
 */
export async function judgeByGold(
  tx: Tx,
  batch: Work["batch"],
  { annotation, gold }: { readonly annotation: AnnotationRow; readonly gold: Gold },
  now: Date,
): Promise<Feedback | null> {
  const wrong = await findWrong(tx, batch, annotation, gold);
  const right = wrong.length === 0;
  const marked = await markGoldRight(tx, annotation.account_id, [annotation.id], [right]);
  if (!right && marked > 0) await pauseUnderFloor(tx, batch, annotation.member_id, now);
  return batch.policy.feedback ? { right, wrong, ...(await shown(tx, batch, gold)) } : null;
}

/** The feedback on an earlier answer; null if there was none. */
export async function findFeedback(
  tx: Tx,
  batch: Work["batch"],
  annotation: AnnotationRow,
): Promise<Feedback | null> {
  if (!batch.policy.feedback || annotation.gold_right === null) return null;
  const gold = await findGold(tx, annotation);
  if (gold === undefined) return null;
  const wrong = await findWrong(tx, batch, annotation, gold);
  return { right: wrong.length === 0, wrong, ...(await shown(tx, batch, gold)) };
}

/** The known answer with current label names. */
export async function shown(
  tx: Tx,
  batch: Work["batch"],
  gold: Gold,
): Promise<Pick<Gold, "result" | "fields">> {
  const version = await getGuidelineVersion(tx, batch);
  return { result: await namesAs(tx, batch, gold, version), fields: gold.fields };
}
