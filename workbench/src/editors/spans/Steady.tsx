import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./Spans.module.css";

interface SteadyProps {
  /** Whether something smaller stands for the usual content. */
  readonly isReplaced: boolean;
  readonly isMany: boolean;
  readonly children: ReactNode;
}

/** Stays as high as its usual content while that is replaced, so that what is below stays in place. */
export function Steady({ isReplaced, isMany, children }: SteadyProps) {
  const place = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (isReplaced || place.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      height.current = entry?.contentRect.height ?? 0;
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isReplaced]);
  return (
    <div
      ref={place}
      className={styles.labels}
      data-many={isMany || undefined}
      style={isReplaced ? { minBlockSize: height.current } : undefined}
    >
      {children}
    </div>
  );
}
