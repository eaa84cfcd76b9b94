import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "react";

/** The size of an element in CSS pixels. */
export function useSize(element: { readonly current: HTMLElement | null }) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Changes with the theme. */
export function useTheme(): number {
  const [count, next] = useReducer((before: number) => before + 1, 0);
  useEffect(() => {
    const observer = new MutationObserver(next);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => observer.disconnect();
  }, []);
  return count;
}

/** Listens to the wheel; `onWheel` returns whether the page must not scroll. React's own listener cannot prevent it. */
export function useWheel(
  element: { readonly current: HTMLElement | null },
  onWheel: (event: WheelEvent, x: number) => boolean,
): void {
  const turn = useRef(onWheel);
  turn.current = onWheel;
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const listen = (event: WheelEvent) => {
      if (turn.current(event, event.clientX - current.getBoundingClientRect().left)) event.preventDefault();
    };
    current.addEventListener("wheel", listen, { passive: false });
    return () => current.removeEventListener("wheel", listen);
  }, [element]);
}
