import type { CSSProperties } from "react";
import { segmentEntries, segmentsIn } from "../editors/audio-segments/answer.ts";
import type { Guidelines } from "../editors/editor.ts";
import { colorIn } from "./colors.ts";
import type { ThumbnailItem } from "./item.ts";
import styles from "./Thumbnail.module.css";

interface SegmentsProps {
  readonly item: ThumbnailItem;
  readonly project: Guidelines;
}

/** The segments of a label along a recording. */
export function Segments({ item: { file, label }, project }: SegmentsProps) {
  const segments = [...segmentsIn(new Map(segmentEntries(label)))];
  const whole = file.duration ?? Math.max(0, ...segments.map(([, { end }]) => end));
  if (whole === 0) return null;
  return (
    <span className={styles.segments}>
      {segments.map(([key, { start, end, label: name }]) => (
        <span
          key={key}
          title={name}
          style={
            {
              "--label": colorIn(project, name),
              insetInlineStart: `${(100 * start) / whole}%`,
              inlineSize: `${(100 * (end - start)) / whole}%`,
            } as CSSProperties
          }
        />
      ))}
    </span>
  );
}
