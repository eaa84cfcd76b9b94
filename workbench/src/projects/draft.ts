import { checkFieldDefinitions, type FieldDefinition } from "@assay/domain/field-definition.ts";
import { checkLabels, type LabelInput } from "@assay/domain/labels.ts";
import type { Scale } from "@assay/domain/types/rating/schema.ts";
import type { components } from "@assay/sdk/schema.ts";
import { strings } from "#strings/projects.ts";
import type { TypeFacts } from "../api/annotation-types.ts";
import { canonicalName } from "../editors/names.ts";
import { formatDay } from "../strings/format.ts";

export type CreateProject = components["schemas"]["CreateProject"];
export type CreateUpload = components["schemas"]["CreateUpload"];

/** A label in the form; `key` stays the same when the name changes. */
export type LabelDraft = LabelInput & { readonly key: string };

/** A field in the form. */
export type FieldDraft = FieldDefinition & { readonly key: string };

/** A scale of a rating project in the form; `key` stays the same when the name changes. */
export type ScaleDraft = Scale & { readonly key: string };

/** The values of the form. */
export interface Draft {
  readonly name: string;
  readonly quality_level: string;
  readonly annotation_type: string;
  readonly labels: readonly LabelDraft[];
  readonly instructions: string;
  /** The names of points, one per line, and the skeleton's lines as `a - b`. */
  readonly keypoints: string;
  readonly skeleton: string;
  readonly scales: readonly ScaleDraft[];
  /** Each mask is an object of its own. */
  readonly instances: boolean;
  readonly fields: readonly FieldDraft[];
  /** Empty for the type's default format. */
  readonly export_format: string;
  readonly files: readonly File[];
  /** One item per line. */
  readonly texts: string;
  /** One per line. */
  readonly urls: string;
}

export const EMPTY_DRAFT: Draft = {
  name: "",
  quality_level: "none",
  annotation_type: "object_detection",
  labels: [],
  instructions: "",
  keypoints: "",
  skeleton: "",
  scales: [],
  instances: false,
  fields: [],
  export_format: "",
  files: [],
  texts: "",
  urls: "",
};

/** The parts of the form that a type uses. */
export interface Wants {
  readonly labels: boolean;
  /** The names of its `type_options`. */
  readonly options: readonly string[];
}

/** Whether its results have labels, and the options of the type. */
export function wantsOf({ result_schema, options_schema }: TypeFacts): Wants {
  const { properties } = options_schema;
  return {
    labels: /"labels?":/.test(JSON.stringify(result_schema)),
    options: typeof properties === "object" && properties !== null ? Object.keys(properties) : [],
  };
}

/** What the form still needs: annotators of these types have nothing to answer without it. */
export function missingIn(
  { name, keypoints, scales }: Draft,
  { options }: Wants,
): readonly ("name" | "points" | "scales")[] {
  return [
    ...(name.trim() === "" ? (["name"] as const) : []),
    ...(options.includes("keypoints") && keypoints.trim() === "" ? (["points"] as const) : []),
    ...(options.includes("scales") && scales.length === 0 ? (["scales"] as const) : []),
  ];
}

/** One upload request: a form with files, one large file in pieces, or JSON. */
export type UploadStep =
  | { readonly kind: "form"; readonly files: readonly File[] }
  | { readonly kind: "pieces"; readonly file: File }
  | { readonly kind: "json"; readonly body: CreateUpload };

/** The requests of the form in order. Both the requests sent and the commands shown are built from it. */
export interface Plan {
  readonly project: CreateProject;
  /** The name of the batch, if the data suggest one. */
  readonly batch: { readonly name?: string };
  readonly uploads: readonly UploadStep[];
}

/** Larger files are sent in pieces, so that a lost connection costs one piece. */
export const PIECE_BYTES = 8 * 1024 * 1024;
const FORM_FILES = 100;
const FORM_BYTES = 4 * PIECE_BYTES;
const URLS_AT_ONCE = 100;
/** Characters in the name of a batch. */
export const MAX_NAME = 200;

/** The requests for the form with this type. Empty values are left out, so that the service's defaults apply. */
export function planOf(draft: Draft, wants: Wants): Plan {
  const options = optionsOf(draft, wants);
  const project: CreateProject = {
    ...(draft.name.trim() === "" ? {} : { name: draft.name.trim() }),
    annotation_type: draft.annotation_type,
    quality_level: draft.quality_level,
    ...(wants.labels && draft.labels.length > 0 ? { labels: draft.labels.map(withoutKey) } : {}),
    ...(draft.instructions.trim() === "" ? {} : { instructions: draft.instructions }),
    ...(draft.fields.length === 0 ? {} : { fields: draft.fields.map(withoutKey) }),
    ...(Object.keys(options).length === 0 ? {} : { type_options: options }),
    ...(draft.export_format === "" ? {} : { export_format: draft.export_format }),
  };
  const batch = { ...(itemsIn(draft) > 0 && { name: usualBatchName(draft) }) };
  return { project, batch, uploads: [...fileSteps(draft.files), ...lineSteps(draft)] };
}

