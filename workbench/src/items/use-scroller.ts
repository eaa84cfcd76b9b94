import { useSearch } from "@tanstack/react-router";
import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { ItemSummary } from "./item.ts";
import { leaveAt, placeIn } from "./list-place.ts";

/** As in the style of the list. */
const narrow = matchMedia("(max-width: 48rem)");

/** Options of the virtualizer of a long list. */
interface Scroller {
  readonly getScrollElement: () => HTMLElement | null;
  /** How far below the top of what scrolls the rows begin, in CSS pixels. */
  readonly scrollMargin: number;
  /** How far it is scrolled at first: as far as when it was left for one of its items. */
  readonly initialOffset: number;
}

/**
 * What scrolls a long list: on a narrow screen the page, where a second thing that scrolls catches the finger, elsewhere `list`.
 * Its rows stand in `body`.
 */
export function useScroller(
  list: RefObject<HTMLElement | null>,
  body: RefObject<HTMLElement | null>,
): Scroller {
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  const [scrollMargin, setMargin] = useState(0);
  const search = useSearch({ from: "/inside/items" });
  const [initialOffset] = useState(() => placeIn(search)?.offset ?? 0);
  const getScrollElement = () => (isNarrow ? (body.current?.closest("main") ?? null) : list.current);
  const leave = useRef(() => {});
  leave.current = () => leaveAt(search, getScrollElement()?.scrollTop ?? 0);
  useLayoutEffect(() => () => leave.current(), []);
  useLayoutEffect(() => {
    const page = body.current?.closest("main");
    if (!isNarrow || !page) return setMargin(0);
    const measure = () => {
      const { top = 0 } = body.current?.getBoundingClientRect() ?? {};
      setMargin(Math.round(top - page.getBoundingClientRect().top + page.scrollTop));
    };
    const observer = new ResizeObserver(measure); // the filters above open and close
    for (let part = body.current; part !== null && part !== page; part = part.parentElement)
      observer.observe(part);
    return () => observer.disconnect();
  }, [isNarrow, body]);
  return { getScrollElement, scrollMargin, initialOffset };
}

interface Returned {
  readonly items: readonly ItemSummary[];
  readonly rows: Virtualizer<HTMLElement, Element>;
  /** How many items stand in a row. */
  readonly perRow: number;
  readonly body: RefObject<HTMLElement | null>;
}

/** Brings the item that was shown last into view and gives its link the focus, if the list was left for it. */
export function useReturn({ items, rows, perRow, body }: Returned): void {
  const search = useSearch({ from: "/inside/items" });
  const sought = useRef(useState(() => placeIn(search)?.item)[0]);
  useEffect(() => {
    const at = sought.current === undefined ? -1 : items.findIndex(({ id }) => id === sought.current);
    if (at === -1) return;
    const link = body.current?.querySelector<HTMLElement>(`a[href$="/items/${sought.current}"]`);
    if (!link) return rows.scrollToIndex(Math.floor(at / perRow));
    sought.current = undefined;
    if (document.activeElement?.contains(link) === true) link.focus(); // nothing that one has chosen since has it
  });
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
