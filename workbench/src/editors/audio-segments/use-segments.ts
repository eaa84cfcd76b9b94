import { type RefObject, useState } from "react";
import type { EditorProps } from "../editor.ts";
import { change, freeKey } from "../entries.ts";
import { rounded, SEGMENT, type SegmentEntry, segmentsIn, stretchOf } from "./answer.ts";
import type { Waveform } from "./waveform.ts";

interface Used extends Pick<EditorProps, "document" | "isReadOnly"> {
  readonly waveform: RefObject<Waveform | null>;
  /** The label that new segments have until another is picked. */
  readonly firstLabel: string | undefined;
}

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** How long a segment is that is added without its end, in seconds. */
const ADDED_S = 1;

/** What a person has in hand, and all that can be done; the same for keys, buttons and the mouse. */
export function useSegments({ document, isReadOnly, waveform, firstLabel }: Used) {
  const [selected, select] = useState<string | null>(null);
  const [picked, arm] = useState<string | undefined>(undefined);
  const [inAt, markIn] = useState<number | null>(null);
  const [rate, setRate] = useState(1);
  const armed = picked ?? firstLabel;
  const player = () => waveform.current;
  const segmentOf = (key: string | null) =>
    key === null ? undefined : segmentsIn(document.entries()).get(key);

  function add(one: number, other: number): void {
    const stretch = stretchOf(one, other, player()?.duration() ?? 0);
    if (isReadOnly || armed === undefined || stretch === undefined) return;
    const key = freeKey(document.entries(), SEGMENT);
    change(document, `Add ${armed}`, [[key, { ...stretch, label: armed } satisfies SegmentEntry]]);
    select(key);
  }

  function edit(key: string, part: Partial<SegmentEntry>): void {
    const segment = segmentOf(key);
    if (isReadOnly || segment === undefined) return;
    const next = { ...segment, ...part };
    if (next.start < next.end) change(document, `Change ${segment.label}`, [[key, next]]);
  }

  return {
    ...{ selected, select, armed, inAt, rate, add, edit },
    pick: (label: string) => {
      arm(label);
      if (selected !== null) edit(selected, { label });
    },
    addHere: () => add(player()?.time() ?? 0, (player()?.time() ?? 0) + ADDED_S),
    move: (key: string, start: number, end: number) => {
      edit(key, { start: rounded(start), end: rounded(end) });
      select(key);
    },
    remove: (key: string) => {
      const segment = segmentOf(key);
      if (isReadOnly || segment === undefined) return;
      change(document, `Delete ${segment.label}`, [[key, undefined]]);
      select(null);
    },
    markIn: () => markIn(rounded(player()?.time() ?? 0)),
    markOut: () => {
      if (inAt !== null) add(inAt, player()?.time() ?? 0);
      markIn(null);
    },
    go: (by: 1 | -1) => {
      const ordered = [...segmentsIn(document.entries())].sort(([, a], [, b]) => a.start - b.start);
      const place = ordered.findIndex(([key]) => key === selected);
      const next = place < 0 && by < 0 ? ordered.length - 1 : place + by;
      select(ordered[(next + ordered.length) % ordered.length]?.[0] ?? null);
    },
    playPause: () => player()?.playPause(),
    playSelected: () => {
      const segment = segmentOf(selected);
      if (segment !== undefined) player()?.play(segment.start, segment.end);
    },
    seekBy: (seconds: number) => player()?.seek((player()?.time() ?? 0) + seconds),
    faster: (by: 1 | -1) => {
      const next = RATES[Math.min(Math.max(RATES.indexOf(rate) + by, 0), RATES.length - 1)] ?? 1;
      setRate(next);
      player()?.speed(next);
    },
    letGo: () => (inAt === null ? select(null) : markIn(null)),
  };
}

export type SegmentHand = ReturnType<typeof useSegments>;
