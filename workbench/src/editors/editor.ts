import type { components } from "@assay/sdk/schema.ts";
import type { ComponentType } from "react";
import type { AnswerDocument } from "../drafts/document.ts";

export type Item = components["schemas"]["Item"];
/** What a task is answered under: labels, instructions, fields and options of one guideline version. */
export type Guidelines = components["schemas"]["Guidelines"];

/** What an editor is given: the item, what the project says of its type, and the answer in the making. */
export interface EditorProps {
  readonly item: Item;
  readonly project: Guidelines;
  // An editor knows its own entries; who draws it does not, and only hands the document on.
  readonly document: AnswerDocument<unknown>;
  /** Nothing may be changed: another tab has the item, or it is only shown. */
  readonly isReadOnly: boolean;
}

/** All that the workbench needs of an annotation type. Each type's folder exports one; see `registry.ts`. */
export interface Editor {
  /** Loaded when the first item of the type is opened. */
  readonly load: () => Promise<ComponentType<EditorProps>>;
  /**
   * The parts of an answer, for a document; null stands for none yet. Objects, spans and segments of different answers
   * get different keys where each answer has its own `answerName`, so that one document can hold parts of several.
   */
  readonly toEntries: (
    result: unknown,
    item: Item,
    answerName?: string,
  ) => Iterable<readonly [string, unknown]>;
  /** The answer in the API's shape. Entries whose keys begin with `field:` are not the editor's. */
  readonly toResult: (entries: ReadonlyMap<string, unknown>, item: Item) => unknown;
  /** What is missing before the answer can be submitted, in words; null where nothing is. */
  readonly missing: (entries: ReadonlyMap<string, unknown>, project: Guidelines, item: Item) => string | null;
  /**
   * The entries that are the result's objects, spans or segments, in its order, so that fields can be asked of each;
   * absent where a result lists none.
   */
  readonly objects?: (entries: ReadonlyMap<string, unknown>) => readonly ListedObject[];
}

/** One object of an answer: the key of its entry, and what it is called on the screen. */
export interface ListedObject {
  readonly key: string;
  readonly name: string;
}
