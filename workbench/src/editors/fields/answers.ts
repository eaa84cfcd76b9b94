import { codePointLength } from "@assay/domain/code-points.ts";
import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { checkFields, type FieldAnswers, ITEM, isAskedOf, isShownAt } from "@assay/domain/fields.ts";
import { strings } from "#strings/editors/fields.ts";
import { strings as mediaStrings } from "#strings/editors/media.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Editor, Gap, Guidelines, Item, ListedObject } from "../editor.ts";
import { responsesOf, rolesOf } from "../media/conversation.ts";
import { isRecord } from "../record.ts";

/** What a field is asked about: the item, an object, a response or a message. */
export interface FieldTarget {
  /** `""` for the item, the key of an object's entry, the id of a response, or the number of a message from 0. */
  readonly id: string;
  readonly name: string;
  /** The text of a response. */
  readonly text?: string;
}

interface MessageTarget extends FieldTarget {
  readonly role: string;
}

/** The targets of an item's fields. */
export interface FieldTargets {
  readonly objects: readonly FieldTarget[];
  readonly responses: readonly FieldTarget[];
  readonly messages: readonly MessageTarget[];
}

/** The objects of the answer and the responses and messages of the item, in display order. */
export function targetsOf(
  editor: Pick<Editor, "objects">,
  entries: Entries<unknown>,
  item: Item,
): FieldTargets {
  const named = ({ key, name }: ListedObject) => ({ id: key, name });
  return {
    objects: editor.objects?.(entries, item).map(named) ?? [],
    responses: responsesOf(item).map(({ id, letter, text }) => ({
      ...{ id, text },
      name: mediaStrings.response(letter),
    })),
    messages: rolesOf(item).map((role, place) => ({
      ...{ id: `${place}`, role },
      name: strings.stepOf(place + 1, role),
    })),
  };
}

/** The key of the entry that holds the answer to a field about a target. */
export function fieldKey(name: string, target: string): string {
  return target === ITEM ? `field:${name}` : `field:${name}:${target}`;
}

/** Whether a key belongs to an answer about `target`. */
export function isFieldOf(key: string, target: string): boolean {
  return key.startsWith("field:") && key.endsWith(`:${target}`);
}

/** The targets that a field applies to. */
export function targetsOfField(field: FieldDefinition, targets: FieldTargets): readonly FieldTarget[] {
  const { per = "item" } = field;
  if (per === "item") return [{ id: ITEM, name: "" }];
  if (per === "message") return targets.messages.filter(({ role }) => isAskedOf(field, role));
  return per === "object" ? targets.objects : targets.responses;
}

/** The entries for answers to fields; `objects` are the keys of the result's objects, in order. */
export function fieldEntries(
  { fields }: Pick<Guidelines, "fields">,
  answers: FieldAnswers | null,
  objects: readonly string[],
): readonly (readonly [string, unknown])[] {
  if (answers === null) return [];
  return fields.flatMap(({ name, per = "item" }) => {
    const answer = answers[name];
    if (answer === undefined || answer === null) return [];
    if (per === "item") return [[fieldKey(name, ITEM), answer] as const];
    const byTarget = Array.isArray(answer)
      ? answer.map((one: unknown, index) => [objects[index] ?? "", one] as const)
      : Object.entries(isRecord(answer) ? answer : {});
    return byTarget
      .filter(([target, one]) => target !== "" && one !== undefined && one !== null)
      .map(([target, one]) => [fieldKey(name, target), one] as const);
  });
}

/** The answers to visible fields in the API's shape; null if the project has no fields. */
export function fieldAnswers(
  { fields }: Pick<Guidelines, "fields">,
  entries: Entries<unknown>,
  targets: FieldTargets,
): FieldAnswers | null {
  if (fields.length === 0) return null;
  const given = shownAnswers(fields, entries, targets);
  const answers = fields.flatMap((field) => {
    const { name, per = "item" } = field;
    const here = given.get(name);
    if (here === undefined || [...here.values()].every((answer) => answer === undefined)) return [];
    if (per === "item") return [[name, here.get(ITEM)] as const];
    if (per === "object") return [[name, targets.objects.map(({ id }) => here.get(id) ?? null)] as const];
    return [[name, Object.fromEntries([...here].filter(([, answer]) => answer !== undefined))] as const];
  });
  return Object.fromEntries(answers);
}

/** The answers to visible fields, by field, then by target; undefined if not answered yet. */
export function shownAnswers(
  fields: readonly FieldDefinition[],
  entries: Entries<unknown>,
  targets: FieldTargets,
): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const given = new Map<string, ReadonlyMap<string, unknown>>();
  for (const field of fields) {
    const shown = targetsOfField(field, targets).filter(({ id }) => isShownAt(field, id, given));
    given.set(field.name, new Map(shown.map(({ id }) => [id, entries.get(fieldKey(field.name, id))])));
  }
  return given;
}

/** Error messages, by the key of the answer's entry. */
export function answerFaults(
  project: Pick<Guidelines, "fields">,
  entries: Entries<unknown>,
  targets: FieldTargets,
): ReadonlyMap<string, string> {
  const asked = {
    objects: targets.objects.length,
    responses: targets.responses.map(({ id }) => id),
    messages: targets.messages.map(({ role }) => role),
    response_lengths: project.fields.some(({ type }) => type === "highlight")
      ? targets.responses.map(({ text = "" }) => codePointLength(text))
      : null,
  };
  const answers = fieldAnswers(project, entries, targets) ?? {};
  return new Map(
    checkFields(project.fields, answers, asked).map(({ path, message }) => {
      const [name = "", ...rest] = path.split(".");
      const target = rest.join(".");
      const field = project.fields.find((other) => other.name === name);
      const id = field?.per === "object" ? targets.objects[Number(target)]?.id : target;
      return [fieldKey(name, id ?? ITEM), message];
    }),
  );
}

/** The first answer that is missing or invalid, which blocks the submit; null if there is none. */
export function firstGap(
  project: Pick<Guidelines, "fields">,
  entries: Entries<unknown>,
  targets: FieldTargets,
): Gap | null {
  const [first] = answerFaults(project, entries, targets);
  if (first === undefined) return null;
  const [question, fault] = first;
  const [, name = "", ...rest] = question.split(":");
  const id = rest.join(":");
  const target = [...targets.objects, ...targets.responses, ...targets.messages].find(
    (other) => other.id === id,
  );
  const about = target && nameAmong(target, targets.objects);
  const message = gapMessage(name, about, entries.has(question) ? fault : undefined);
  return { message, question, target: target?.id ?? null };
}

/** What to do about a question; `fault` is absent if it has no answer, `about` if it is asked of the item. */
export function gapMessage(name: string, about: string | undefined, fault: string | undefined): string {
  if (about === undefined) return fault === undefined ? strings.missing(name) : strings.fault(name, fault);
  return fault === undefined ? strings.missingOf(name, about) : strings.faultOf(name, about, fault);
}

/** The name of a target, with its place among the objects where several have this name, such as those of one label. */
export function nameAmong(
  target: Pick<FieldTarget, "name">,
  objects: readonly Pick<FieldTarget, "name">[],
): string {
  const place = objects.indexOf(target);
  const isShared = place !== -1 && objects.filter(({ name }) => name === target.name).length > 1;
  return isShared ? strings.of(target.name, place + 1, objects.length) : target.name;
}
