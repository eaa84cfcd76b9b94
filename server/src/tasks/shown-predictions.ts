import { isShown } from "@assay/domain/certification/predictions-policy.ts";
import type { FieldAnswers } from "@assay/domain/fields.ts";
import { predictionDistance } from "@assay/domain/models/prediction-distance.ts";
import { sql } from "kysely";
import { namesAs, typeOf } from "../guidelines/guidelines.ts";
import type { ItemRecord, Prediction } from "../items/store.ts";
import type { AnsweredPrediction } from "../platform/database/answer-tables.ts";
import type { Tx } from "../platform/database/db.ts";
import { arrayOf } from "../platform/database/planner.ts";
import type { Row } from "../platform/database/tables.ts";
import { EARLIER_ANSWERS, IS_WITHHELD, SHOWS_PREDICTIONS } from "../queue/predictions.ts";
import type { Work } from "../queue/store.ts";

type Showing = Pick<
  ItemRecord,
  "shows_predictions" | "predictions_policy" | "is_withheld" | "earlier_answers"
>;
/** A task with the answer to it. */
interface Answered {
  readonly work: Work;
  readonly sent: { readonly result: unknown; readonly fields?: FieldAnswers | undefined };
}

type ShownTask = Pick<Row<"tasks">, "member_id" | "leased_at">;

/** Those of an item's predictions that a task shows: none if the batch hides them, or withholds those of the item. */
export function shownPredictions<P extends Pick<Prediction, "model" | "version" | "score">>(
  item: Showing,
  task: ShownTask,
  predictions: readonly P[],
): P[] {
  return item.is_withheld ? [] : possiblePredictions(item, task, predictions);
}

/** Those that it would show if the item were not withheld. */
function possiblePredictions<P extends Pick<Prediction, "model" | "version" | "score">>(
  item: Showing,
  task: ShownTask,
  predictions: readonly P[],
): P[] {
  const { show } = item.predictions_policy;
  if (!item.shows_predictions || (show === "after_first_answer" && isFirst(item, task))) return [];
  return predictions.filter((prediction) => isShown(item.predictions_policy, prediction));
}

/** Whether nobody else had answered when the member got the task or, if they answered before, when they did. */
function isFirst({ earlier_answers }: Showing, { member_id, leased_at }: ShownTask): boolean {
  const own = earlier_answers
    .filter((answer) => answer.member_id === member_id)
    .map(({ at }) => Date.parse(at));
  const begun = Math.min(leased_at?.getTime() ?? Number.POSITIVE_INFINITY, ...own);
  return !earlier_answers.some((answer) => answer.member_id !== member_id && Date.parse(answer.at) < begun);
}

/** What the items of answered tasks showed, or withheld, when the tasks were claimed, by task id. */
export async function readAnsweredPredictions(
  tx: Tx,
  answered: readonly Answered[],
): Promise<ReadonlyMap<string, AnsweredPrediction>> {
  const showing = answered.filter(({ work }) => work.batch.policy.predictions?.show !== "never");
  const found = new Map<string, AnsweredPrediction>();
  if (showing.length === 0) return found;
  const { rows } = await sql<Showing & { readonly id: string; readonly predictions: readonly AtClaim[] }>`
    select items.id, coalesce(batches.policy -> 'predictions', '{}') as predictions_policy,
      ${SHOWS_PREDICTIONS} as shows_predictions, ${IS_WITHHELD} as is_withheld, ${EARLIER_ANSWERS} as earlier_answers, predictions
    from unnest(${arrayOf(showing.map(({ work }) => work.item.account_id))}, ${arrayOf(showing.map(({ work }) => work.item.id))})
      as item (account_id, id)
    cross join lateral (
      select json_agg(json_build_object('model', coalesce(name, model), 'version', version, 'score', score, 'result', result,
        'fields', fields, 'guideline_version', guideline_version, 'at', created_at) order by model) as predictions
      from predictions where predictions.account_id = item.account_id and predictions.item_id = item.id) as predicted
    join items on items.account_id = item.account_id and items.id = item.id
    join batches on batches.account_id = items.account_id and batches.id = items.batch_id
    where predictions is not null`.execute(tx);
  const byItem = new Map(rows.map((row) => [row.id, row]));
  for (const { work, sent } of showing) {
    const row = byItem.get(work.item.id);
    const { task, batch } = work;
    const begun = task.leased_at?.getTime() ?? 0;
    const [first] = row === undefined ? [] : possiblePredictions(row, task, row.predictions);
    if (row === undefined || first === undefined || Date.parse(first.at) > begun) continue;
    const { model, version, score, fields } = first;
    const result = await namesAs(tx, batch, first, task.guideline_version);
    const distance = predictionDistance(
      typeOf(batch),
      { result, fields },
      { result: sent.result, fields: sent.fields ?? null },
    );
    found.set(task.id, { model, version, score, distance, is_shown: !row.is_withheld });
  }
  return found;
}

/** A prediction, and when it came. */
type AtClaim = Pick<Prediction, "model" | "version" | "score" | "result" | "fields" | "guideline_version"> & {
  readonly at: string;
};
