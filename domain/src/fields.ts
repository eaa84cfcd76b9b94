import { codePointLength } from "./code-points.ts";
import type { Fault } from "./errors.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { limits, perOf } from "./field-limits.ts";
import { highlightsFault, isHighlight, MAX_HIGHLIGHTS } from "./highlights.ts";
import { first, isRecord } from "./types/shape.ts";

/** Answers by the field's name. */
export type FieldAnswers = Readonly<Record<string, unknown>>;

/** The parts of a result, besides the item, that a field can describe. */
export interface Asked {
  /** How many objects the result has. */
  readonly objects: number;
  /** The ids of the item's responses. */
  readonly responses: readonly string[];
  /** The length of each response's text in code points, in the same order; absent if highlights may end anywhere. */
  readonly response_lengths?: readonly number[] | null;
  /** The roles of the item's messages; absent if it is no conversation. */
  readonly messages?: readonly string[];
}

/** At most this many faults are reported for one answer. */
const MAX_FAULTS = 20;

/**
 * The faults of the answers to `definitions`, at most 20; the path is the field's name, followed by the
 * object's or message's index or the response's id; it is empty if there are too many highlights in all. Null and the empty string count as no answer. Expects definitions
 * without `checkFieldDefinitions` faults.
 */
export function checkFields(
  definitions: readonly FieldDefinition[],
  answers: FieldAnswers,
  asked: Asked = { objects: 0, responses: [] },
): Fault[] {
  if (countHighlights(definitions, answers) > MAX_HIGHLIGHTS)
    return [{ path: "", message: `must have at most ${MAX_HIGHLIGHTS} highlights in all` }];
  const given: GivenAnswers = new Map();
  const faults = definitions.flatMap((definition) => {
    const shape = shapeFault(definition, answers, asked);
    if (shape !== null) return [{ path: definition.name, message: shape }];
    return first(MAX_FAULTS, answerFaults(definition, answers, asked, given));
  });
  return [...faults, ...unknownFields(definitions, answers)].slice(0, MAX_FAULTS);
}

function countHighlights(definitions: readonly FieldDefinition[], answers: FieldAnswers): number {
  let count = 0;
  for (const { name, type } of definitions) {
    const answer = type === "highlight" && Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (!isRecord(answer)) continue;
    for (const marks of Object.values(answer)) count += Array.isArray(marks) ? marks.length : 0;
  }
  return count;
}

/** Answers to the visible fields, by the field's name and then by place. */
type GivenAnswers = Map<string, Map<string, unknown>>;

function* answerFaults(
  definition: FieldDefinition,
  answers: FieldAnswers,
  asked: Asked,
  given: GivenAnswers,
): Generator<Fault> {
  const { name } = definition;
  const here = new Map<string, unknown>();
  given.set(name, here);
  for (const place of placesOf(definition, asked)) {
    const answer = answerAt(definition, answers, place);
    const isShown = isShownAt(definition, place, given);
    if (isShown) here.set(place, answer);
    const message = isShown
      ? shownFault(definition, answer, lengthAt(definition, asked, place))
      : hiddenFault(definition, answer);
    if (message !== null) yield { path: place === ITEM ? name : `${name}.${place}`, message };
  }
}

/** The length of the text that the highlights at a place are in; undefined if it is unknown or there are none. */
function lengthAt({ type }: FieldDefinition, { responses, response_lengths }: Asked, place: string) {
  return type === "highlight" ? response_lengths?.[responses.indexOf(place)] : undefined;
}

/** The place of a field that describes the item. */
export const ITEM = "";

function placesOf(
  definition: FieldDefinition,
  { objects, responses, messages = [] }: Asked,
): Iterable<string> {
  switch (perOf(definition)) {
    case "item":
      return [ITEM];
    case "response":
      return responses;
    case "message":
      return messages.flatMap((role, place) => (isAskedOf(definition, role) ? [`${place}`] : []));
    case "object":
      return Array.from({ length: objects }, (_, place) => `${place}`);
  }
}

/** Whether a field per message is asked of messages with this role. */
export function isAskedOf({ roles }: Pick<FieldDefinition, "roles">, role: string): boolean {
  return roles?.includes(role) ?? true;
}

/**
 * The answer to a field at a place: the item's, or that of an object, response or message; undefined if there is none.
 */
