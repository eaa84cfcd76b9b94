import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { limits, perOf } from "@assay/domain/field-limits.ts";
import { LabelName } from "@assay/domain/labels.ts";
import { RelationName } from "@assay/domain/relation-types.ts";
import type { AllowedLabels, AnnotationType } from "@assay/domain/types/annotation-type.ts";
import type { Guidelines } from "../guidelines/guidelines.ts";

/** A JSON Schema as it is sent. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords that servers refuse or that only take tokens; results are validated when they arrive. */
const LEFT_OUT = new Set(["examples", "minLength", "maxLength", "maxItems", "maxProperties", "default"]);

/**
 * The JSON Schema of `{result, fields?}`, made of the schema of the type and of the project's fields. Labels can only be those of
 * the project.
 */
export function answerSchema(type: AnnotationType, { allowed, fields }: Guidelines): JsonSchema {
  const properties = {
    result: resultSchema(type, allowed),
    ...(fields.length > 0 && { fields: fieldsSchema(fields) }),
  };
  return objectOf(properties);
}

/** Whether a server may enforce the schema with OpenAI's `strict`, which knows no optional and no free properties. */
export function canBeStrict(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return true;
  const {
    type,
    properties = {},
    required = [],
    additionalProperties,
  } = schema as Readonly<{
    type?: unknown;
    properties?: object;
    required?: readonly unknown[];
    additionalProperties?: unknown;
  }>;
  const isClosed = additionalProperties === false && Object.keys(properties).length === required.length;
  return (type !== "object" || isClosed) && Object.values(schema).every(canBeStrict);
}

function resultSchema({ schema, quoted }: AnnotationType, allowed: AllowedLabels): unknown {
  const label = { type: "string", ...(allowed !== null && { enum: [...allowed] }) };
  const relations = allowed?.relations;
  const relation = relations === undefined ? label : { type: "string", enum: [...relations.keys()] };
  return JSON.parse(JSON.stringify(quoted?.schema ?? schema), (key, value: unknown) => {
    if (LEFT_OUT.has(key)) return undefined;
    if (isNamed(RelationName, value)) return relation;
    return isNamed(LabelName, value) ? label : value;
  });
}

/** Whether a schema is that of the names of labels or of relations. */
function isNamed(names: object, value: unknown): boolean {
  const described = Reflect.get(names, "description");
  return typeof value === "object" && value !== null && Reflect.get(value, "description") === described;
}

/** All fields are required, because `strict` asks for it: null is no answer. */
function fieldsSchema(fields: readonly FieldDefinition[]): JsonSchema {
  return objectOf(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])));
}

function fieldSchema(field: FieldDefinition): JsonSchema {
  const { description, required = false, when } = field;
  const one = required && when === undefined ? valueSchema(field) : orNull(valueSchema(field));
  const told = description === undefined ? {} : { description };
  if (perOf(field) === "object")
    return {
      type: "array",
      items: one,
      description: `One for each object, in their order. ${description ?? ""}`,
    };
  if (perOf(field) === "response" || perOf(field) === "message")
    return { type: "object", additionalProperties: one, ...told };
  return { ...one, ...told };
}

function valueSchema(field: FieldDefinition): JsonSchema {
  const { min, max } = limits(field);
  const { type, options = [] } = field;
  if (type === "choice") return { type: "string", enum: options };
  if (type === "multi_choice") return { type: "array", items: { type: "string", enum: options } };
  if (type === "rating") return { type: "integer", minimum: min, maximum: max };
  if (type === "highlight") return { type: "array", items: highlightSchema(options) };
  return type === "number" ? { type: "number" } : { type: "string" };
}

/** Without notes, which `strict` would require of each passage. */
function highlightSchema(labels: readonly string[]): JsonSchema {
  return objectOf({
    start: { type: "integer", description: "Unicode code points before the passage in the response." },
    end: { type: "integer", description: "Unicode code points before the end of the passage." },
    label: { type: "string", enum: labels },
  });
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: "null" }] };
}

function objectOf(properties: Readonly<Record<string, unknown>>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
