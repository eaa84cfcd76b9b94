import { withFittedAttributes } from "@assay/domain/attributes.ts";
import { cutMiddle } from "@assay/domain/errors.ts";
import type { AllowedLabels, AnnotationType, ItemFacts } from "@assay/domain/types/annotation-type.ts";
import Value from "typebox/value";
import { Usage as UsageSchema } from "../items/schemas.ts";
import type { LabelScores, Usage } from "../platform/database/answer-tables.ts";
import { isObject, nameFault } from "../uploads/formats/line.ts";

type Fields = Readonly<Record<string, unknown>>;
/** The fault of a field's value; undefined if it is valid. */
type Check = (value: unknown) => string | undefined;

/** The fields of a line, besides the one that names its item. */
export interface LineForm {
  readonly checks: Readonly<Record<string, Check>>;
  readonly required: readonly string[];
}

/** A valid line. Fields that its kind does not have are undefined. */
export interface ImportLine {
  readonly line: number;
  /** Exactly one of these three names the item. */
  readonly item_id: string | undefined;
  readonly external_id: string | undefined;
  /** In NFC, the form in which file names are stored. */
  readonly filename: string | undefined;
  readonly annotator: string | undefined;
  readonly model: string | undefined;
  readonly version: string | undefined;
  readonly prompt_version: string | undefined;
  readonly usage: Usage | null;
  readonly score: number | null;
  /** Its names are not checked yet. */
  readonly label_scores: LabelScores | null;
  readonly vector: readonly number[] | null;
  readonly result: unknown;
  readonly fields: Fields | undefined;
  readonly answered_at: Date | null;
  readonly active_ms: number | null;
}

/** A day, as in a submit. */
export const MAX_ACTIVE_MS = 86_400_000;
/** Labels in the `label_scores` of a prediction. */
export const MAX_LABEL_SCORES = 100;
/** Numbers in a vector of a prediction. */
export const MAX_VECTOR = 4_096;
/** Vectors are stored as 32-bit floats. */
export const MAX_FLOAT = 1e38;

const anything: Check = () => undefined;
const fields: Check = (value) => (isObject(value) ? undefined : "fields must be an object");

function text(name: string): Check {
  return (value) => {
    const isText = typeof value === "string" && value.length >= 1 && value.length <= 200;
    return isText ? undefined : `${name} must be a string of 1 to 200 characters`;
  };
}

/** A name without control characters: see `predictionKey`. */
function name(field: string): Check {
  const isText = text(field);
  return (value) => {
    const fault = isText(value);
    return fault === undefined && /\p{Cc}/u.test(String(value)) ? `${field} has a control character` : fault;
  };
}

const usage: Check = (value) => {
  if (Value.Check(UsageSchema, value)) return undefined;
  return "usage must be an object with some of input_tokens, output_tokens (integers), cost and ms (numbers), none negative";
};

const isShare = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;

const score: Check = (value) => (isShare(value) ? undefined : "score must be a number from 0 to 1");

const label_scores: Check = (value) => {
  const scores = isObject(value) ? Object.values(value) : [];
  if (scores.length >= 1 && scores.length <= MAX_LABEL_SCORES && scores.every(isShare)) return undefined;
  return `label_scores must be an object of 1 to ${MAX_LABEL_SCORES} labels, each with a number from 0 to 1`;
};

const vector: Check = (value) => {
  const isVector =
    Array.isArray(value) &&
    value.length >= 1 &&
    value.length <= MAX_VECTOR &&
    value.every((each) => typeof each === "number" && Math.abs(each) <= MAX_FLOAT);
  return isVector ? undefined : `vector must be 1 to ${MAX_VECTOR} numbers from -1e38 to 1e38`;
};

/** RFC 3339, which needs the offset: a time without one is another in each place. */
const answered_at: Check = (value) => {
  const isTime =
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.test(value);
  if (isTime && Date.parse(value) >= 0) return undefined;
  return "answered_at must be a time since 1970 with its offset, such as 2026-01-02T03:04:05Z";
};

