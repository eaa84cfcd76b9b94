import { type RefObject, type UIEvent, useEffect, useRef, useState } from "react";

/** Rows before and behind those in sight that are drawn too. */
const SPARE = 8;

/** How high a list is taken for before it is laid out, in CSS pixels. */
const LIKELY_HEIGHT = 400;

/** The rows of a list that are to be drawn. */
interface RowsInSight {
  /** What scrolls. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void;
  readonly first: number;
  /** The one behind the last. */
  readonly end: number;
}

/** Of a list whose rows are `rowPx` high, those in sight; the row at `place` (-1 = none) is scrolled there when it changes. */
export function useRowsInSight(rowPx: number, place: number): RowsInSight {
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => {
    const { current } = frame;
    if (current === null || place === -1) return;
    if (place * rowPx < current.scrollTop) current.scrollTop = place * rowPx;
    const below = (place + 1) * rowPx - current.clientHeight;
    if (below > current.scrollTop) current.scrollTop = below;
  }, [place, rowPx]);
  const seen = Math.ceil((frame.current?.clientHeight ?? LIKELY_HEIGHT) / rowPx);
  return {
    frame,
    onScroll: ({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / rowPx)),
    first: Math.max(0, top - SPARE),
    end: top + seen + 1 + SPARE,
  };
}
