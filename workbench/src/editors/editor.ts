import type { components } from "@assay/sdk/schema.ts";
import type { ComponentType } from "react";
import type { Shape } from "../canvas/shape.ts";
import type { AnswerDocument } from "../drafts/document.ts";

export type Item = components["schemas"]["Item"];
/** The labels, instructions, fields and options of one guideline version. */
export type Guidelines = components["schemas"]["Guidelines"];

/** The props of an editor: the item, the guidelines, and the document with the answer. */
export interface EditorProps {
  readonly item: Item;
  readonly project: Guidelines;
  // the editor knows the type of its entries; its callers only pass the document on
  readonly document: AnswerDocument<unknown>;
  /** No changes are possible: another tab edits the item, or the answer is only shown. */
  readonly isReadOnly: boolean;
}

/** What the workbench needs of an annotation type. Each type's folder exports one; see `registry.ts`. */
export interface Editor {
  /** Called when the first item of the type is opened. */
  readonly load: () => Promise<ComponentType<EditorProps>>;
  /**
   * The entries of a result; null means there is no answer yet. The keys of objects, spans and segments contain
   * `answerName`, so that one document can hold parts of several answers.
   */
  readonly toEntries: (
    result: unknown,
    project: Guidelines,
    answerName?: string,
  ) => Iterable<readonly [string, unknown]>;
  /** Builds the result from the entries. Entries whose keys begin with `field:` belong to fields. */
  readonly toResult: (entries: ReadonlyMap<string, unknown>, item: Item) => unknown;
  /** A message about the first `data-question="answer"` that says what is missing before the submit, or null. */
  readonly missing: (entries: ReadonlyMap<string, unknown>, project: Guidelines, item: Item) => string | null;
  /**
   * The result's objects, spans or segments in order, for fields that are asked per object; absent if the type has
   * none.
   */
  readonly objects?: (entries: ReadonlyMap<string, unknown>, item: Item) => readonly ListedObject[];
  /** The objects of the answer with their attributes, which their labels define; absent if the type's objects have none. */
  readonly attributed?: (entries: ReadonlyMap<string, unknown>) => readonly AttributedObject[];
  /** The editor asks the fields of each response on the card of the response. */
  readonly asksOnCards?: true;
  /** The objects of a result as the canvas draws them; absent if the type has none in images. */
  readonly shapes?: (result: unknown, project: Guidelines) => readonly LabeledShape[];
}

/** What blocks the submit. */
export interface Gap {
  /** Says what to do. */
  readonly message: string;
  /** The `data-question` of the element that asks for it; null if there is none. */
  readonly question: string | null;
  /** The object or the step that is asked about; null for others. See `SelectedObject.show`. */
  readonly target: string | null;
}

/** An object in an image. */
export interface LabeledShape {
  readonly label: string;
  readonly shape: Shape;
}

/** An object of an answer with its attributes by name. */
export interface AttributedObject extends ListedObject {
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An object of an answer: the key of its entry and its name on the screen. */
export interface ListedObject {
  readonly key: string;
  readonly name: string;
  /** Where it is in a text or in a recording. */
  readonly range?: { readonly start: number; readonly end: number };
  /** The words of a span; spans of several annotators are the same only if their ends are. */
  readonly words?: string;
}