const active_ms: Check = (value) => {
  const isTime = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_ACTIVE_MS;
  return isTime ? undefined : `active_ms must be an integer from 0 to ${MAX_ACTIVE_MS}`;
};

export const ANSWER_LINE: LineForm = {
  checks: { annotator: text("annotator"), result: anything, fields, answered_at, active_ms },
  required: ["result"],
};
export const PREDICTION_LINE: LineForm = {
  checks: {
    ...{ model: name("model"), version: name("version"), prompt_version: name("prompt_version") },
    ...{ score, label_scores, vector, result: anything, fields, usage },
  },
  required: ["model", "result"],
};
export const GOLD_LINE: LineForm = { checks: { result: anything, fields }, required: ["result"] };

const ITEM_CHECKS: Readonly<Record<string, Check>> = {
  item_id: (value) => nameFault("item_id", value),
  external_id: (value) => nameFault("external_id", value),
  filename: (value) => nameFault("filename", value),
};

/** The line with that number and JSON value, or its fault. Null counts as an absent field. */
export function readLine(form: LineForm, line: number, value: unknown): ImportLine | string {
  if (!isObject(value)) return "the line must be a JSON object";
  const fault = fieldsFault(form, value);
  if (fault !== undefined) return fault;
  // `fieldsFault` has checked these casts.
  const { item_id, external_id, filename, annotator, model, version, prompt_version } = value as Readonly<
    Record<string, string | null | undefined>
  >;
  const sent = value as {
    readonly score?: number | null;
    readonly label_scores?: LabelScores | null;
    readonly vector?: readonly number[] | null;
    readonly fields?: Fields | null;
    readonly usage?: Usage | null;
    readonly answered_at?: string | null;
    readonly active_ms?: number | null;
  };
  return {
    line,
    item_id: item_id ?? undefined,
    external_id: external_id ?? undefined,
    filename: filename?.normalize("NFC"),
    annotator: annotator ?? undefined,
    model: model ?? undefined,
    version: version ?? undefined,
    prompt_version: prompt_version ?? undefined,
    usage: sent.usage ?? null,
    score: sent.score ?? null,
    label_scores: sent.label_scores ?? null,
    vector: sent.vector ?? null,
    result: value.result,
    fields: sent.fields ?? undefined,
    answered_at: typeof sent.answered_at === "string" ? new Date(sent.answered_at) : null,
    active_ms: sent.active_ms ?? null,
  };
}

/** The line with its result clipped to the image; the same object if nothing is outside. */
export function clippedLine(line: ImportLine, type: AnnotationType, item: ItemFacts): ImportLine {
  const result = type.clipped(line.result, item);
  return result === line.result ? line : { ...line, result };
}

/** The line with the attributes of its objects in the form that their labels define; the same object if they have it. */
export function fittedLine(line: ImportLine, allowed: AllowedLabels): ImportLine {
  const result = withFittedAttributes(allowed, line.result);
  return result === line.result ? line : { ...line, result };
}

function fieldsFault({ checks, required }: LineForm, value: Fields): string | undefined {
  for (const name in value) {
    const check = ownCheck(checks, name) ?? ownCheck(ITEM_CHECKS, name);
    if (check === undefined) return unknownField(name, [...Object.keys(ITEM_CHECKS), ...Object.keys(checks)]);
    const fault = value[name] === null ? undefined : check(value[name]);
    if (fault !== undefined) return fault;
  }
  const missing = required.find((name) => (value[name] ?? null) === null);
  if (missing !== undefined) return `${missing} is missing`;
  const names = Object.keys(ITEM_CHECKS).filter((name) => (value[name] ?? null) !== null);
  return names.length === 1 ? undefined : "exactly one of item_id, external_id and filename is needed";
}

function unknownField(name: string, known: readonly string[]): string {
  return `unknown field ${JSON.stringify(cutMiddle(name, 100))} (a line may have ${known.join(", ")})`;
}

function ownCheck(checks: Readonly<Record<string, Check>>, name: string): Check | undefined {
  return Object.hasOwn(checks, name) ? checks[name] : undefined;
}
