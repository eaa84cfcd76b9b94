import { answeredPlaces, type FieldedAnswer } from "./field-consensus.ts";
import { type FieldDefinition, perOf } from "./field-definition.ts";
import { answerAt, type FieldAnswers, isAnswerTo } from "./fields.ts";
import {
  type Disagreement,
  disagreement,
  intervalDisagreement,
  nominalDisagreement,
  ordinalDisagreement,
} from "./krippendorff.ts";
import type { Tolerance } from "./types/annotation-type.ts";
import { masi } from "./types/masi.ts";

/** By which distance the answers to a field are compared; null where nothing but equal counts. */
const FIELD_METRICS = {
  choice: "nominal",
  multi_choice: "masi",
  rating: "ordinal",
  number: "interval",
  text: null,
} as const;

export interface FieldAgreement {
  readonly name: string;
  readonly metric: (typeof FIELD_METRICS)[FieldDefinition["type"]];
  /** Items, or responses of items, at which at least two answered. */
  readonly answered: number;
  /** Pairs of answers there, and those of them that are equal. */
  readonly pairs: number;
  readonly equal_pairs: number;
  /** Null for a text. */
  readonly disagreement: Disagreement | null;
}

/**
 * How far the answers to a field agree. `items` holds the fields that each item was given, one per annotator.
 * Of answers per object nothing is compared: each annotator has objects of their own.
 */
export function fieldAgreement(
  definition: FieldDefinition,
  items: readonly (readonly (FieldAnswers | null)[])[],
): FieldAgreement {
  const isCompared = perOf(definition) !== "object";
  const given = isCompared ? items.flatMap((fields) => answersByPlace(definition, fields)) : [];
  let [answered, pairs, equal_pairs] = [0, 0, 0];
  for (const answers of given) {
    if (answers.length < 2) continue;
    answered += 1;
    for (const [index, one] of answers.entries()) {
      for (const other of answers.slice(index + 1)) {
        pairs += 1;
        equal_pairs += isEqual(one, other) ? 1 : 0;
      }
    }
  }
  const { name, type } = definition;
  const metric = FIELD_METRICS[type];
  return { name, metric, answered, pairs, equal_pairs, disagreement: DISAGREEMENT[type](given) };
}

const DISAGREEMENT: Record<
  FieldDefinition["type"],
  (given: readonly (readonly unknown[])[]) => Disagreement | null
> = {
  choice: nominalDisagreement,
  multi_choice: (given) =>
    disagreement(
      given.map((sets) => sets.filter(Array.isArray)),
      masi,
    ),
  rating: (given) => ordinalDisagreement(given.map(numbersOf)),
  number: (given) => intervalDisagreement(given.map(numbersOf)),
  text: () => null,
};

/** The answers of several annotators to a field, for each place at which it is asked. */
function answersByPlace(definition: FieldDefinition, fields: readonly (FieldAnswers | null)[]): unknown[][] {
  const places = new Set(fields.flatMap((of) => answeredPlaces(definition, of ?? {})));
  return [...places].map((place) =>
    fields.map((of) => answerAt(definition, of ?? {}, place)).filter((one) => isAnswerTo(definition, one)),
  );
}

/**
 * Whether the fields that are `scored` stand, given what the auditor answered: a choice, several choices and a
 * text where they are equal, a number where it is but for rounding, a rating within one step (`max_steps`; equal
 * where strict). A field that one of the two left out stands where the other did too.
 */
export function fieldsAcceptable(
  definitions: readonly FieldDefinition[],
  scored: readonly string[],
  delivered: FieldedAnswer["fields"],
  audited: FieldedAnswer["fields"],
  tolerance: Tolerance,
): boolean {
  return definitions
    .filter(({ name }) => scored.includes(name))
    .every((definition) => {
      const both = [delivered ?? {}, audited ?? {}];
      const places = new Set(both.flatMap((fields) => answeredPlaces(definition, fields)));
      return [...places].every((place) => {
        const [one, other] = both.map((fields) => answerAt(definition, fields, place));
        return isNear(definition, one, other, tolerance);
      });
    });
}

function isNear(
  definition: FieldDefinition,
  one: unknown,
  other: unknown,
  { strict, max_steps = 1 }: Tolerance,
) {
  const [isGiven, isExpected] = [isAnswerTo(definition, one), isAnswerTo(definition, other)];
  if (!isGiven || !isExpected) return isGiven === isExpected;
  if (typeof one !== "number" || typeof other !== "number") return isEqual(one, other);
  if (definition.type === "rating") return Math.abs(one - other) <= (strict ? 0 : max_steps);
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
}

/** How far a mean may lie from the same number through its binary form, as a share of it. */
const ROUNDING = 1e-9;

/** Lists of choices have no order. */
function isEqual(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) ? masi(one, other) === 0 : one === other;
}

function numbersOf(values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === "number");
}
