import { isAttributeTied } from "./attributes.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { perOf } from "./field-limits.ts";
import { answerAt, answerMeant, type FieldAnswers, ITEM, isAnswerTo, isShownAt } from "./fields.ts";
import { type Highlight, highlightKey, highlightsIn } from "./highlights.ts";
import type { AllowedLabels, AnnotationType, Consensus, ConsensusRules } from "./types/annotation-type.ts";
import { vote } from "./types/named-entity-recognition/vote.ts";
import type { ObjectGroup } from "./types/object-group.ts";
import { lowerMedian, median, plurality } from "./types/vote.ts";

/** One annotator's answer to an item, or the one that is delivered. */
export interface FieldedAnswer {
  readonly result: unknown;
  readonly fields: FieldAnswers | null;
}

/** An item's result with the fields that are delivered beside it. */
export interface ItemConsensus extends Omit<Consensus, "groups"> {
  readonly fields: FieldAnswers | null;
}

/** The questions of a guideline version: about the item, and in its labels about each object. */
export interface Asked {
  readonly fields: readonly FieldDefinition[];
  readonly allowed: AllowedLabels;
}

/**
 * The consensus of an item's answers, result and fields; null is a tie of the results, of a scored field or of a required
 * attribute.
 */
export function itemConsensus(
  type: Pick<AnnotationType, "consensus">,
  asked: Asked,
  scored: readonly string[],
  answers: readonly FieldedAnswer[],
  rules: ConsensusRules = {},
): ItemConsensus | null {
  const results = answers.map(({ result }) => result);
  const consensus = type.consensus(results, rules);
  if (consensus === null || isAttributeTied(asked.allowed, consensus, results)) return null;
  const { result, support, groups } = consensus;
  const { fields, undecided } = fieldConsensus(asked.fields, answers, groups, rules);
  return scored.some((name) => undecided.has(name)) ? null : { result, support, fields };
}

export interface FieldConsensus {
  /** Null if no field is delivered. */
  readonly fields: FieldAnswers | null;
  /** The fields that at least half of those who saw them answered, without agreeing. */
  readonly undecided: ReadonlySet<string>;
}

/**
 * The delivered fields, each by the rule of its type: the most frequent choice; of several choices each that
 * a majority chose; the median rating (see `ConsensusRules`); the mean number; the text if all agree;
 * the highlights by the votes on spans. A tie delivers nothing.
 *
 * Only annotators who saw a field count for it. It is delivered if at least half of them answered it, and if
 * the delivered values of the fields before it would show it.
 *
 * `objects` are the groups of `Consensus`: a field of an object takes the answers about the objects it was
 * merged from, and annotators without such an object did not see the field. The delivered answers are in the
 * order of the result.
 */
export function fieldConsensus(
  definitions: readonly FieldDefinition[],
  answers: readonly FieldedAnswer[],
  objects: readonly ObjectGroup[] = [],
  rules: ConsensusRules = {},
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
      const decided = isShown ? decideOn(definition, viewedAt(seen, name, place.name), rules) : undefined;
      if (decided === TIE) undecided.add(name);
      else if (decided !== undefined) here.set(place.name, decided);
    }
  }
  return { fields: toAnswers(definitions, delivered, objects.length), undecided };
}

/** The fields that one annotator saw, with the answers, by name and then by place. */
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

/** The answers of those who saw a field at a place; undefined if nobody saw it. */
function viewedAt(seen: readonly ReturnType<typeof seenBy>[], name: string, place: string): unknown[] {
  const viewers = seen.filter((fields) => fields.get(name)?.has(place));
  return viewers.map((fields) => fields.get(name)?.get(place));
}

/** One place where a field is asked: the item, a response, an object or a message. */
interface Place {
  /** Empty for the item, else the number of the object's group or of the message, or the response's id. */
  readonly name: string;
  /** The answer of each annotator at this place. */
  readonly given: readonly Given[];
}

interface Given {
  /** False if the annotator's result lacks the object, so the field was not asked. */
  readonly isThere: boolean;
  readonly value?: unknown;
}

/** The places where a field is asked, over several answers to an item whose `objects` are in these groups. */
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

/** The places where an answer can have the field; always includes the item. */
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
    if (perOf(definition) !== "object") return [[name, Object.fromEntries(here)]];
    return [[name, Array.from({ length: objects }, (_, place) => here.get(`${place}`) ?? null)]];
  });
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

const TIE = Symbol("tie");

/** The consensus of those who saw a field; undefined if fewer than half answered. */
function decideOn(definition: FieldDefinition, answers: readonly unknown[], rules: ConsensusRules): unknown {
  const given = answers
    .map((answer) => answerMeant(definition, answer))
    .filter((answer) => isAnswerTo(definition, answer));
  if (given.length === 0 || given.length < answers.length / 2) return undefined;
  return decide(definition, given, rules) ?? TIE;
}

/** Combines several answers, at least one, into one; undefined is a tie. */
function decide(definition: FieldDefinition, given: readonly unknown[], rules: ConsensusRules): unknown {
  switch (definition.type) {
    case "choice":
      return plurality(given)?.value;
    case "multi_choice":
      return decideChoices(definition, given.filter(Array.isArray));
    case "rating":
      return decideRating(numbersOf(given), rules);
    case "number":
      return meanOf(numbersOf(given));
    case "text":
      return given.every((text) => text === given[0]) ? given[0] : undefined;
    case "highlight":
      return decideHighlights(definition, given.map(highlightsIn));
  }
}

/**
 * The options that more than half chose, in the order offered; a tie if exactly half chose one, or if there
 * are too many.
 */
function decideChoices(definition: FieldDefinition, given: readonly (readonly unknown[])[]): unknown {
  const { options = [] } = definition;
  const counts = options.map((option) => given.filter((choices) => choices.includes(option)).length);
  if (counts.some((count) => count * 2 === given.length)) return undefined;
  const chosen = options.filter((_, index) => (counts[index] ?? 0) * 2 > given.length);
  return isAnswerTo(definition, chosen) ? chosen : undefined;
}

/**
 * The passages that `vote` keeps of spans; a tie there is one here, and so are too many or too few. A passage has the note
 * of those who marked exactly this one with its label, unless they wrote different ones.
 */
function decideHighlights(definition: FieldDefinition, given: readonly (readonly Highlight[])[]): unknown {
  const { spans, isTie } = vote(
    given.map((highlights) => ({
      spans: highlights.map(({ start, end, label }) => ({ start, end, label })),
    })),
  );
  if (isTie) return undefined;
  const noted = given.flat().filter(({ note = "" }) => note !== "");
  const notes = Map.groupBy(noted, highlightKey);
  const kept = spans.map((span): Highlight => {
    const [note, ...others] = new Set(notes.get(highlightKey(span))?.map((one) => one.note));
    return note === undefined || others.length > 0 ? span : { ...span, note };
  });
  return isAnswerTo(definition, kept) ? kept : undefined;
}

/** The median; if the two in the middle differ, a tie or the lower of the two. */
function decideRating(ratings: readonly number[], { even_median }: ConsensusRules): number | undefined {
  if (even_median === "lower") return lowerMedian(ratings);
  const middle = median(ratings);
  return ratings.includes(middle) ? middle : undefined;
}

/** Exact if all are equal. */
function meanOf(values: readonly number[]): number {
  const [origin = 0] = values;
  return values.reduce((mean, value) => mean + (value / values.length - origin / values.length), origin);
}

function numbersOf(values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === "number");
}
