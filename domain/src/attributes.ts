import type { Fault } from "./errors.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { checkFields, type FieldAnswers } from "./fields.ts";
import type { Label } from "./labels.ts";
import type { AllowedLabels, Consensus, LabelNames } from "./types/annotation-type.ts";
import { isRecord } from "./types/shape.ts";

/** The attributes of a label as questions about one object: what they say of the target of the question has no meaning there. */
export function attributesOf({ attributes }: Pick<Label, "attributes">): FieldDefinition[] {
  return attributes.map(({ per: _per, roles: _roles, ...definition }) => definition);
}

/**
 * The allowed labels with the attributes that objects with them have. If nobody was asked (`isAsked` is false), as where a
 * model answers, no attribute is required.
 */
export function withAttributes(
  allowed: AllowedLabels,
  labels: readonly Pick<Label, "name" | "attributes">[],
  { isAsked }: { readonly isAsked: boolean },
): AllowedLabels {
  if (allowed === null) return null;
  const attributes = new Map(
    labels
      .filter(({ attributes }) => attributes.length > 0)
      .map((label) => [
        label.name,
        attributesOf(label).map((definition) => (isAsked ? definition : { ...definition, required: false })),
      ]),
  );
  if (attributes.size === 0) return allowed;
  const names: LabelNames = Object.assign(new Set(allowed), {
    attributes,
    ...(allowed.relations !== undefined && { relations: allowed.relations }),
  });
  return names;
}

/**
 * The faults of an object's attributes by the rules of fields; the path is the name of the attribute. Attributes that its label
 * does not define are allowed: files of other tools have them.
 */
export function* attributeFaults(
  label: string,
  allowed: AllowedLabels,
  given: FieldAnswers = {},
): Generator<Fault> {
  const definitions = allowed?.attributes?.get(label) ?? [];
  if (definitions.length === 0) return;
  const known = new Set(definitions.map(({ name }) => name));
  const answers = Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
  for (const { path, message } of checkFields(definitions, answers)) {
    const options = definitions.find(({ name }) => name === path)?.options ?? [];
    const choices = options.length === 0 ? "" : `, one of ${options.slice(0, 20).join(", ")}`;
    yield {
      path,
      message:
        message === "is missing"
          ? `is missing; the label "${label}" requires it${choices}`
          : `${message} for the label "${label}"`,
    };
  }
}

/**
 * Whether annotators differ on a required attribute: an object of the consensus lacks it, although at least half of those who
 * drew the object answered it. `results` are the answers that the consensus was merged from.
 */
export function isAttributeTied(
  allowed: AllowedLabels,
  { result, groups = [] }: Consensus,
  results: readonly unknown[],
): boolean {
  const defined = allowed?.attributes;
  if (defined === undefined) return false;
  const drawn = results.map(objectsOf);
  return objectsOf(result).some(({ label, attributes }, index) => {
    const members = (groups[index] ?? []).flatMap((place, answer) =>
      place === null ? [] : [drawn[answer]?.[place]?.attributes ?? {}],
    );
    const required = (defined.get(String(label)) ?? []).filter((definition) => definition.required);
    return required.some(({ name }) => {
      const given = members.filter((member) => Object.hasOwn(member, name)).length;
      return given > 0 && given * 2 >= members.length && !Object.hasOwn(attributes, name);
    });
  });
}

/** The objects of a result of any type, with no attributes where it lists none. */
function objectsOf(result: unknown): { readonly label: unknown; readonly attributes: object }[] {
  const objects: readonly unknown[] = isRecord(result) && Array.isArray(result.objects) ? result.objects : [];
  return objects.map((object) => {
    const { label, attributes } = isRecord(object) ? object : {};
    return { label, attributes: isRecord(attributes) ? attributes : {} };
  });
}

/**
 * A result with attributes in the form that their labels define, where they came as other tools write them: a number or a list as a
 * text, a text as true, false or a number. Takes any value; the same object where nothing changes.
 */
export function withFittedAttributes(allowed: AllowedLabels, result: unknown): unknown {
  const defined = allowed?.attributes;
  if (defined === undefined || !isRecord(result) || !Array.isArray(result.objects)) return result;
  const before: readonly unknown[] = result.objects;
  const objects = before.map((object) => {
    if (!isRecord(object) || !isRecord(object.attributes)) return object;
    const fitted = fittedAttributes(defined.get(String(object.label)) ?? [], object.attributes);
    return fitted === object.attributes ? object : { ...object, attributes: fitted };
  });
  return objects.every((object, index) => object === before[index]) ? result : { ...result, objects };
}

function fittedAttributes(definitions: readonly FieldDefinition[], given: FieldAnswers): FieldAnswers {
  const changed = definitions.flatMap((definition) => {
    const value = Object.hasOwn(given, definition.name) ? given[definition.name] : undefined;
    const fitted = fittedValue(definition, value);
    return fitted === value ? [] : [[definition.name, fitted] as const];
  });
  return changed.length === 0 ? given : { ...given, ...Object.fromEntries(changed) };
}

function fittedValue({ type, options = [] }: FieldDefinition, value: unknown): unknown {
  if (type === "choice" || type === "text")
    return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof value !== "string" || value.trim() === "") return value;
  if (type === "multi_choice") return options.includes(value) ? [value] : listIn(value);
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** The list of a text in JSON, as our own exports write it in formats whose attributes are texts; any other text as it is. */
function listIn(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : text;
  } catch {
    return text;
  }
}
