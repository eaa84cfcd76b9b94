import { useEffect, useRef } from "react";
import { xOf } from "./layout.ts";
import type { Recording } from "./use-recording.tsx";
import styles from "./Waveform.module.css";

/** The time of the player, as a line; while it plays the view follows. */
export function Cursor({
  recording: { player, view },
  width,
}: {
  readonly recording: Recording;
  readonly width: number;
}) {
  const line = useRef<HTMLDivElement>(null);
  const seen = useRef(view);
  seen.current = view;
  useEffect(() => {
    let request = 0;
    let before = Number.NaN;
    const show = () => {
      const now = player.time();
      const { from, to, include } = seen.current;
      if (line.current !== null) {
        const x = xOf(now, { from, to }, width);
        line.current.style.transform = `translateX(${x}px)`;
        line.current.hidden = !(x >= 0 && x <= width);
      }
      if (now !== before && !Number.isNaN(before) && (now < from || now > to)) include(now);
      before = now;
      request = requestAnimationFrame(show);
    };
    show();
    return () => cancelAnimationFrame(request);
  }, [player, width]);
  return <div ref={line} className={styles.cursor} />;
}
