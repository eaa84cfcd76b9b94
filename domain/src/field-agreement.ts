import { everyPair } from "./agreement.ts";
import { type FieldedAnswer, placesOf } from "./field-consensus.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { perOf } from "./field-limits.ts";
import { answerMeant, type FieldAnswers, isAnswerTo } from "./fields.ts";
import { highlightKey, highlightsIn } from "./highlights.ts";
import {
  type Disagreement,
  disagreement,
  intervalDisagreement,
  nominalInSteps,
  ordinalDisagreement,
} from "./krippendorff.ts";
import { mapInSteps, visitInSteps } from "./steps.ts";
import type { AnnotationType, Tolerance } from "./types/annotation-type.ts";
import { masi } from "./types/masi.ts";
import type { ObjectGroup } from "./types/object-group.ts";
import { loosestSteps } from "./types/rating/rating.ts";
import { ACCEPTABLE_F1, f1 } from "./types/vote.ts";

/** The distance that compares the answers to a field; null if only equal answers agree. */
const FIELD_METRICS = {
  choice: "nominal",
  multi_choice: "masi",
  rating: "ordinal",
  number: "interval",
  text: null,
  highlight: "f1",
} as const;

export interface FieldAgreement {
  readonly name: string;
  readonly metric: (typeof FIELD_METRICS)[FieldDefinition["type"]];
  /** Items, responses, messages or objects with at least two answers. */
  readonly answered: number;
  /** Pairs of answers to these, and how many of the pairs are equal. */
  readonly pairs: number;
  readonly equal_pairs: number;
  /** Null for a text. */
  readonly disagreement: Disagreement | null;
}

/** The fields that one item was given, one per annotator, and which of their objects match. */
export interface FieldedItem {
  readonly fields: readonly (FieldAnswers | null)[];
  readonly objects: readonly ObjectGroup[];
}

/**
 * Agreement on a field, over the answers to one item, one response of it, or one object drawn by several
 * annotators. Yields after each item and each comparison, so that a service can do other work meanwhile.
 */
export function* fieldAgreement(
  definition: FieldDefinition,
  items: readonly FieldedItem[],
): Generator<undefined, FieldAgreement> {
  const { name, type } = definition;
  const byItem = yield* mapInSteps(items, (item) =>
    answersByPlace(definition, item).filter(({ length }) => length > 1),
  );
  const given = byItem.flat();
  const { pairs, equal_pairs, found } = yield* compare(type, given);
  const disagreement =
    found &&
    summed(
      found,
      byItem.map(({ length }) => length),
    );
  const metric = FIELD_METRICS[type];
  return { name, metric, answered: given.length, pairs, equal_pairs, disagreement };
}

/** The pairs of answers at the same place, and the disagreement. */
function* compare(type: FieldDefinition["type"], given: readonly (readonly unknown[])[]) {
  if (type !== "highlight") {
    const counts = yield* countPairs(given, isEqual);
    return { ...counts, found: yield* disagreementOn(type, given) };
  }
  const marks = yield* mapInSteps(given, (answers) => answers.map(marksOf));
  const counts = yield* countPairs(marks, (one, other) => sharedF1(one, other) === 1);
  return { ...counts, found: yield* disagreement(marks, (one, other) => 1 - sharedF1(one, other)) };
}

function* countPairs<A>(given: readonly (readonly A[])[], isSame: (one: A, other: A) => boolean) {
  let [pairs, equal_pairs] = [0, 0];
  for (const answers of given) {
    for (const [one, other] of everyPair(answers)) {
      pairs += 1;
      equal_pairs += isSame(one, other) ? 1 : 0;
      yield;
    }
  }
  return { pairs, equal_pairs };
}

/** The same alpha with one entry per unit, grouped by item: its interval draws items. */
function summed({ observed, answers, expected }: Disagreement, counts: readonly number[]): Disagreement {
  const ofItems = counts.filter((count) => count > 0);
  const sums = (values: Float64Array) => {
    let from = 0;
    return Float64Array.from(ofItems, (count) => {
      from += count;
      return values.subarray(from - count, from).reduce((sum, value) => sum + value, 0);
    });
  };
  return { observed: sums(observed), answers: sums(answers), expected };
}

function* disagreementOn(
  type: Exclude<FieldDefinition["type"], "highlight">,
  given: readonly (readonly unknown[])[],
): Generator<undefined, Disagreement | null> {
  switch (type) {
    case "choice":
      return yield* nominalInSteps(given);
    case "multi_choice":
      return yield* disagreement(
        given.map((sets) => sets.filter(Array.isArray)),
        masi,
      );
    case "rating":
      return yield* ordinalDisagreement(yield* numbersIn(given));
    case "number":
      return yield* intervalDisagreement(yield* numbersIn(given));
    case "text":
      return null;
  }
}

/** The marked passages with their labels, without notes. */
function marksOf(answer: unknown): ReadonlySet<string> {
  return new Set(highlightsIn(answer).map(highlightKey));
}

