import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { limits } from "@assay/domain/field-limits.ts";
import { later } from "../later.tsx";

/** With more options a Select replaces the radio buttons. */
const MANY = 12;

/** With more steps a number input replaces the scale. */
const LONG_SCALE = 11;

/** Few fields ask for a number, and its input is a tenth of an editor's size. */
export const NumberInput = later(async () => (await import("../../design/NumberInput.tsx")).NumberInput);

/** Few fields have so many options. */
export const Select = later(async () => (await import("../../design/Select.tsx")).Select<string>);

/** Few fields ask for highlights. */
export const Highlights = later(async () => (await import("./Highlights.tsx")).Highlights);

/** How passages are marked, above all responses. */
export const MarkingHelp = later(async () => (await import("./MarkingHelp.tsx")).MarkingHelp);

/** Few texts have a limit. */
export const TextLength = later(async () => (await import("../TextLength.tsx")).TextLength);

/** Whether the answer of a field is a text of limited length. */
export function isLimitedText({ type, min, max }: FieldDefinition): boolean {
  return type === "text" && (min !== undefined || max !== undefined);
}

/** Whether the options of a choice stand in a list that opens. */
export function isLongChoice({ type, options = [] }: FieldDefinition): boolean {
  return type === "choice" && options.length > MANY;
}

/** Whether the steps of a rating stand beside each other. */
export function isShortScale(field: FieldDefinition): boolean {
  const { min, max } = limits(field);
  return field.type === "rating" && max - min < LONG_SCALE;
}

/** Loads the inputs of fields that are not loaded with every editor. */
export async function loadInputs(fields: readonly FieldDefinition[]): Promise<void> {
  const isNumber = (field: FieldDefinition) =>
    field.type === "number" || (field.type === "rating" && !isShortScale(field));
  await Promise.all([
    fields.some(isNumber) && NumberInput.load(),
    fields.some(isLongChoice) && Select.load(),
    fields.some(({ type }) => type === "highlight") && Promise.all([Highlights.load(), MarkingHelp.load()]),
    fields.some(isLimitedText) && TextLength.load(),
  ]);
}
