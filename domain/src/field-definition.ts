import Type, { type Static } from "typebox";
import type { Fault } from "./errors.ts";
import { hasOptions, limits, perOf } from "./field-limits.ts";

const Answer = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number()]);

/** One question that a project asks in addition to the result. */
export const FieldDefinition = Type.Object(
  {
    name: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,64}$",
      description: "The key of the answer in `fields`; unique among its siblings.",
    }),
    type: Type.Enum(["choice", "multi_choice", "rating", "text", "number", "highlight"], {
      description:
        "The form of the answer: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number; " +
        "only per response, a list of marked passages `{start, end, label, note?}`, whose label is one of `options`, and whose " +
        "offsets count Unicode code points from the start of the response's text (end is exclusive; they may overlap).",
    }),
    per: Type.Optional(
      Type.Enum(["item", "object", "response", "message"], {
        description:
          "What the question is about: the item (default), with one answer; each object of the result, with a list of " +
          "answers in the order of the objects, null for none; each response of a conversation, with an answer " +
          "under each response's id; each message of a conversation, such as a step of an agent, with an answer under its " +
          'number, from `"0"`.',
      }),
    ),
    roles: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 20,
        description: "Only per message: asked of messages with these roles; absent asks of all.",
      }),
    ),
    description: Type.Optional(
      Type.String({ maxLength: 2_000, description: "The question as shown to annotators." }),
    ),
    required: Type.Optional(
      Type.Boolean({ description: "Whether annotators must answer it when it is shown." }),
    ),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 1_000,
        description: "For `choice` and `multi_choice`: the choices. For `highlight`: the labels of passages.",
      }),
    ),
    min: Type.Optional(
      Type.Number({
        description:
          "Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`, `highlight`: 0). " +
          "Lengths and counts are whole numbers: up to 1,000,000 characters, up to 1,000 choices or highlights.",
      }),
    ),
    max: Type.Optional(
      Type.Number({
        description:
          "Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`, `highlight`: 1,000), " +
          "at least `min`. Lengths and counts have the bounds of `min`.",
      }),
    ),
    min_label: Type.Optional(
      Type.String({ maxLength: 200, description: "For `rating`: what the least number means." }),
    ),
    max_label: Type.Optional(
      Type.String({ maxLength: 200, description: "For `rating`: what the greatest number means." }),
    ),
    when: Type.Optional(
      Type.Object(
        { field: Type.String({ maxLength: 64 }), equals: Answer },
        {
          additionalProperties: false,
          description:
            "Shown only if the named earlier field has this answer, or has it among its choices or the labels of its highlights; for an object, " +
            "response or message, if the field has it there.",
        },
      ),
    ),
  },
  { additionalProperties: false, description: "A question in addition to the result." },
);
export type FieldDefinition = Static<typeof FieldDefinition>;

/** The questions of a project, in the order they are asked. */
export const FieldDefinitions = Type.Array(FieldDefinition, { maxItems: 100 });

/** The faults of the definitions, with paths such as `2.options`. */
export function checkFieldDefinitions(definitions: readonly FieldDefinition[]): Fault[] {
  const earlier = new Map<string, FieldDefinition>();
  return definitions.flatMap((definition, index) => {
    const faults = [...definitionFaults(definition, earlier)];
    earlier.set(definition.name, definition);
    return faults.map(({ path, message }) => ({ path: `${index}.${path}`, message }));
  });
}

function* definitionFaults(
  definition: FieldDefinition,
  earlier: ReadonlyMap<string, FieldDefinition>,
): Generator<Fault> {
  const { name, type, options, when, roles } = definition;
  const isChosen = hasOptions(type);
  if (earlier.has(name)) yield { path: "name", message: `"${name}" is the name of an earlier field` };
  if (isChosen && options === undefined) yield { path: "options", message: `are missing for a ${type}` };
  if (!isChosen && options !== undefined) yield { path: "options", message: `are not allowed for a ${type}` };
  if (options !== undefined && new Set(options).size < options.length) {
    yield { path: "options", message: "must not repeat" };
  }
  yield* limitFaults(definition);
  if (type === "highlight" && perOf(definition) !== "response") {
    yield { path: "per", message: 'must be "response" for a highlight' };
  }
  if (roles !== undefined && perOf(definition) !== "message") {
    yield { path: "roles", message: "are allowed for a field per message only" };
  }
  if (when !== undefined) yield* conditionFaults(definition, when.field, earlier.get(when.field));
}

/** The greatest length or count that a field may ask for. */
const GREATEST: Readonly<Partial<Record<FieldDefinition["type"], number>>> = {
  text: 1_000_000,
  multi_choice: 1_000,
  highlight: 1_000,
};

function* limitFaults(definition: FieldDefinition): Generator<Fault> {
  const { type } = definition;
  const { min, max } = limits(definition);
  if (min > max) yield { path: "max", message: `must be at least ${min}` };
  const greatest = GREATEST[type];
  if (greatest !== undefined) yield* countFaults(definition, greatest);
  const choices = definition.options?.length ?? 0;
  if (type === "multi_choice" && min > choices)
    yield { path: "min", message: `must be at most ${choices}, the number of options` };
  if (type !== "rating") yield* endNameFaults(definition);
  else if (!(Number.isSafeInteger(min) && Number.isSafeInteger(max)))
    yield { path: "min", message: "and max must be whole numbers for a rating" };
}

/** Lengths and counts are whole numbers. */
function* countFaults(definition: FieldDefinition, greatest: number): Generator<Fault> {
  for (const path of ["min", "max"] as const) {
    const amount = definition[path] ?? 0;
    if (!(Number.isInteger(amount) && amount >= 0 && amount <= greatest))
      yield { path, message: `must be a whole number from 0 to ${greatest} for a ${definition.type}` };
  }
}

/** The ends of a rating alone have names. */
function* endNameFaults(definition: FieldDefinition): Generator<Fault> {
  for (const path of ["min_label", "max_label"] as const) {
    if (definition[path] !== undefined) yield { path, message: `is not allowed for a ${definition.type}` };
  }
}

function* conditionFaults(
  definition: FieldDefinition,
  name: string,
  condition: FieldDefinition | undefined,
): Generator<Fault> {
  if (condition === undefined) {
    yield { path: "when.field", message: `"${name}" is not the name of an earlier field` };
  } else if (perOf(condition) !== "item" && perOf(condition) !== perOf(definition)) {
    yield { path: "when.field", message: `"${name}" is asked per ${perOf(condition)}` };
  }
}
