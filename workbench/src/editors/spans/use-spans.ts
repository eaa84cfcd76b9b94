import { useState } from "react";
import { strings } from "#strings/editors/spans.ts";
import type { Entries } from "../../drafts/document.ts";
import type { EditorProps } from "../editor.ts";
import { change } from "../entries.ts";
import { relationsIn, type SpanEntry, spansIn } from "./answer.ts";
import { addRelation, addSpan, type Move, moved, neighbor, relabel, removal, spansAt } from "./edits.ts";
import type { Found } from "./occurrences.ts";
import { endsNowhere } from "./relation-types.ts";
import { useManySpans } from "./use-many-spans.ts";
import type { Read } from "./use-text-view.ts";
import { trimmed, wholeWords } from "./words.ts";

interface Used extends Read, Pick<EditorProps, "project" | "document" | "isReadOnly"> {
  /** Selected text grows to whole words. */
  readonly snaps: boolean;
  /** What the search has found. */
  readonly hits: Found;
}

/** The selection, the chosen label and the actions, shared by keys, buttons and the mouse. */
export function useSpans({ project, document, isReadOnly, snaps, hits, ...read }: Used) {
  const [selected, select] = useState<string | null>(null);
  const [armed, arm] = useState<string | null>(null);
  const [relatedFrom, relate] = useState<string | null>(null);
  const many = useManySpans({ ...read, document, hits });
  const spanOf = (key: string | null) => (key === null ? undefined : spansIn(document.entries()).get(key));

  /** Adds a span for the selected text; false without a selection. */
  function addSelected(label: string): boolean {
    const key = addOver(read, document, label, snaps);
    if (key !== null) select(key);
    return key !== null;
  }

  function pick(label: string): void {
    if (many.isForHits) many.labelHits(label);
    else if (relatedFrom === null) {
      if (addSelected(label) || (selected !== null && relabel(document, selected, label))) return;
      arm(armed === label ? null : label);
    } else if (selected !== null && selected !== relatedFrom && spanOf(selected) !== undefined) {
      addRelation(document, { from: relatedFrom, to: selected, label });
      relate(null);
    }
  }

  function pointAt(offset: number): void {
    const hit = spansAt(document.entries(), offset);
    const place = selected === null ? -1 : hit.indexOf(selected);
    select(hit[(place + 1) % hit.length] ?? null);
  }

  function remove(key: string): void {
    const entries = document.entries();
    const label = (spansIn(entries).get(key) ?? relationsIn(entries).get(key))?.label;
    if (isReadOnly || label === undefined) return;
    change(document, strings.removed(label), removal(entries, key));
    select(null);
    relate(null);
  }

  function move(by: Move): void {
    const span = spanOf(selected);
    if (selected !== null && span !== undefined) moveEdge(read, document, [selected, span], by);
  }

  function startRelation(): void {
    const span = spanOf(selected);
    if (span === undefined) return;
    if (endsNowhere(project, span)) many.say(strings.unrelatable(span.label));
    else relate(selected);
  }

  function cancel(): void {
    if (many.isForHits) many.askForHits(false);
    else if (relatedFrom !== null) relate(null);
    else if (selected !== null) select(null);
    else arm(null);
  }

  return {
    ...{ selected, armed, relatedFrom, select, pick, pointAt, remove, move, startRelation, cancel },
    ...{ isForHits: many.isForHits, said: many.said },
    isSpanAt: (offset: number) => spansAt(document.entries(), offset).length > 0,
    labelSame: (isCaseSensitive: boolean) => many.labelSame(spanOf(selected), isCaseSensitive),
    askForHits: () => {
      relate(null);
      many.askForHits(true);
    },
    go: (by: 1 | -1) => select(neighbor(document.entries(), selected, by)),
    /** With a chosen label, text selected with the mouse becomes a span at once. */
    selectedText: () => armed !== null && !isReadOnly && relatedFrom === null && void addSelected(armed),
  };
}

export type SpanHand = ReturnType<typeof useSpans>;

/** The label that stands for the choice, if any: that of the selected span, because another one would go to it, else that of what is selected next. */
export function currentLabels(
  { selected, armed, isForHits }: Pick<SpanHand, "selected" | "armed" | "isForHits">,
  entries: Entries<unknown>,
): ReadonlySet<string> {
  const label = spansIn(entries).get(selected ?? "")?.label ?? armed;
  return new Set(isForHits || label === null ? [] : [label]);
}

function addOver(
  { text, offsets, view: { current: view } }: Read,
  document: EditorProps["document"],
  label: string,
  snaps: boolean,
): string | null {
  if (view === null) return null;
  const { from, to } = view.selection();
  const stretch = snaps ? wholeWords(text, from, to) : trimmed(text, from, to);
  if (stretch === undefined) return null;
  const span = { start: offsets.toCodePoint(stretch.from), end: offsets.toCodePoint(stretch.to), label };
  view.deselect();
  return addSpan(document, span, text.slice(stretch.from, Math.min(stretch.to, stretch.from + NAMED)));
}

function moveEdge(
  { text, offsets }: Read,
  document: EditorProps["document"],
  [key, span]: readonly [key: string, span: SpanEntry],
  by: Move,
): void {
  const next = moved(span, by, text, offsets);
  const say = by.edge === "end" ? strings.endMoved : strings.startMoved;
  if (next[by.edge] !== span[by.edge]) change(document, say(span.label), [[key, next]]);
}

/** How much of a span's text the name of the change contains. */
const NAMED = 40;
