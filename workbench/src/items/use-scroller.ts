import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** As in the style of the list. */
const narrow = matchMedia("(max-width: 48rem)");

/** Options of the virtualizer of a long list. */
interface Scroller {
  readonly getScrollElement: () => HTMLElement | null;
  /** How far below the top of what scrolls the rows begin, in CSS pixels. */
  readonly scrollMargin: number;
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
  return {
    getScrollElement: () => (isNarrow ? (body.current?.closest("main") ?? null) : list.current),
    scrollMargin,
  };
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
