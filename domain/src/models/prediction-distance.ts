import type { FieldAnswers } from "../fields.ts";
import type { AnnotationType } from "../types/annotation-type.ts";

interface Answered {
  readonly result: unknown;
  readonly fields: FieldAnswers | null;
}

/**
 * How much an annotator changed a prediction, 0 (unchanged) to 1: the mean of the type's distance between the results, and of 0 or 1 for
 * each field that the model answered too. Throws a TypeError for a result that is none of the type's.
 */
export function predictionDistance(
  { distance }: Pick<AnnotationType, "distance">,
  predicted: Answered,
  answer: Answered,
): number {
  const fields = Object.entries(predicted.fields ?? {});
  const changed = fields.filter(([name, value]) => !isSame(value, answer.fields?.[name]));
  const ofResult = isSame(predicted.result, answer.result) ? 0 : distance(predicted.result, answer.result);
  return (ofResult + changed.length) / (1 + fields.length);
}

/** Whether two JSON values are equal; keys may be in another order, because the database sorts them. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, yours] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    mine.size === yours.size &&
    [...mine].every(([key, value]) => yours.has(key) && isSame(value, yours.get(key)))
  );
}
