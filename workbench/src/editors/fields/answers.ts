import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import { checkFields, type FieldAnswers, ITEM, isShownAt } from "@assay/domain/fields.ts";
import { strings as all } from "#strings/editors.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Editor, Item, ListedObject, Project } from "../editor.ts";
import { responsesOf } from "../media/conversation.ts";
import { isRecord } from "../record.ts";

const strings = all.questions;

/** One thing that a field is asked of: the item, an object or a response. */
export interface Place {
  /** `""` for the item, the key of an object's entry, or the id of a response. */
  readonly id: string;
  readonly name: string;
}

/** What the fields of an item can be asked of. */
export interface Places {
  readonly objects: readonly Place[];
  readonly responses: readonly Place[];
}

/** The objects of an answer in the making, and the responses of its item, in the order in which they are shown. */
export function placesOf(editor: Editor, entries: Entries<unknown>, item: Item): Places {
  const named = ({ key, name }: ListedObject) => ({ id: key, name });
  return {
    objects: editor.objects?.(entries).map(named) ?? [],
    responses: responsesOf(item).map(({ id, letter }) => ({ id, name: all.media.response(letter) })),
  };
}

/** The key of the entry that answers a field at a place. */
export function fieldKey(name: string, place: string): string {
  return place === ITEM ? `field:${name}` : `field:${name}:${place}`;
}

/** Whether a key is that of an answer to a field that is asked of `place`. */
export function isFieldOf(key: string, place: string): boolean {
  return key.startsWith("field:") && key.endsWith(`:${place}`);
}

/** The places that a field is asked of. */
export function placesOfField({ per = "item" }: FieldDefinition, places: Places): readonly Place[] {
  if (per === "item") return [{ id: ITEM, name: "" }];
  return per === "object" ? places.objects : places.responses;
}

/** The entries of answers to fields; `objects` are the keys of the result's objects, in its order. */
export function fieldEntries(
  { fields }: Pick<Project, "fields">,
  answers: FieldAnswers | null,
  objects: readonly string[],
): readonly (readonly [string, unknown])[] {
  if (answers === null) return [];
  return fields.flatMap(({ name, per = "item" }) => {
    const answer = answers[name];
    if (answer === undefined || answer === null) return [];
    if (per === "item") return [[fieldKey(name, ITEM), answer] as const];
    const byPlace = Array.isArray(answer)
      ? answer.map((one: unknown, place) => [objects[place] ?? "", one] as const)
      : Object.entries(isRecord(answer) ? answer : {});
    return byPlace
      .filter(([place, one]) => place !== "" && one !== undefined && one !== null)
      .map(([place, one]) => [fieldKey(name, place), one] as const);
  });
}

/** The answers to the fields that are shown, as the API takes them; null where the project asks nothing. */
export function fieldAnswers(
  { fields }: Pick<Project, "fields">,
  entries: Entries<unknown>,
  places: Places,
): FieldAnswers | null {
  if (fields.length === 0) return null;
  const given = shownAnswers(fields, entries, places);
  const answers = fields.flatMap((field) => {
    const { name, per = "item" } = field;
    const here = given.get(name);
    if (here === undefined || [...here.values()].every((answer) => answer === undefined)) return [];
    if (per === "item") return [[name, here.get(ITEM)] as const];
    if (per === "object") return [[name, places.objects.map(({ id }) => here.get(id) ?? null)] as const];
    return [[name, Object.fromEntries([...here].filter(([, answer]) => answer !== undefined))] as const];
  });
  return Object.fromEntries(answers);
}

/** What is given at each place where a field is shown, undefined where nothing is; by field, then by place. */
export function shownAnswers(
  fields: readonly FieldDefinition[],
  entries: Entries<unknown>,
  places: Places,
): ReadonlyMap<string, ReadonlyMap<string, unknown>> {
  const given = new Map<string, ReadonlyMap<string, unknown>>();
  for (const field of fields) {
    const shown = placesOfField(field, places).filter(({ id }) => isShownAt(field, id, given));
    given.set(field.name, new Map(shown.map(({ id }) => [id, entries.get(fieldKey(field.name, id))])));
  }
  return given;
}

/** What is wrong with the answers as they stand, in words, by the key of the entry that is asked for. */
export function fieldFaults(
  project: Pick<Project, "fields">,
  entries: Entries<unknown>,
  places: Places,
): ReadonlyMap<string, string> {
  const asked = { objects: places.objects.length, responses: places.responses.map(({ id }) => id) };
  const answers = fieldAnswers(project, entries, places) ?? {};
  return new Map(
    checkFields(project.fields, answers, asked).map(({ path, message }) => {
      const [name = "", ...rest] = path.split(".");
      const place = rest.join(".");
      const field = project.fields.find((other) => other.name === name);
      const id = field?.per === "object" ? places.objects[Number(place)]?.id : place;
      return [fieldKey(name, id ?? ITEM), message];
    }),
  );
}

/** What keeps the answer from being submitted, in words; null where nothing does. */
export function missingFields(
  project: Pick<Project, "fields">,
  entries: Entries<unknown>,
  places: Places,
): string | null {
  const [first] = fieldFaults(project, entries, places);
  if (first === undefined) return null;
  const [key, message] = first;
  const [, name = "", ...rest] = key.split(":");
  const id = rest.join(":");
  const place = [...places.objects, ...places.responses].find((other) => other.id === id);
  return place === undefined ? strings.fault(name, message) : strings.faultOf(name, place.name, message);
}
