import { useLayoutEffect, useState } from "react";
import { editsBetween } from "../../drafts/choose.ts";
import { type AnswerDocument, createDocument, type Entries } from "../../drafts/document.ts";

/**
 * A document that always has these entries, for an editor that only shows them. It stays the same document, so that the editor keeps its
 * zoom from one answer to the next.
 */
export function useShownDocument(entries: Entries<unknown>): AnswerDocument<unknown> {
  const [document] = useState(() => createDocument(entries));
  useLayoutEffect(
    () => document.apply({ name: "", edits: editsBetween(document.entries(), entries) }),
    [document, entries],
  );
  return document;
}
