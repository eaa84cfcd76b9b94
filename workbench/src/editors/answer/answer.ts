import type { FieldAnswers } from "@assay/domain/fields.ts";
import type { Entries } from "../../drafts/document.ts";
import type { Editor, Guidelines, Item } from "../editor.ts";
import { fieldAnswers, fieldEntries, missingFields, targetsOf } from "../fields/answers.ts";

/** A whole answer as the API has it: the result, and what was asked beside it. */
export interface WholeAnswer {
  readonly result: unknown;
  /** Null where the project asks nothing. */
  readonly fields: FieldAnswers | null;
}

/** What an answer in the making is of. */
export interface Subject {
  readonly editor: Editor;
  readonly project: Guidelines;
  readonly item: Item;
}

/** The entries with which a document of an answer begins; a null result stands for none yet. See `Editor.toEntries`. */
export function entriesOf(
  { editor, project, item }: Subject,
  { result, fields }: WholeAnswer,
  answerName?: string,
): readonly (readonly [string, unknown])[] {
  const entries = [...editor.toEntries(result, item, answerName)];
  if (fields === null) return entries;
  const objects = editor.objects?.(new Map(entries)).map(({ key }) => key) ?? [];
  return [...entries, ...fieldEntries(project, fields, objects)];
}

/** The answer that entries make. */
export function answerOf({ editor, project, item }: Subject, entries: Entries<unknown>): WholeAnswer {
  return {
    result: editor.toResult(entries, item),
    fields: fieldAnswers(project, entries, targetsOf(editor, entries, item)),
  };
}

/** What keeps an answer from being submitted, in words; null where nothing does. */
export function missingIn({ editor, project, item }: Subject, entries: Entries<unknown>): string | null {
  return (
    editor.missing(entries, project, item) ??
    missingFields(project, entries, targetsOf(editor, entries, item))
  );
}
