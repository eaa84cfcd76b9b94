import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { type Stretch, wholeWords } from "../spans/words.ts";
import { movedBy, stretchOf, type WordRange, wordAfter, wordsIn } from "./highlight-text.ts";

interface Selected {
  /** The words from which keys go on. */
  readonly range: WordRange | null;
  /** What a label would mark; null if nothing is selected. */
  readonly stretch: Stretch | null;
}

const NOTHING: Selected = { range: null, stretch: null };

/** The whole words that a pointer or keys select in an element's text, which is `text`. */
export function useSelectedText(shown: RefObject<HTMLElement | null>, text: string, isReadOnly: boolean) {
  const [selected, select] = useState(NOTHING);
  const words = useMemo(() => wordsIn(text), [text]);
  const { range, stretch } = selected;
  useSelection(shown, isReadOnly, ({ from, to }) => {
    const chosen = from === to ? null : (wholeWords(text, from, to) ?? null);
    // keys have selected this, and know in which direction
    if (chosen !== null && chosen.from === stretch?.from && chosen.to === stretch.to) return;
    const anchor = wordAfter(words, from);
    select({ range: { anchor, head: Math.max(anchor, wordAfter(words, to - 1)) }, stretch: chosen });
  });
  return {
    stretch,
    /** What is selected, or the word where keys go on. */
    place: stretch ?? (range === null ? null : stretchOf(words, range)),
    /** Moves or extends the selection; false if the key does neither. */
    move: (key: string, isExtending: boolean): boolean => {
      const moved = movedBy(key, isExtending, range, words.length);
      if (moved === undefined) return false;
      const next = stretchOf(words, moved);
      select({ range: moved, stretch: next });
      if (next !== null && shown.current !== null) selectIn(shown.current, next);
      return true;
    },
    /** Selects nothing; keys go on from where it ended. */
    clear: () => {
      window.getSelection()?.removeAllRanges();
      const head = stretch === null ? range?.head : wordAfter(words, stretch.to - 1);
      select({ range: head === undefined ? null : { anchor: head, head }, stretch: null });
    },
  };
}

/** Tells what the pointer selects in an element's text, in UTF-16 units; a click selects nothing, at a place. */
function useSelection(
  shown: RefObject<HTMLElement | null>,
  isReadOnly: boolean,
  onSelect: (stretch: Stretch) => void,
): void {
  const told = useRef(onSelect);
  told.current = onSelect;
  useEffect(() => {
    if (isReadOnly) return;
    const tell = () => {
      const selection = window.getSelection();
      const range = selection === null || selection.rangeCount === 0 ? undefined : selection.getRangeAt(0);
      const [element, content] = [shown.current, range?.commonAncestorContainer];
      if (range === undefined || content === undefined || element?.contains(content) !== true) return;
      const from = unitAt(element, range.startContainer, range.startOffset);
      told.current({ from, to: unitAt(element, range.endContainer, range.endOffset) });
    };
    window.document.addEventListener("selectionchange", tell);
    return () => window.document.removeEventListener("selectionchange", tell);
  }, [shown, isReadOnly]);
}

/** How much text of the element is before a place in it. */
function unitAt(element: HTMLElement, node: Node, offset: number): number {
  const before = window.document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}

/** Selects a part of the element's text, as the pointer would. */
function selectIn(element: HTMLElement, { from, to }: Stretch): void {
  const [start, end] = [placeOf(element, from, false), placeOf(element, to, true)];
  if (start === undefined || end === undefined) return;
  window.getSelection()?.setBaseAndExtent(...start, ...end);
  start[0].parentElement?.scrollIntoView({ block: "nearest" });
}

/** The text node, and the offset in it, where `units` of the element's text are before; the later of two unless `isEnd`. */
function placeOf(element: HTMLElement, units: number, isEnd: boolean): [Node, number] | undefined {
  const walker = window.document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (units < before + length || (isEnd && units === before + length)) return [node, units - before];
    before += length;
  }
  return undefined;
}
