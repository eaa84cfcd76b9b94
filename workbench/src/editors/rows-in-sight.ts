import { type RefObject, type UIEvent, useEffect, useRef, useState } from "react";

/** Extra rows rendered above and below the view. */
const SPARE = 8;

/** The assumed height before the first layout, in CSS pixels. */
const LIKELY_HEIGHT = 400;

/** The height of a row that a finger can tap, in CSS pixels. */
const FINGER_PX = 44;

/** The rows of a list to render. */
interface RowsInSight {
  /** The height of a row in CSS pixels. */
  readonly rowPx: number;
  /** The scrolling element. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onScroll: (event: UIEvent<HTMLDivElement>) => void;
  readonly first: number;
  /** The index after the last row. */
  readonly end: number;
}

/**
 * The rows in view of a list with rows of `mousePx`, or higher ones for fingers; keeps the row `place` (-1 for none) in sight when it or the
 * height of the list changes. The
 * virtualizer of the table of items would add 10 kB gzipped to each editor, of which that of spans is at its limit, and
 * renders no row before its first effect.
 */
export function useRowsInSight(mousePx: number, place: number): RowsInSight {
  const rowPx = matchMedia("(pointer: coarse)").matches ? FINGER_PX : mousePx;
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => {
    const { current } = frame;
    if (current === null || place === -1) return undefined;
    // at first, and when what is asked about the selected row makes the list lower
    const observer = new ResizeObserver(() => {
      if (place * rowPx < current.scrollTop) current.scrollTop = place * rowPx;
      const below = (place + 1) * rowPx - current.clientHeight;
      if (below > current.scrollTop) current.scrollTop = below;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [place, rowPx]);
  const seen = Math.ceil((frame.current?.clientHeight ?? LIKELY_HEIGHT) / rowPx);
  return {
    rowPx,
    frame,
    onScroll: ({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / rowPx)),
    first: Math.max(0, top - SPARE),
    end: top + seen + 1 + SPARE,
  };
}
