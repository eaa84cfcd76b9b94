import { type FieldDefinition, perOf } from "./field-definition.ts";
import { answerAt, type FieldAnswers, ITEM, isAnswerTo, isShownAt } from "./fields.ts";
import type { AnnotationType, Consensus } from "./types/annotation-type.ts";
import { median, plurality } from "./types/vote.ts";

/** One annotator's answer to an item, or the one that is delivered. */
export interface FieldedAnswer {
  readonly result: unknown;
  readonly fields: FieldAnswers | null;
}

/** An item's result with the fields that are delivered beside it. */
export interface ItemConsensus extends Consensus {
  readonly fields: FieldAnswers | null;
}

/**
 * The consensus of an item's answers, result and fields; null is a tie, of the results or of a field that is
 * scored.
 */
export function itemConsensus(
  type: Pick<AnnotationType, "consensus">,
  definitions: readonly FieldDefinition[],
  scored: readonly string[],
  answers: readonly FieldedAnswer[],
): ItemConsensus | null {
  const consensus = type.consensus(answers.map(({ result }) => result));
  const { fields, undecided } = fieldConsensus(definitions, answers);
  if (consensus === null || scored.some((name) => undecided.has(name))) return null;
  return { ...consensus, fields };
}

export interface FieldConsensus {
  /** Null where no field is delivered. */
  readonly fields: FieldAnswers | null;
  /** The fields, answered by half of those who saw them or more, on whose answer they do not agree. */
  readonly undecided: ReadonlySet<string>;
}

/**
 * What is delivered of the fields, each by the rule of its type: the choice given most often; each of several
 * choices that most have; the median rating; the mean number; the text that all give. A tie delivers nothing.
 *
 * A field counts for those who saw it. It is delivered where half of them or more answered it, and where it
 * would be shown beside what is delivered of the fields before it. Answers per object are delivered where there
 * is one answer to the item, or all are the same: only then it is known which objects they are about.
 */
export function fieldConsensus(
  definitions: readonly FieldDefinition[],
  answers: readonly FieldedAnswer[],
): FieldConsensus {
  const delivered = new Map<string, Map<string, unknown>>();
  const undecided = new Set<string>();
  const places = new Map(definitions.map((definition) => [definition.name, placesIn(definition, answers)]));
  const seen = answers.map(({ fields }) => seenBy(definitions, places, fields ?? {}));
  for (const definition of definitions) {
    const { name } = definition;
    const here = new Map<string, unknown>();
    delivered.set(name, here);
    for (const place of places.get(name) ?? []) {
      const isShown = isShownAt(definition, place, delivered);
      const decided = isShown ? decideOn(definition, viewedAt(seen, name, place)) : undefined;
      if (decided === TIE) undecided.add(name);
      else if (decided !== undefined) here.set(place, decided);
    }
  }
  return { fields: toAnswers(definitions, delivered, answers), undecided };
}

/** What one annotator saw of the fields and what they answered, by name and then by place. */
function seenBy(
  definitions: readonly FieldDefinition[],
  places: ReadonlyMap<string, readonly string[]>,
  fields: FieldAnswers,
) {
  const seen = new Map<string, Map<string, unknown>>();
  for (const definition of definitions) {
    const shown = (places.get(definition.name) ?? []).filter((place) => isShownAt(definition, place, seen));
    seen.set(definition.name, new Map(shown.map((place) => [place, answerAt(definition, fields, place)])));
  }
  return seen;
}

/** What those who saw a field at a place answered; undefined for none. */
function viewedAt(seen: readonly ReturnType<typeof seenBy>[], name: string, place: string): unknown[] {
  const viewers = seen.filter((fields) => fields.get(name)?.has(place));
  return viewers.map((fields) => fields.get(name)?.get(place));
}

/** Where a field was answered, as far as the answers there are about the same. */
function placesIn(definition: FieldDefinition, answers: readonly FieldedAnswer[]): readonly string[] {
  if (perOf(definition) === "object" && !isSame(answers)) return [];
  return [...new Set(answers.flatMap(({ fields }) => answeredPlaces(definition, fields ?? {})))];
}

/** The places at which a field has something of an answer; the item always. */
export function answeredPlaces(definition: FieldDefinition, fields: FieldAnswers): readonly string[] {
  if (perOf(definition) === "item") return [ITEM];
  const answer = Object.hasOwn(fields, definition.name) ? fields[definition.name] : undefined;
  return typeof answer === "object" && answer !== null ? Object.keys(answer) : [];
}

function isSame(answers: readonly FieldedAnswer[]): boolean {
  const texts = answers.map(({ result }) => JSON.stringify(result));
  return texts.every((text) => text === texts[0]);
}

function toAnswers(
  definitions: readonly FieldDefinition[],
  delivered: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  answers: readonly FieldedAnswer[],
): FieldAnswers | null {
  const fields = definitions.flatMap((definition): [string, unknown][] => {
    const { name } = definition;
    const here = delivered.get(name);
    if (here === undefined || here.size === 0) return [];
    if (perOf(definition) === "item") return [[name, here.get(ITEM)]];
    if (perOf(definition) === "response") return [[name, Object.fromEntries(here)]];
    const example = answers.map(({ fields: given }) => given?.[name]).find(Array.isArray) ?? [];
    return [[name, example.map((_: unknown, place: number) => here.get(`${place}`) ?? null)]];
  });
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

const TIE = Symbol("tie");

/** What becomes of the answers of those who saw a field; undefined where fewer than half answered. */
function decideOn(definition: FieldDefinition, answers: readonly unknown[]): unknown {
  const given = answers.filter((answer) => isAnswerTo(definition, answer));
  if (given.length === 0 || given.length < answers.length / 2) return undefined;
  return decide(definition, given) ?? TIE;
}

/** One answer out of several, at least one; undefined is a tie. */
function decide(definition: FieldDefinition, given: readonly unknown[]): unknown {
  switch (definition.type) {
    case "choice":
      return plurality(given)?.value;
    case "multi_choice":
      return decideChoices(definition, given.filter(Array.isArray));
    case "rating":
      return decideRating(numbersOf(given));
    case "number":
      return meanOf(numbersOf(given));
    case "text":
      return given.every((text) => text === given[0]) ? given[0] : undefined;
  }
}

/** The options that most chose, in the order they are offered; a tie where half chose one, or there are too many. */
function decideChoices(definition: FieldDefinition, given: readonly (readonly unknown[])[]): unknown {
  const { options = [] } = definition;
  const counts = options.map((option) => given.filter((choices) => choices.includes(option)).length);
  if (counts.some((count) => count * 2 === given.length)) return undefined;
  const chosen = options.filter((_, index) => (counts[index] ?? 0) * 2 > given.length);
  return isAnswerTo(definition, chosen) ? chosen : undefined;
}

/** The median, where it is a rating: the two in the middle may differ. */
function decideRating(ratings: readonly number[]): number | undefined {
  const middle = median(ratings);
  return ratings.includes(middle) ? middle : undefined;
}

/** Exact where all are the same. */
function meanOf(values: readonly number[]): number {
  const [origin = 0] = values;
  return values.reduce((mean, value) => mean + (value / values.length - origin / values.length), origin);
}

function numbersOf(values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === "number");
}