/** The name of a batch that gets none: that of its only file, or the day. */
export function usualBatchName({ files, texts, urls }: Pick<Draft, "files" | "texts" | "urls">): string {
  const [first, ...others] = files;
  const isAlone = others.length === 0 && texts.trim() === "" && urls.trim() === "";
  return (isAlone && first?.name.slice(0, MAX_NAME)) || strings.data.batchOf(formatDay(new Date()));
}

/** Errors in labels by the label's key, from the same check as in the service. */
export function labelFaults(
  before: readonly LabelInput[],
  labels: readonly LabelDraft[],
  annotation_type: string,
): Map<string, string> {
  const known = before.map((label) => ({
    id: label.id ?? "",
    name: label.name,
    color: label.color ?? null,
    hotkey: label.hotkey ?? null,
    parent: label.parent ?? null,
    attributes: label.attributes ?? [],
    retired: label.retired ?? false,
  }));
  const faults = checkLabels(known, labels.map(withoutKey), canonicalName(annotation_type) ?? "");
  const found = byKey(faults, labels);
  for (const { key, name } of labels) {
    if (name.trim() === "") found.set(key, strings.labels.nameMissing);
  }
  return found;
}

/** Errors in fields by the field's key, from the same check as in the service. */
export function fieldFaults(fields: readonly FieldDraft[]): Map<string, string> {
  const found = byKey(checkFieldDefinitions(fields.map(withoutKey)), fields);
  for (const { key, name } of fields) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) {
      found.set(key, strings.fields.badName);
    }
  }
  return found;
}

/** An estimate of the number of items before the upload. */
export function itemsIn({ files, texts, urls }: Draft): number {
  return files.length + linesOf(texts).length + linesOf(urls).length;
}

/** The parts of an API message that are about the value at `path`. */
export function faultsUnder(message: string, path: string): string[] {
  return message.split("; ").filter((part) => part.startsWith(`${path}.`) || part.startsWith(`${path} `));
}

/** The names in a pasted text, separated by line breaks or commas. */
export function namesIn(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** The object without its key, as the service expects it. */
export function withoutKey<T extends { readonly key: string }>({ key: _, ...rest }: T): Omit<T, "key"> {
  return rest;
}

function byKey(
  faults: readonly { readonly path: string; readonly message: string }[],
  drafts: readonly { readonly key: string }[],
): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of faults) {
    const [index, ...rest] = path.split(".");
    const draft = drafts[Number(index)];
    if (draft !== undefined && !found.has(draft.key))
      found.set(draft.key, `${rest.join(".")} ${message}`.trim());
  }
  return found;
}

function optionsOf(draft: Draft, { options }: Wants): Record<string, unknown> {
  const keypoints = linesOf(draft.keypoints);
  const skeleton = pairsOf(draft.skeleton);
  return {
    ...(options.includes("keypoints") && keypoints.length > 0 ? { keypoints } : {}),
    ...(options.includes("skeleton") && skeleton.length > 0 ? { skeleton } : {}),
    ...(options.includes("scales") && draft.scales.length > 0
      ? { scales: draft.scales.map(withoutKey) }
      : {}),
    ...(options.includes("instances") && draft.instances ? { instances: true } : {}),
  };
}

function fileSteps(files: readonly File[]): UploadStep[] {
  const steps: UploadStep[] = [];
  let together: File[] = [];
  let bytes = 0;
  const close = () => {
    if (together.length > 0) steps.push({ kind: "form", files: together });
    together = [];
    bytes = 0;
  };
  for (const file of files) {
    if (file.size > PIECE_BYTES) {
      steps.push({ kind: "pieces", file });
      continue;
    }
    if (together.length === FORM_FILES || bytes + file.size > FORM_BYTES) close();
    together.push(file);
    bytes += file.size;
  }
  close();
  return steps;
}

function lineSteps({ texts, urls }: Draft): UploadStep[] {
  const lines = linesOf(texts).map((text) => JSON.stringify({ text }));
  const addresses = linesOf(urls);
  const steps: UploadStep[] = [];
  if (lines.length > 0) {
    steps.push({ kind: "json", body: { files: [{ filename: "texts.jsonl", text: lines.join("\n") }] } });
  }
  for (let from = 0; from < addresses.length; from += URLS_AT_ONCE) {
    steps.push({ kind: "json", body: { urls: addresses.slice(from, from + URLS_AT_ONCE) } });
  }
  return steps;
}

/** The pairs of points that the lines of a text join, each as `a - b` or `a, b`. */
export function pairsOf(text: string): string[][] {
  return linesOf(text).map((line) => line.split(/\s+-\s+|\s*,\s*/));
}

/** The lines of a text that are not empty, without spaces around them. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
