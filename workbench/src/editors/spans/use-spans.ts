import { useState } from "react";
import { strings } from "#strings/editors/spans.ts";
import type { EditorProps } from "../editor.ts";
import { spansIn } from "./answer.ts";
import {
  addRelation,
  addSpan,
  addSpans,
  inCodePoints,
  type Move,
  moveEdge,
  neighbor,
  occurrencesOf,
  relabel,
  removeEntry,
  spansAt,
  trimmed,
} from "./edits.ts";
import { type Stretch, toWords } from "./find.ts";
import { isSnapping } from "./reading-choices.ts";
import type { Read } from "./use-text-view.ts";

type Used = Read & Pick<EditorProps, "document" | "isReadOnly">;

/** The selection, the chosen label and the actions, shared by keys, buttons and the mouse. */
export function useSpans({ document, isReadOnly, ...read }: Used) {
  const { offsets } = read;
  const [selected, select] = useState<string | null>(null);
  const [armed, arm] = useState<string | null>(null);
  const [relatedFrom, relate] = useState<string | null>(null);
  /** What labeling many parts of the text did; empty before. */
  const [told, tell] = useState("");
  const spanOf = (key: string | null) => (key === null ? undefined : spansIn(document.entries()).get(key));

  /** Adds a span for the selected text; false without a selection. */
  function addSelected(label: string): boolean {
    const key = addOver(read, document, label);
    if (key !== null) select(key);
    return key !== null;
  }

  function pick(label: string): void {
    if (relatedFrom === null) {
      if (addSelected(label) || (selected !== null && relabel(document, selected, label))) return;
      arm(armed === label ? null : label);
    } else if (selected !== null && selected !== relatedFrom && spanOf(selected) !== undefined) {
      addRelation(document, { from: relatedFrom, to: selected, label });
      relate(null);
    }
  }

  function labelAll(parts: readonly Stretch[], label: string): void {
    const added = addSpans(
      document,
      parts.map(({ from, to }) => ({ ...inCodePoints(offsets, from, to), label })),
    );
    tell(strings.labeledAll(label, added, parts.length - added));
  }

  function labelOccurrences(): void {
    const span = spanOf(selected);
    if (span !== undefined && !isReadOnly) labelAll(occurrencesOf(span, read), span.label);
  }

  function pointAt(offset: number): void {
    const hit = spansAt(document.entries(), offset);
    const place = selected === null ? -1 : hit.indexOf(selected);
    select(hit[(place + 1) % hit.length] ?? null);
  }

  function remove(key: string): void {
    if (isReadOnly || !removeEntry(document, key)) return;
    select(null);
    relate(null);
  }

  function move(by: Move): void {
    if (selected !== null) moveEdge(document, selected, by, read);
  }

  function cancel(): void {
    if (relatedFrom !== null) relate(null);
    else if (selected !== null) select(null);
    else arm(null);
  }

  return {
    ...{ selected, armed, relatedFrom, told, select, pick, pointAt, remove, move, cancel },
    /** Labels parts of the text in one step. */
    labelAll,
    /** Labels every other place that has the text of the selected span, in one step. */
    labelOccurrences,
    go: (by: 1 | -1) => select(neighbor(document.entries(), selected, by)),
    /** With a chosen label, text selected with the mouse becomes a span at once. */
    selectedText: () => armed !== null && !isReadOnly && relatedFrom === null && void addSelected(armed),
    startRelation: () => spanOf(selected) !== undefined && void relate(selected),
  };
}

export type SpanHand = ReturnType<typeof useSpans>;

function addOver(
  { text, offsets, view: { current: view } }: Read,
  document: EditorProps["document"],
  label: string,
): string | null {
  if (view === null) return null;
  const { from, to } = view.selection();
  const marked = trimmed(text, from, to);
  if (marked === undefined) return null;
  const stretch = isSnapping() ? toWords(text, marked) : marked;
  const span = { ...inCodePoints(offsets, stretch.from, stretch.to), label };
  view.deselect();
  return addSpan(document, span, text.slice(stretch.from, Math.min(stretch.to, stretch.from + NAMED)));
}

/** How much of a span's text the name of the change contains. */
const NAMED = 40;
