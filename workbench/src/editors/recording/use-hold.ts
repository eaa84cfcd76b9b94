import { type PointerEvent, useRef, useState } from "react";
import { CLICK_PX, dragged, type Hold, holdAt, segmentAt } from "./gesture.ts";
import { type Layout, timeAt } from "./layout.ts";
import type { Draft, Lane, ShownSegment } from "./scene.ts";
import type { Recording } from "./use-recording.tsx";
import type { View } from "./view.ts";

/** What the annotator does on the waveform; times in seconds. */
export interface WaveformEvents {
  /** A stretch was drawn: in the lane of a label, or null over the waveform. */
  readonly onDrawn: (start: number, end: number, lane: string | null) => void;
  readonly onMoved: (key: string, start: number, end: number) => void;
}

interface Held {
  readonly hold: Hold;
  readonly x: number;
  /** Whether the pointer has moved too far for a click. */
  readonly isDrag: boolean;
}

interface Surface {
  readonly recording: Recording;
  readonly layout: Layout;
  readonly view: View;
  readonly segments: readonly ShownSegment[];
  readonly lanes: readonly Lane[];
  readonly onSelected: ((key: string) => void) | undefined;
  readonly edits: WaveformEvents | undefined;
}

/** What the pointer holds: handlers for the element, and the stretch that is being drawn or moved. */
export function useHold(surface: Surface) {
  const { recording, layout, view: seen, segments, onSelected, edits } = surface;
  const { player, duration, view } = recording;
  const { width } = layout;
  const held = useRef<Held>(null);
  const [draft, setDraft] = useState<Draft | null>(null);

  /** Pulls the time or the view along; returns whether it held one of them. */
  function pull({ kind }: Hold, x: number): boolean {
    if (kind === "time") player.seek(timeAt(x, seen, width));
    if (kind === "overview") view.shift((x / width) * duration - (view.from + view.to) / 2);
    return kind === "time" || kind === "overview";
  }

  function click(hold: Hold, x: number): void {
    if (hold.kind === "body" || hold.kind === "edge") onSelected?.(hold.segment.key);
    if (hold.kind !== "blank") return;
    const time = timeAt(x, seen, width);
    player.seek(time);
    const under = hold.lane === -1 ? segmentAt(time, segments) : undefined;
    if (under !== undefined) onSelected?.(under.key);
  }

  /** What the pointer draws or moves with a drag to `x`; null while it may be a click. */
  function drawnTo(x: number, { hold, x: began, isDrag: wasDrag }: Held): Draft | null {
    const isDrag = wasDrag || Math.abs(x - began) >= CLICK_PX;
    held.current = { hold, x: began, isDrag };
    return edits !== undefined && isDrag ? dragged(hold, began, x, surface, duration) : null;
  }

  function letGo(): void {
    held.current = null;
    setDraft(null);
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || duration === 0) return;
      const { x, y } = placeOf(event);
      const hold = holdAt(x, y, surface);
      held.current = { hold, x, isDrag: false };
      event.currentTarget.setPointerCapture(event.pointerId);
      pull(hold, x);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { x, y } = placeOf(event);
      if (held.current === null) {
        event.currentTarget.style.cursor = holdAt(x, y, surface).kind === "edge" ? "ew-resize" : "";
        return;
      }
      const { hold } = held.current;
      if (!pull(hold, x)) setDraft(drawnTo(x, held.current));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (held.current === null) return;
      const { hold } = held.current;
      const { x } = placeOf(event);
      const drawn = drawnTo(x, held.current); // not the draft, which a busy page shows later than the pointer moves
      letGo();
      if (drawn === null) click(hold, x);
      else if (hold.kind === "blank") edits?.onDrawn(drawn.start, drawn.end, drawn.lane);
      else if (hold.kind === "edge" || hold.kind === "body")
        edits?.onMoved(hold.segment.key, drawn.start, drawn.end);
    },
    onPointerCancel: letGo,
  };
  return { draft, handlers };
}

function placeOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - currentTarget.clientLeft, y: clientY - top - currentTarget.clientTop };
}
