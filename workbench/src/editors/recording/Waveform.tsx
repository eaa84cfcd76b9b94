import { useLayoutEffect, useRef } from "react";
import { strings } from "#strings/editors/recording.ts";
import { Cursor } from "./Cursor.tsx";
import { drawScene } from "./draw.ts";
import { layoutOf, timeAt } from "./layout.ts";
import { useSize, useTheme, useWheel } from "./observe.ts";
import type { Lane, ShownComment, ShownSegment } from "./scene.ts";
import { useHold, type WaveformEvents } from "./use-hold.ts";
import { useLook } from "./use-look.ts";
import type { Recording } from "./use-recording.tsx";
import styles from "./Waveform.module.css";

interface WaveformProps {
  readonly recording: Recording;
  readonly segments: readonly ShownSegment[];
  /** A row for each label; segments without a lane are only over the waveform. */
  readonly lanes?: readonly Lane[];
  readonly comments?: readonly ShownComment[];
  /** The start of a segment that waits for its end. */
  readonly inAt?: number | null;
  readonly onSelected?: (key: string) => void;
  /** Absent if segments are only shown. */
  readonly edits?: WaveformEvents | undefined;
}

const NONE: readonly never[] = [];

/** A recording as a waveform with a ruler, its segments, and the whole below. Clicks seek, Ctrl and the wheel zoom. */
export function Waveform(props: WaveformProps) {
  const { recording, segments, lanes = NONE, comments = NONE, inAt = null, onSelected, edits } = props;
  const hasLanes = props.lanes !== undefined;
  const { duration, sound, view } = recording;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(frame);
  const theme = useTheme();
  const { hasSpectrogram } = recording.listening;
  const layout = layoutOf(width, height, lanes.length, hasSpectrogram);
  const seen = { from: view.from, to: view.to };
  const look = useLook(sound, seen, width, hasSpectrogram);
  const whole = useLook(sound, { from: 0, to: duration }, width);
  const { draft, handlers } = useHold({
    ...{ recording, layout, view: seen, segments, lanes, onSelected, edits },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colors
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || frame.current === null || width === 0 || duration === 0) return;
    const ratio = window.devicePixelRatio;
    context.canvas.width = Math.round(width * ratio);
    context.canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    const scene = { layout, view: seen, duration, look, whole, segments, lanes, comments, draft, inAt };
    drawScene(context, frame.current, scene);
  }, [
    width,
    height,
    view.from,
    view.to,
    duration,
    look,
    whole,
    segments,
    lanes,
    comments,
    draft,
    inAt,
    theme,
  ]);

  useWheel(frame, (event, x) => {
    if (event.ctrlKey || event.metaKey) view.zoomAt(Math.exp(event.deltaY * 0.005), timeAt(x, seen, width));
    else if (view.isWhole)
      return false; // the page scrolls
    else view.shift(((event.deltaX + event.deltaY) / width) * (view.to - view.from));
    return true;
  });

  return (
    <div className={styles.recording}>
      {hasLanes && (
        <div aria-hidden="true" className={styles.lanes} style={{ paddingBlockStart: layout.lanes[0]?.top }}>
          {lanes.map(({ name, color }, place) => (
            <span
              key={name}
              title={name}
              style={{ blockSize: layout.lanes[place]?.height, borderColor: color }}
            >
              {name}
            </span>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: no form is asked for here */}
      <div ref={frame} role="group" aria-label={strings.waveform} className={styles.waveform} {...handlers}>
        <canvas ref={canvas} className={styles.canvas} />
        <Cursor recording={recording} width={width} />
      </div>
    </div>
  );
}
