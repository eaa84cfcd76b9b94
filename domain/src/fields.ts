import Type, { type Static } from "typebox";
import { codePointLength } from "./code-points.ts";
import type { Fault } from "./errors.ts";

const Answer = Type.Union([Type.String(), Type.Number()]);

/** One question that is asked beside the result. */
export const FieldDefinition = Type.Object(
  {
    name: Type.String({
      pattern: "^[A-Za-z0-9_-]{1,64}$",
      description: "The key of the answer in `fields`; unique among its siblings.",
    }),
    type: Type.Enum(["choice", "multi_choice", "rating", "text", "number"], {
      description:
        "What is answered: one of `options`; a list of them without repeats; a whole number from `min` to `max`; a string; a number.",
    }),
    description: Type.Optional(
      Type.String({ maxLength: 2_000, description: "The question as it is shown." }),
    ),
    required: Type.Optional(Type.Boolean({ description: "Whether it must be answered where it is shown." })),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 1_000,
        description: "For `choice` and `multi_choice`: what can be chosen.",
      }),
    ),
    min: Type.Optional(
      Type.Number({
        description:
          "Least number (`number`, `rating`: 1), length in characters (`text`: 0) or count (`multi_choice`: 0).",
      }),
    ),
    max: Type.Optional(
      Type.Number({
        description:
          "Greatest number (`number`, `rating`: 5), length in characters (`text`: 10,000) or count (`multi_choice`).",
      }),
    ),
    when: Type.Optional(
      Type.Object(
        { field: Type.String(), equals: Answer },
        {
          additionalProperties: false,
          description:
            "Shown only where the named earlier field has this answer, or has it among its choices.",
        },
      ),
    ),
  },
  { additionalProperties: false, description: "A question asked beside the result." },
);
export type FieldDefinition = Static<typeof FieldDefinition>;

/** The questions of a project, in the order they are asked. */
export const FieldDefinitions = Type.Array(FieldDefinition, { maxItems: 100 });

/** What is wrong with the definitions themselves, with paths such as `2.options`. */
export function checkFieldDefinitions(definitions: readonly FieldDefinition[]): Fault[] {
  const earlier = new Set<string>();
  return definitions.flatMap((definition, index) => {
    const faults = [...definitionFaults(definition, earlier)];
    earlier.add(definition.name);
    return faults.map(({ path, message }) => ({ path: `${index}.${path}`, message }));
  });
}

function* definitionFaults(definition: FieldDefinition, earlier: ReadonlySet<string>): Generator<Fault> {
  const { name, type, options, when } = definition;
  const { min, max } = limits(definition);
  const isChosen = type === "choice" || type === "multi_choice";
  if (earlier.has(name)) yield { path: "name", message: `"${name}" is the name of an earlier field` };
  if (isChosen && options === undefined) yield { path: "options", message: `are missing for a ${type}` };
  if (!isChosen && options !== undefined) yield { path: "options", message: `are not for a ${type}` };
  if (options !== undefined && new Set(options).size < options.length) {
    yield { path: "options", message: "must not repeat" };
  }
  if (min > max) yield { path: "max", message: `must be at least ${min}` };
  if (type === "rating" && !(Number.isInteger(min) && Number.isInteger(max))) {
    yield { path: "min", message: "and max must be whole numbers for a rating" };
  }
  if (when !== undefined && !earlier.has(when.field)) {
    yield { path: "when.field", message: `"${when.field}" is not the name of an earlier field` };
  }
}

/**
 * What is wrong with the answers to `definitions`; the path is the field's name. Null and the empty string
 * count as no answer. Expects definitions without `checkFieldDefinitions` faults.
 */
export function checkFields(
  definitions: readonly FieldDefinition[],
  answers: Readonly<Record<string, unknown>>,
): Fault[] {
  const given = new Map<string, unknown>(); // answers to the fields that are shown
  const faults = definitions.flatMap((definition) => {
    const { name, when } = definition;
    const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
    const isShown = when === undefined || isOrHas(given.get(when.field), when.equals);
    if (isShown) given.set(name, answer);
    const message = isShown ? shownFault(definition, answer) : hiddenFault(definition, answer);
    return message === null ? [] : [{ path: name, message }];
  });
  return [...faults, ...unknownFields(definitions, answers)];
}

function shownFault(definition: FieldDefinition, answer: unknown): string | null {
  if (isAnswer(answer)) return ANSWER_FAULT[definition.type](definition, answer);
  return definition.required === true ? "is missing" : null;
}

function hiddenFault({ when }: FieldDefinition, answer: unknown): string | null {
  return isAnswer(answer) ? `is asked only where ${when?.field} is ${JSON.stringify(when?.equals)}` : null;
}

function unknownFields(
  definitions: readonly FieldDefinition[],
  answers: Readonly<Record<string, unknown>>,
): Fault[] {
  const known = new Set(definitions.map(({ name }) => name));
  const unknown = Object.keys(answers).filter((name) => !known.has(name));
  return unknown
    .slice(0, 20)
    .map((name) => ({ path: name.slice(0, 100), message: "is not a field of the project" }));
}

/** What keeps a value from answering a field of that type; null where nothing does. */
const ANSWER_FAULT: Record<
  FieldDefinition["type"],
  (definition: FieldDefinition, answer: unknown) => string | null
> = {
  choice: ({ options = [] }, answer) =>
    new Set<unknown>(options).has(answer) ? null : `must be one of ${shortList(options)}`,
  multi_choice: (definition, answer) => {
    const { options = [] } = definition;
    if (!Array.isArray(answer)) return `must be a list of any of ${shortList(options)}`;
    if (new Set(answer).size < answer.length) return "must not repeat a choice";
    const known = new Set<unknown>(options);
    if (!answer.every((choice) => known.has(choice))) return `must be a list of any of ${shortList(options)}`;
    return rangeFault(definition, answer.length, " choices");
  },
  text: (definition, answer) => {
    if (typeof answer !== "string") return "must be a string";
    return rangeFault(definition, codePointLength(answer), " characters");
  },
  rating: (definition, answer) => {
    if (typeof answer !== "number" || !Number.isInteger(answer)) return "must be a whole number";
    return rangeFault(definition, answer, "");
  },
  number: (definition, answer) => {
    if (typeof answer !== "number" || !Number.isFinite(answer)) return "must be a number";
    return rangeFault(definition, answer, "");
  },
};

function rangeFault(definition: FieldDefinition, amount: number, unit: string): string | null {
  const { min, max } = limits(definition);
  if (amount < min) return `must be at least ${min}${unit}`;
  return amount > max ? `must be at most ${max}${unit}` : null;
}

function limits({ type, min, max }: FieldDefinition): { readonly min: number; readonly max: number } {
  const least = { choice: 0, multi_choice: 0, text: 0, rating: 1, number: Number.NEGATIVE_INFINITY };
  const most = { choice: 0, multi_choice: 1_000, text: 10_000, rating: 5, number: Number.POSITIVE_INFINITY };
  return { min: min ?? least[type], max: max ?? most[type] };
}

function isOrHas(answer: unknown, wanted: string | number): boolean {
  return Array.isArray(answer) ? answer.includes(wanted) : answer === wanted;
}

function isAnswer(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== "";
}

function shortList(names: readonly string[]): string {
  const rest = names.length > 20 ? ` and ${names.length - 20} more` : "";
  return names.slice(0, 20).join(", ") + rest;
}