export function answerAt(
  { name, per = "item" }: FieldDefinition,
  answers: FieldAnswers,
  place: string,
): unknown {
  const answer: unknown = Object.hasOwn(answers, name) ? answers[name] : undefined;
  if (per === "item") return answer;
  if (Array.isArray(answer)) return answer[Number(place)];
  return isRecord(answer) && Object.hasOwn(answer, place) ? answer[place] : undefined;
}

/** Whether a field is shown at a place, given the answers to the fields before it. */
export function isShownAt(
  { when }: FieldDefinition,
  place: string,
  given: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): boolean {
  if (when === undefined) return true;
  const condition = given.get(when.field);
  return isOrHas(condition?.get(place) ?? condition?.get(ITEM), when.equals);
}

/** The reason why a value is not a map of answers per object, response or message. */
function shapeFault(definition: FieldDefinition, answers: FieldAnswers, asked: Asked) {
  const answer = Object.hasOwn(answers, definition.name) ? answers[definition.name] : undefined;
  if (!isAnswer(answer) || perOf(definition) === "item") return null;
  if (perOf(definition) === "object") {
    const fits = Array.isArray(answer) && answer.length === asked.objects;
    return fits ? null : `must be a list of ${asked.objects} answers, one for each object`;
  }
  const isOfMessages = perOf(definition) === "message";
  const key = isOfMessages ? "message's number" : "response's id";
  if (!isRecord(answer)) return `must be an object with an answer for each ${key}`;
  const places = new Set(placesOf(definition, asked));
  const unknown = Object.keys(answer).find((place) => !places.has(place));
  if (unknown === undefined) return null;
  return isOfMessages
    ? `has an answer for "${unknown.slice(0, 100)}", which is not the number of a message that is asked about`
    : `has an answer for "${unknown.slice(0, 100)}", which is no response's id`;
}

/** How many objects a result lists: boxes, polygons, spans, segments, tracks. */
export function countObjects(result: unknown): number {
  if (!isRecord(result)) return 0;
  const listed = ["objects", "spans", "segments", "tracks"].map((name) => result[name]).find(Array.isArray);
  return listed?.length ?? 0;
}

/** The answer of somebody who was asked: who marks no passage of a response has answered that it has none. */
export function answerMeant({ type }: FieldDefinition, answer: unknown): unknown {
  return type === "highlight" && !isAnswer(answer) ? [] : answer;
}

/** Whether a value is an answer of the field's type at one place. */
export function isAnswerTo(definition: FieldDefinition, answer: unknown): boolean {
  return isAnswer(answer) && ANSWER_FAULT[definition.type](definition, answer) === null;
}

function shownFault(definition: FieldDefinition, answer: unknown, length?: number): string | null {
  if (isAnswer(answer)) return ANSWER_FAULT[definition.type](definition, answer, length);
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

/** The reason why a value does not fit a field's type; null if it does. */
const ANSWER_FAULT: Record<
  FieldDefinition["type"],
  (definition: FieldDefinition, answer: unknown, length?: number) => string | null
> = {
  choice: ({ options = [] }, answer) =>
    choicesAmong(options).has(answer) ? null : `must be one of ${shortList(options)}`,
  multi_choice: (definition, answer) => {
    const { options = [] } = definition;
    if (!Array.isArray(answer)) return `must be a list of any of ${shortList(options)}`;
    if (new Set(answer).size < answer.length) return "must not repeat a choice";
    const known = choicesAmong(options);
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
  highlight: highlightsFault,
};

/** Sets of options, kept because a question may be asked of 10,000 objects. */
const CHOICES = new WeakMap<readonly string[], ReadonlySet<unknown>>();

function choicesAmong(options: readonly string[]): ReadonlySet<unknown> {
  const kept = CHOICES.get(options) ?? new Set(options);
  CHOICES.set(options, kept);
  return kept;
}

function rangeFault(definition: FieldDefinition, amount: number, unit: string): string | null {
  const { min, max } = limits(definition);
  if (amount < min) return `must be at least ${min}${unit}`;
  return amount > max ? `must be at most ${max}${unit}` : null;
}

function isOrHas(answer: unknown, wanted: string | number): boolean {
  if (!Array.isArray(answer)) return answer === wanted;
  return answer.some((one) => (isHighlight(one) ? one.label : one) === wanted);
}

function isAnswer(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== "";
}

function shortList(names: readonly string[]): string {
  const rest = names.length > 20 ? ` and ${names.length - 20} more` : "";
  return names.slice(0, 20).join(", ") + rest;
}
