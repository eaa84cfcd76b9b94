import { type FieldDefinition, perOf } from "./field-definition.ts";
import { answerAt, type FieldAnswers, ITEM, isAnswerTo, isShownAt } from "./fields.ts";
import type { AnnotationType, Consensus } from "./types/annotation-type.ts";
import type { ObjectGroup } from "./types/object-group.ts";
import { median, plurality } from "./types/vote.ts";

/** One annotator's answer to an item, or the one that is delivered. */
export interface FieldedAnswer {
  readonly result: unknown;
  readonly fields: FieldAnswers | null;
}

/** An item's result with the fields that are delivered beside it. */
export interface ItemConsensus extends Omit<Consensus, "groups"> {
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
  if (consensus === null) return null;
  const { result, support, groups } = consensus;
  const { fields, undecided } = fieldConsensus(definitions, answers, groups);
  return scored.some((name) => undecided.has(name)) ? null : { result, support, fields };
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
 * would be shown beside what is delivered of the fields before it.
 *
 * `objects` are the groups of `Consensus`: of an object it counts what was answered of the objects that it was made
 * of, and those without such an object did not see the field. The answers delivered are in the order of the result.
 */
export function fieldConsensus(
  definitions: readonly FieldDefinition[],
  answers: readonly FieldedAnswer[],
  objects: readonly ObjectGroup[] = [],
): FieldConsensus {
  const delivered = new Map<string, Map<string, unknown>>();
  const undecided = new Set<string>();
  const given = answers.map(({ fields }) => fields);
  const places = new Map(
    definitions.map((definition) => [definition.name, placesOf(definition, given, objects)]),
  );
  const seen = answers.map((_, answer) => seenBy(definitions, places, answer));
  for (const definition of definitions) {
    const { name } = definition;
    const here = new Map<string, unknown>();
    delivered.set(name, here);
    for (const place of places.get(name) ?? []) {
      const isShown = isShownAt(definition, place.name, delivered);
      const decided = isShown ? decideOn(definition, viewedAt(seen, name, place.name)) : undefined;
      if (decided === TIE) undecided.add(name);
      else if (decided !== undefined) here.set(place.name, decided);
    }
  }
  return { fields: toAnswers(definitions, delivered, objects.length), undecided };
}

/** What one annotator saw of the fields and what they answered, by name and then by place. */
function seenBy(
  definitions: readonly FieldDefinition[],
  places: ReadonlyMap<string, readonly Place[]>,
  answer: number,
) {
  const seen = new Map<string, Map<string, unknown>>();
  for (const definition of definitions) {
    const here = new Map<string, unknown>();
    seen.set(definition.name, here);
    for (const { name, given } of places.get(definition.name) ?? []) {
      const own = given[answer];
      if (own?.isThere && isShownAt(definition, name, seen)) here.set(name, own.value);
    }
  }
  return seen;
}

/** What those who saw a field at a place answered; undefined for none. */
function viewedAt(seen: readonly ReturnType<typeof seenBy>[], name: string, place: string): unknown[] {
  const viewers = seen.filter((fields) => fields.get(name)?.has(place));
  return viewers.map((fields) => fields.get(name)?.get(place));
}

/** Somewhere that a field is asked. */
interface Place {
  /** Empty for the item, else the number of the object's group or the response's id. */
  readonly name: string;
  /** What each annotator answered there. */
  readonly given: readonly Given[];
}

interface Given {
  /** False where the annotator's result lacks the object, so that nothing was asked. */
  readonly isThere: boolean;
  readonly value?: unknown;
}

/** Where a field is asked of several answers to an item, whose `objects` are in these groups. */
export function placesOf(
  definition: FieldDefinition,
  answers: readonly (FieldAnswers | null)[],
  objects: readonly ObjectGroup[],
): readonly Place[] {
  if (perOf(definition) === "object") {
    return objects.map((group, index) => ({
      name: `${index}`,
      given: answers.map((fields, answer) => {
        const own = group[answer] ?? null;
        if (own === null) return { isThere: false };
        return { isThere: true, value: answerAt(definition, fields ?? {}, `${own}`) };
      }),
    }));
  }
  const names = new Set(answers.flatMap((fields) => answeredPlaces(definition, fields ?? {})));
  return [...names].map((name) => ({
    name,
    given: answers.map((fields) => ({ isThere: true, value: answerAt(definition, fields ?? {}, name) })),
  }));
}

/** The places at which a field has something of an answer; the item always. */
function answeredPlaces(definition: FieldDefinition, fields: FieldAnswers): readonly string[] {
  if (perOf(definition) === "item") return [ITEM];
  const answer = Object.hasOwn(fields, definition.name) ? fields[definition.name] : undefined;
  return typeof answer === "object" && answer !== null ? Object.keys(answer) : [];
}

function toAnswers(
  definitions: readonly FieldDefinition[],
  delivered: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  objects: number,
): FieldAnswers | null {
  const fields = definitions.flatMap((definition): [string, unknown][] => {
    const { name } = definition;
    const here = delivered.get(name);
    if (here === undefined || here.size === 0) return [];
    if (perOf(definition) === "item") return [[name, here.get(ITEM)]];
    if (perOf(definition) === "response") return [[name, Object.fromEntries(here)]];
    return [[name, Array.from({ length: objects }, (_, place) => here.get(`${place}`) ?? null)]];
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
