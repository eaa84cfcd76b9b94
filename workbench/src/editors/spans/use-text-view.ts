import { type RefObject, useLayoutEffect, useRef } from "react";
import { strings } from "#strings/editors/entry-list.ts";
import type { Pin } from "../../comments/pins.ts";
import type { Entries } from "../../drafts/document.ts";
import { relationsIn, type SpanEntry, spansIn } from "./answer.ts";
import { levels } from "./levels.ts";
import type { Offsets } from "./offsets.ts";
import { mountText, type TextView } from "./text-view.ts";

interface Told {
  /** Text was selected with the mouse. */
  readonly onSelected: () => void;
  /** The text was clicked or touched at an offset in code points. */
  readonly onPoint: (offset: number, isTouch: boolean) => void;
}

/** A text and the conversion of its offsets. */
export interface Read {
  readonly text: string;
  readonly offsets: Offsets;
  readonly view: RefObject<TextView | null>;
}

interface Shown {
  readonly entries: Entries<unknown>;
  readonly selected: string | null;
  readonly colorOf: (label: string) => string;
  readonly pinned: readonly Pin[];
  /** What a model found and nobody has taken yet. */
  readonly proposed: readonly SpanEntry[];
}

/**
 * Mounts an item's text with the spans and relations of its answer; attach the returned ref to an element. Layout
 * effects put the text into the first frame.
 */
export function useTextView(
  { text, offsets, view }: Read,
  { entries, selected, colorOf, pinned, proposed }: Shown,
  told: Told,
): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const watcher = useRef(told);
  watcher.current = told;
  const entriesOf = useRef(entries);
  entriesOf.current = entries;

  useLayoutEffect(() => {
    if (place.current === null) return;
    const pointAt = (unit: number, isTouch = false) =>
      watcher.current.onPoint(offsets.toCodePoint(unit), isTouch);
    const mounted = mountText(place.current, text, {
      onPoint: pointAt,
      onEnter: (unit) => pointAt(unit),
      onSelected: () => watcher.current.onSelected(),
    });
    view.current = mounted;
    return () => mounted.destroy();
  }, [text, offsets, view]);

  useLayoutEffect(() => {
    const spans = spansIn(entries);
    const comments = pinned.flatMap(({ number, place: { span } }) =>
      span === undefined ? [] : [{ number, ...span }],
    );
    const lines = levels([...spans.values(), ...comments, ...proposed]);
    const marks = [...spans].map(([key, { start, end, label }], index) => ({
      from: offsets.toUnit(start),
      to: offsets.toUnit(end),
      label,
      color: colorOf(label),
      level: lines[index] ?? 0,
      isSelected: key === selected,
    }));
    const talked = comments.map(({ number, start, end }, index) => ({
      ...{ from: offsets.toUnit(start), to: offsets.toUnit(end), label: strings.comment(number) },
      ...{ color: "var(--accent)", level: lines[spans.size + index] ?? 0, isSelected: false },
    }));
    const offered = proposed.map(({ start, end, label }, index) => ({
      ...{ from: offsets.toUnit(start), to: offsets.toUnit(end), label, color: colorOf(label) },
      ...{ level: lines[spans.size + comments.length + index] ?? 0, isSelected: false, isProposed: true },
    }));
    const arcs = [...relationsIn(entries)].flatMap(([key, { from, to, label }]) => {
      const [one, other] = [spans.get(from), spans.get(to)];
      if (one === undefined || other === undefined) return [];
      const ends = { from: offsets.toUnit(one.start), to: offsets.toUnit(other.start) };
      return [{ ...ends, label, color: colorOf(label), isSelected: key === selected }];
    });
    view.current?.show([...marks, ...talked, ...offered], arcs);
  }, [entries, selected, colorOf, pinned, proposed, offsets, view]);

  useLayoutEffect(() => {
    const span = selected === null ? undefined : spansIn(entriesOf.current).get(selected);
    if (span !== undefined) view.current?.reveal(offsets.toUnit(span.start));
  }, [selected, offsets, view]);

  return place;
}

/** The text takes the focus that nothing else has, since keys select words only there; returns what gives it the focus. */
export function useFreeFocus({ text, view }: Pick<Read, "text" | "view">, isReadOnly: boolean): () => void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text does so
  useLayoutEffect(() => {
    if (!isReadOnly && window.document.activeElement === window.document.body) view.current?.focus();
  }, [text, isReadOnly, view]);
  return () => view.current?.focus();
}

/** Measures the lines of the text again when their style has changed. */
export function useMeasured(view: Read["view"], isCompact: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the style of the lines changes with the setting
  useLayoutEffect(() => view.current?.measure(), [isCompact]);
}
