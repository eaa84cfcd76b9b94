import type { Edit, Entries } from "../drafts/document.ts";
import { isFieldOf } from "../editors/fields/answers.ts";
import type { Agreement, Match } from "./agreement.ts";

/**
 * The edits that use one annotator's object with its field answers, in place of another annotator's matching object.
 * If the object is already in the answer, the edits remove it.
 */
export function pickEdits(
  { keys }: Match,
  from: number,
  { layers }: Pick<Agreement, "layers">,
  mine: Entries<unknown>,
): readonly Edit<unknown>[] {
  const picked = keys[from];
  const present = keys.filter((key) => key !== null && mine.has(key));
  const gone = present.flatMap((key) => removal(mine, key ?? ""));
  if (picked === undefined || picked === null || present.includes(picked)) return gone;
  const added = [...(layers[from] ?? [])].filter(([key]) => key === picked || isFieldOf(key, picked));
  return [...gone, ...added.map(([key, after]) => ({ key, before: undefined, after }))];
}

/** The entries of all answers together. */
export function allEntries({ layers }: Pick<Agreement, "layers">): readonly (readonly [string, unknown])[] {
  return layers.flatMap((entries) => [...entries]);
}

/** The edits that remove an object and its field answers. */
function removal(mine: Entries<unknown>, object: string): readonly Edit<unknown>[] {
  return [...mine]
    .filter(([key]) => key === object || isFieldOf(key, object))
    .map(([key, before]) => ({ key, before, after: undefined }));
}