function sharedF1(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const mark of one) if (other.has(mark)) shared += 1;
  return f1(shared, one.size, other.size);
}

/**
 * The answers of several annotators to a field, for each place where it is asked. Who marked no passage counts, unless
 * the field is shown to some only: they may not have seen it.
 */
function answersByPlace(definition: FieldDefinition, { fields, objects }: FieldedItem): unknown[][] {
  const meant = (value: unknown) => (definition.when === undefined ? answerMeant(definition, value) : value);
  return placesOf(definition, fields, objects).map(({ given }) =>
    given.map(({ value }) => meant(value)).filter((value) => isAnswerTo(definition, value)),
  );
}

/** The rules that judge an item. */
export interface AcceptanceRules {
  readonly type: Pick<AnnotationType, "acceptable" | "objectGroups" | "sameWhen">;
  readonly fields: readonly FieldDefinition[];
  /** The names of the fields that are judged like the label. */
  readonly scored: readonly string[];
  readonly tolerance: Tolerance;
}

/**
 * Whether a delivered answer is acceptable, given the auditor's answer: its result by the rule of the type,
 * and the scored fields. A choice, several choices and a text must be equal, a number equal except for
 * rounding, a rating within one step (`max_steps`, at most a quarter of its scale; equal if strict). Highlights need an
 * F1 of .9 of passages with the same ends and label, 1 if strict; their notes do not count. If one
 * answer omits a field, the other must too. For objects, the matched ones are compared; the type's rule says
 * how many must match.
 */
export function itemAcceptable(
  rules: AcceptanceRules,
  delivered: FieldedAnswer,
  audited: FieldedAnswer,
): boolean {
  const { type, tolerance } = rules;
  if (!type.acceptable(delivered.result, audited.result, tolerance)) return false;
  return scoredPairs(rules, delivered, audited).every(({ definition, pairs }) =>
    pairs.every(([one, other]) => isNear(definition, one, other, tolerance)),
  );
}

/**
 * The parts of an answer that differ from the known one, by the same rules: `result`, and `fields.NAME` for
 * scored fields. Empty means right. A field is judged only if the known answer has it and the annotator could
 * have given it.
 */
export function wrongParts(rules: AcceptanceRules, answer: FieldedAnswer, known: FieldedAnswer): string[] {
  const { type, tolerance } = rules;
  const isRight = type.acceptable(answer.result, known.result, tolerance);
  const wrong = scoredPairs(rules, answer, known).filter(({ definition, pairs }) =>
    pairs.some(([one, other]) => isAnswerTo(definition, other) && !isNear(definition, one, other, tolerance)),
  );
  return [...(isRight ? [] : ["result"]), ...wrong.map(({ definition }) => `fields.${definition.name}`)];
}

/** The values of both answers in each scored field, at each place where both were asked. */
function scoredPairs(
  { type, fields, scored, tolerance }: AcceptanceRules,
  one: FieldedAnswer,
  other: FieldedAnswer,
) {
  const judged = fields.filter(({ name }) => scored.includes(name));
  const objects = judged.some((definition) => perOf(definition) === "object")
    ? type.objectGroups([one.result, other.result], tolerance.min_iou)
    : [];
  return judged.map((definition) => ({
    definition,
    pairs: placesOf(definition, [one.fields, other.fields], objects)
      .filter(({ given }) => given.every(({ isThere }) => isThere))
      .map(({ given: [left, right] }) => [left?.value, right?.value] as const),
  }));
}

function isNear(
  definition: FieldDefinition,
  given: unknown,
  expected: unknown,
  { strict, max_steps = 1 }: Tolerance,
) {
  const [one, other] = [answerMeant(definition, given), answerMeant(definition, expected)];
  const [isGiven, isExpected] = [isAnswerTo(definition, one), isAnswerTo(definition, other)];
  if (!isGiven || !isExpected) return isGiven === isExpected;
  if (definition.type === "highlight") {
    return sharedF1(marksOf(one), marksOf(other)) >= (strict ? 1 : ACCEPTABLE_F1);
  }
  if (typeof one !== "number" || typeof other !== "number") return isEqual(one, other);
  if (definition.type === "rating") {
    const { min = 1, max = 5 } = definition;
    return Math.abs(one - other) <= (strict ? 0 : Math.min(max_steps, loosestSteps({ min, max })));
  }
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other));
}

/** How far a mean may differ from the same number because of binary rounding, as a share of the number. */
const ROUNDING = 1e-9;

/** Compares lists of choices without regard to order. */
function isEqual(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) ? masi(one, other) === 0 : one === other;
}

function* numbersIn(given: readonly (readonly unknown[])[]): Generator<undefined, number[][]> {
  const numbers: number[][] = [];
  yield* visitInSteps(given, (values) => numbers.push(values.filter((value) => typeof value === "number")));
  return numbers;
}
