import { type RefObject, useState } from "react";
import { strings } from "#strings/editors/audio-segments.ts";
import type { Entries } from "../../drafts/document.ts";
import type { EditorProps } from "../editor.ts";
import { change, freeKey } from "../entries.ts";
import { rounded, SEGMENT, type SegmentEntry, segmentsIn, stretchOf } from "./answer.ts";
import type { Waveform } from "./waveform.ts";

interface Used extends Pick<EditorProps, "document" | "isReadOnly"> {
  readonly waveform: RefObject<Waveform | null>;
  /** The label of new segments until the annotator chooses another. */
  readonly firstLabel: string | undefined;
}

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** The length in seconds of a segment that is added by the button. */
const ADDED_S = 1;

/** The selection, the chosen label and the actions, shared by keys, buttons and the mouse. */
export function useSegments({ document, isReadOnly, waveform, firstLabel }: Used) {
  const [selected, select] = useState<string | null>(null);
  const [picked, arm] = useState<string | undefined>(undefined);
  const [unlabeled, setUnlabeled] = useState<{ readonly start: number; readonly end: number } | null>(null);
  const [inAt, markIn] = useState<number | null>(null);
  const [rate, setRate] = useState(1);
  const armed = picked ?? firstLabel;
  const player = () => waveform.current;
  const segmentOf = (key: string | null) => segmentsIn(document.entries()).get(key ?? "");

  function add(one: number, other: number): void {
    const stretch = stretchOf(one, other, player()?.duration() ?? 0);
    if (isReadOnly || stretch === undefined) return;
    if (armed === undefined) setUnlabeled(stretch);
    else create({ ...stretch, label: armed });
  }

  function create(segment: SegmentEntry): void {
    const key = freeKey(document.entries(), SEGMENT);
    change(document, strings.added(segment.label), [[key, segment]]);
    select(key);
    setUnlabeled(null);
  }

  function edit(key: string, part: Partial<SegmentEntry>): void {
    const segment = segmentOf(key);
    if (isReadOnly || segment === undefined) return;
    const next = { ...segment, ...part };
    if (next.start < next.end) change(document, strings.changed(segment.label), [[key, next]]);
  }

  return {
    ...{ selected, select, armed, inAt, unlabeled, rate, add, edit },
    pick: (label: string) => {
      arm(label);
      if (unlabeled !== null) create({ ...unlabeled, label });
      else if (selected !== null) edit(selected, { label });
    },
    addHere: () => add(player()?.time() ?? 0, (player()?.time() ?? 0) + ADDED_S),
    move: (key: string, start: number, end: number) => {
      edit(key, { start: rounded(start), end: rounded(end) });
      select(key);
    },
    remove: (key: string) => {
      const segment = segmentOf(key);
      if (isReadOnly || segment === undefined) return;
      change(document, strings.removed(segment.label), [[key, undefined]]);
      select(null);
    },
    markIn: () => markIn(rounded(player()?.time() ?? 0)),
    markOut: () => {
      if (inAt !== null) add(inAt, player()?.time() ?? 0);
      markIn(null);
    },
    go: (by: 1 | -1) => select(neighbor(document.entries(), selected, by)),
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
    letGo: () => {
      if (unlabeled !== null) setUnlabeled(null);
      else if (inAt === null) select(null);
      else markIn(null);
    },
  };
}

/** The next or previous segment by time, wrapping around; the first or last if none is selected. */
function neighbor(entries: Entries<unknown>, key: string | null, by: 1 | -1): string | null {
  const ordered = [...segmentsIn(entries)].sort(([, a], [, b]) => a.start - b.start);
  const place = ordered.findIndex(([other]) => other === key);
  const next = place < 0 && by < 0 ? ordered.length - 1 : place + by;
  return ordered[(next + ordered.length) % ordered.length]?.[0] ?? null;
}

export type SegmentHand = ReturnType<typeof useSegments>;
