import { type ImportLine, PREDICTION_LINE, readLine } from "../imports/line.ts";
import type { Failed } from "./run-store.ts";

/** What a model answered, for the items of one request. */
export interface Answered {
  readonly lines: readonly ImportLine[];
  readonly failed: readonly Failed[];
}

interface Asked {
  readonly model_name: string;
  readonly model_version: string;
  readonly item_ids: readonly string[];
}

/**
 * Reads `{predictions: [{item_id, result, score?, fields?, usage?}]}`: each item of the request has a line or a fault. Predictions for
 * other items are left out. A string is the fault of an answer that has another form.
 */
export function readAnswer(value: unknown, asked: Asked): Answered | string {
  const predictions = fieldOf(value, "predictions");
  if (!Array.isArray(predictions)) return 'the answer must be {"predictions": […]}';
  const byItem = Map.groupBy<unknown, unknown>(predictions, (one) => fieldOf(one, "item_id"));
  const lines: ImportLine[] = [];
  const failed: Failed[] = [];
  for (const item_id of asked.item_ids) {
    const line = lineOf(byItem.get(item_id) ?? [], asked);
    if (typeof line === "string") failed.push({ item_id, reason: line });
    else lines.push(line);
  }
  return { lines, failed };
}

function lineOf(given: readonly unknown[], { model_name, model_version }: Asked): ImportLine | string {
  const [first, second] = given;
  if (first === undefined) return "the model gave no result for this item";
  if (second !== undefined) return "the model gave more than one result for this item";
  const stray = ["model", "version", "prompt_version", "external_id", "filename"].find(
    (name) => fieldOf(first, name) !== undefined,
  );
  if (stray !== undefined) return `unknown field ${stray}`;
  return readLine(PREDICTION_LINE, 1, { ...Object(first), model: model_name, version: model_version });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
