import type { Edit } from "../../drafts/document.ts";
import type { Item, ListedObject } from "../editor.ts";

/** What all objects of an image have. */
export interface LabelledObject {
  readonly label: string;
}

/** An object as a document keeps it, under a key that begins with `object:`. */
export interface ObjectEntry<O extends LabelledObject> {
  readonly object: O;
  /** A model drew it and nobody has accepted it; it is no part of the answer. */
  readonly isSuggestion: boolean;
}

const PREFIX = "object:";

/**
 * The objects of a result under keys of their own. Before there is one (null): what the first of the item's models
 * suggests.
 */
export function* objectEntries<O extends LabelledObject>(
  result: unknown,
  item: Item,
  answerName = "",
): Generator<readonly [string, ObjectEntry<O>]> {
  const isSuggestion = result === null || result === undefined;
  const objects = objectsOf<O>(isSuggestion ? item.predictions[0]?.result : result);
  for (const [index, object] of objects.entries()) {
    yield [`${PREFIX}${answerName}${index + 1}`, { object, isSuggestion }];
  }
}

/** The objects in the order in which they were made, suggestions left out. */
export function objectsResult<O extends LabelledObject>(
  entries: ReadonlyMap<string, unknown>,
): { objects: O[] } {
  const objects = [...ownEntries<O>(entries).values()];
  return { objects: objects.flatMap(({ object, isSuggestion }) => (isSuggestion ? [] : [object])) };
}

/** The entries that are objects: fields have others. */
export function ownEntries<O extends LabelledObject>(
  entries: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, ObjectEntry<O>> {
  const own = new Map<string, ObjectEntry<O>>();
  for (const [key, entry] of entries) if (isObjectEntry<O>(key, entry)) own.set(key, entry);
  return own;
}

/** A key that no object of any answer has. */
export function newKey(): string {
  return `${PREFIX}${Math.random().toString(36).slice(2, 12)}`;
}

/** The edit that makes, replaces or (undefined) removes an entry. */
export function editOf<O extends LabelledObject>(
  entries: ReadonlyMap<string, unknown>,
  key: string,
  after: ObjectEntry<O> | undefined,
): Edit<unknown> {
  return { key, before: entries.get(key), after };
}

/** Only an editor writes under its keys, so that the key tells what the entry is. */
function isObjectEntry<O extends LabelledObject>(key: string, entry: unknown): entry is ObjectEntry<O> {
  return key.startsWith(PREFIX) && typeof entry === "object" && entry !== null && "object" in entry;
}

function objectsOf<O>(result: unknown): readonly O[] {
  return isObjectResult<O>(result) ? result.objects : [];
}

/** The API has checked what it hands out. */
function isObjectResult<O>(result: unknown): result is { readonly objects: readonly O[] } {
  return (
    typeof result === "object" && result !== null && "objects" in result && Array.isArray(result.objects)
  );
}

/** What is part of the answer, for fields that are asked of each object. */
export function listedObjects(entries: ReadonlyMap<string, unknown>): readonly ListedObject[] {
  return [...ownEntries(entries)].flatMap(([key, { object, isSuggestion }]) =>
    isSuggestion ? [] : [{ key, name: object.label }],
  );
}
