import type { Shape } from "../../canvas/shape.ts";
import type { Edit } from "../../drafts/document.ts";
import type { LabeledShape, ListedObject } from "../editor.ts";

/** The common part of all objects in images. */
export interface LabeledObject {
  readonly label: string;
}

/** An object as an entry of the document; its key begins with `object:`. */
export interface ObjectEntry<O extends LabeledObject> {
  readonly object: O;
  /** A model's suggestion that is not accepted; it is not part of the answer. */
  readonly isSuggestion: boolean;
}

const PREFIX = "object:";

/** The objects of a result as entries; see `Editor.toEntries`. */
export function* objectEntries<O extends LabeledObject>(
  result: unknown,
  _project?: unknown,
  answerName = "",
): Generator<readonly [string, ObjectEntry<O>]> {
  for (const [index, object] of objectsOf<O>(result).entries()) {
    yield [`${PREFIX}${answerName}${index + 1}`, { object, isSuggestion: false }];
  }
}

/** An entry of a suggested answer: objects are suggested one by one, other entries as they are. */
export function asSuggestion(key: string, entry: unknown): readonly [string, unknown] {
  return [key, isObjectEntry(key, entry) ? { ...entry, isSuggestion: true } : entry];
}

/** The objects in the order in which they were created, without suggestions. */
export function objectsResult<O extends LabeledObject>(
  entries: ReadonlyMap<string, unknown>,
): { objects: O[] } {
  const objects = [...ownEntries<O>(entries).values()];
  return { objects: objects.flatMap(({ object, isSuggestion }) => (isSuggestion ? [] : [object])) };
}

/** The entries that are objects; other entries belong to fields. */
export function ownEntries<O extends LabeledObject>(
  entries: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, ObjectEntry<O>> {
  const own = new Map<string, ObjectEntry<O>>();
  for (const [key, entry] of entries) if (isObjectEntry<O>(key, entry)) own.set(key, entry);
  return own;
}

/** The number, from 1, of the annotator whose answer has the object, if the objects of several are shown; see `Editor.toEntries`. */
export function authorOf(key: string): number | undefined {
  const author = Number.parseInt(key.slice(PREFIX.length), 10);
  return key.includes("/") && author > 0 ? author : undefined;
}

/** A new unique key. */
export function newKey(): string {
  return `${PREFIX}${Math.random().toString(36).slice(2, 12)}`;
}

/** The edit that creates, replaces or (with undefined) removes an entry. */
export function editOf<O extends LabeledObject>(
  entries: ReadonlyMap<string, unknown>,
  key: string,
  after: ObjectEntry<O> | undefined,
): Edit<unknown> {
  return { key, before: entries.get(key), after };
}

/** Only this module writes keys with the prefix, so the key is enough to know the type. */
function isObjectEntry<O extends LabeledObject = LabeledObject>(
  key: string,
  entry: unknown,
): entry is ObjectEntry<O> {
  return key.startsWith(PREFIX) && typeof entry === "object" && entry !== null && "object" in entry;
}

function objectsOf<O>(result: unknown): readonly O[] {
  return isObjectResult<O>(result) ? result.objects : [];
}

/** The API has validated results. */
function isObjectResult<O>(result: unknown): result is { readonly objects: readonly O[] } {
  return (
    typeof result === "object" && result !== null && "objects" in result && Array.isArray(result.objects)
  );
}

/** The objects of a result as shapes; see `Editor.shapes`. */
export function shapesOf<O extends LabeledObject>(
  result: unknown,
  shapeOf: (object: O) => Shape,
): readonly LabeledShape[] {
  return objectsOf<O>(result).map((object) => ({ label: object.label, shape: shapeOf(object) }));
}

/** The objects without suggestions, for fields that are asked per object. */
export function listedObjects(entries: ReadonlyMap<string, unknown>): readonly ListedObject[] {
  return [...ownEntries(entries)].flatMap(([key, { object, isSuggestion }]) =>
    isSuggestion ? [] : [{ key, name: object.label }],
  );
}
