import type { FieldAnswers } from "@assay/domain/fields.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Editor, Gap, Guidelines, Item } from "../editor.ts";
import { fieldAnswers, fieldEntries, firstGap, targetsOf } from "../fields/answers.ts";
import { attributeGap } from "../fields/attribute-gap.ts";
import { asSuggestion } from "../objects/entry.ts";

/** A complete answer in the API's shape: the result and the answers to fields. */
export interface WholeAnswer {
  readonly result: unknown;
  /** Null if the project has no fields. */
  readonly fields: FieldAnswers | null;
}

/** What an answer belongs to. */
export interface Subject {
  readonly editor: Editor;
  readonly project: Guidelines;
  readonly item: Item;
}

/** The initial entries of an answer's document; a null result means there is no answer yet. See `Editor.toEntries`. */
export function entriesOf(
  { editor, project, item }: Subject,
  { result, fields }: WholeAnswer,
  answerName?: string,
): readonly (readonly [string, unknown])[] {
  const entries = [...editor.toEntries(result, project, answerName)];
  if (fields === null) return entries;
  const objects = editor.objects?.(new Map(entries), item).map(({ key }) => key) ?? [];
  return [...entries, ...fieldEntries(project, fields, objects)];
}

/**
 * The entries with which an annotator starts: those of the item's first prediction, or none. Each object in an image waits until it is
 * accepted; everything else is submitted unless it is changed.
 */
export function suggestedEntries(subject: Subject): readonly (readonly [string, unknown])[] {
  const prediction = subject.item.predictions[0] ?? { result: null, fields: null };
  return entriesOf(subject, prediction).map(([key, entry]) => asSuggestion(key, entry));
}

/** Builds the answer from its entries. */
export function answerOf({ editor, project, item }: Subject, entries: Entries<unknown>): WholeAnswer {
  return {
    result: editor.toResult(entries, item),
    fields: fieldAnswers(project, entries, targetsOf(editor, entries, item)),
  };
}

/** Why the answer cannot be submitted, or null if it can. */
export function missingIn({ editor, project, item }: Subject, entries: Entries<unknown>): Gap | null {
  const missing = editor.missing(entries, project, item);
  if (missing !== null) return { message: missing, question: "answer", target: null };
  return (
    attributeGap(editor, entries, project) ?? firstGap(project, entries, targetsOf(editor, entries, item))
  );
}
