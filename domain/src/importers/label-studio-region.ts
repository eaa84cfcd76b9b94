import { ImportFault } from "./importer.ts";
import { isJsonObject, type JsonObject, numberAt } from "./json-value.ts";
import type { MaskMaker } from "./runs.ts";

/** An entry of `result`, and where it stands. */
export interface Region {
  readonly at: string;
  readonly fields: JsonObject;
}

/** What the regions of a task are read as. */
export interface Context {
  readonly type: string;
  /** Gets what cannot be kept. */
  readonly lost: Set<string>;
  /** For the masks of the task. */
  readonly makeMask: MaskMaker;
  /** What a `<Pairwise>` compares. */
  readonly pair?: Pair | undefined;
}

/** The keys of `data` with the left and the right response. */
export type Pair = readonly [left: string, right: string];

/** The `value` of a region; empty if it has none. */
export function valueIn(region: JsonObject): JsonObject {
  return isJsonObject(region.value) ? region.value : {};
}

/** What Label Studio keeps of a region for others; empty if there is nothing. */
export function metaOf(region: JsonObject): JsonObject {
  return isJsonObject(region.meta) ? region.meta : {};
}

/** The labels of a region that has some. */
export function labelsOf(region: JsonObject): string[] {
  const labels = valueIn(region)[String(region.type)];
  if (region.type === "textarea" || !Array.isArray(labels)) return [];
  return labels.filter((label) => typeof label === "string");
}

/** The choices of a region of that type. */
export function choicesOf(region: JsonObject): string[] {
  const { choices } = valueIn(region);
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === "string") : [];
}

/** The first label of a region; `lost` gets that there are others. Throws an ImportFault if there is none. */
export function labelOf(at: string, fields: JsonObject, lost: Set<string>): string {
  const [label, ...others] = labelsOf(fields);
  if (others.length > 0) lost.add("further labels of a region");
  if (label === undefined) throw new ImportFault(at, `value.${fields.type} must be a list with a label`);
  return label;
}

/** How many pixels a percent of the image is, across and down. */
export function sidesOf(at: string, fields: JsonObject): readonly [number, number] {
  return [
    numberAt(`${at}.original_width`, fields.original_width) / 100,
    numberAt(`${at}.original_height`, fields.original_height) / 100,
  ];
}
