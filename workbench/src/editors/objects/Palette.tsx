import { type ComponentProps, useEffect, useRef, useState } from "react";
import { strings } from "#strings/editors/labels.ts";
import { LabelBar } from "../labels/LabelBar.tsx";
import controls from "./Controls.module.css";

interface PaletteProps extends ComponentProps<typeof LabelBar> {
  /** Of the element that scrolls. */
  readonly className: string | undefined;
}

/** The labels in a limited height; below them a button says how many are out of sight, and shows them. */
export function Palette({ className, ...bar }: PaletteProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [below, setBelow] = useState<number>();
  const count = () => {
    if (frame.current !== null) setBelow(labelsBelow(frame.current));
  };
  const showMore = () => frame.current?.scrollBy({ top: frame.current.clientHeight });
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setBelow(labelsBelow(current)));
    for (const part of [current, ...current.children]) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={frame} className={className} onScroll={count}>
        <LabelBar {...bar} />
      </div>
      {below !== undefined && (
        // for those who see the labels; the others reach them all
        <p className={controls.quiet} aria-hidden="true">
          {below === 0 ? (
            strings.last
          ) : (
            <button type="button" tabIndex={-1} className={controls.more} onClick={showMore}>
              {strings.below(below)}
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** How many labels are below the end of the element that scrolls; undefined if it shows all of them. */
function labelsBelow(frame: HTMLElement): number | undefined {
  if (frame.scrollHeight <= frame.clientHeight + 1) return undefined;
  const { bottom } = frame.getBoundingClientRect();
  const isBelow = (label: Element) => label.getBoundingClientRect().bottom > bottom + 1;
  return [...frame.querySelectorAll("[aria-pressed]")].filter(isBelow).length;
}
