import { useState } from "react";
import { strings } from "#strings/editors/audio-segments.ts";
import type { Entries } from "../../drafts/document.ts";
import type { EditorProps } from "../editor.ts";
import { change, freeKey } from "../entries.ts";
import type { WaveformEvents } from "../recording/use-hold.ts";
import type { Recording } from "../recording/use-recording.tsx";
import { rounded, SEGMENT, type SegmentEntry, segmentsIn, segmentsInOrder, stretchOf } from "./answer.ts";

interface Used extends Pick<EditorProps, "document" | "isReadOnly"> {
  readonly recording: Recording;
  /** The label of new segments until the annotator chooses another. */
  readonly firstLabel: string | undefined;
}

/** The length in seconds of a segment that is added by the button. */
export const ADDED_S = 1;

/** The selection, the chosen label and the actions, shared by keys, buttons and the mouse. */
export function useSegments({ document, isReadOnly, recording, firstLabel }: Used) {
  const [selected, select] = useState<string | null>(null);
  const [picked, arm] = useState<string | undefined>(undefined);
  const [unlabeled, setUnlabeled] = useState<{ readonly start: number; readonly end: number } | null>(null);
  const [inAt, markIn] = useState<number | null>(null);
  const [relabeled, setRelabeled] = useState<string | null>(null);
  const armed = picked ?? firstLabel;
  const { player, duration, listening } = recording;

  function add(one: number, other: number, label = armed): void {
    settle(recording, [one, other], ([start = one, end = other]) => {
      // both ends of a stretch of silence may move to the same place
      const stretch = stretchOf(start, end, duration) ?? stretchOf(one, other, duration);
      if (isReadOnly || stretch === undefined) return;
      if (label === undefined) setUnlabeled(stretch);
      else create({ ...stretch, label });
    });
  }

  function create(segment: SegmentEntry): void {
    const key = freeKey(document.entries(), SEGMENT);
    change(document, strings.added(segment.label), [[key, segment]]);
    select(key);
    setUnlabeled(null);
  }

  const { edit, setEdge, move } = editing({ document, isReadOnly, recording });
  const edits: WaveformEvents = {
    onDrawn: (start, end, lane) => add(start, end, lane ?? undefined),
    onMoved: (key, start, end) => {
      select(key);
      move(key, start, end);
    },
  };

  return {
    edits: isReadOnly ? undefined : edits,
    ...{ selected, select, armed, inAt, unlabeled, add, edit },
    pick: (label: string) => {
      arm(label);
      if (unlabeled !== null) create({ ...unlabeled, label });
      else if (selected !== null && inAt === null) {
        if (segmentsIn(document.entries()).get(selected)?.label !== label) setRelabeled(selected);
        edit(selected, { label });
      }
    },
    /** Whether the selected segment got another label than it was made with, which one may have meant for the next. */
    isRelabeled: relabeled !== null && relabeled === selected,
    addHere: () => add(player.time(), player.time() + ADDED_S),
    remove: (key: string) => {
      const segment = segmentsIn(document.entries()).get(key);
      if (isReadOnly || segment === undefined) return;
      change(document, strings.removed(segment.label), [[key, undefined]]);
      select(null);
    },
    markIn: () => markIn(rounded(player.time())),
    markOut: () => {
      if (inAt !== null) add(inAt, player.time());
      markIn(null);
    },
    setEdge: (edge: "start" | "end") => selected !== null && setEdge(selected, edge, player.time()),
    toggleSnap: listening.toggleSnap,
    snaps: listening.snaps,
    ...stepping({ document, recording, selected, select }),
    letGo: () => {
      if (unlabeled !== null) setUnlabeled(null);
      else if (inAt === null) select(null);
      else markIn(null);
    },
  };
}

/** Changes of segments that there are. */
function editing({ document, isReadOnly, recording }: Omit<Used, "firstLabel">) {
  const segmentOf = (key: string) => segmentsIn(document.entries()).get(key);

  function edit(key: string, part: Partial<SegmentEntry>): void {
    const segment = segmentOf(key);
    if (isReadOnly || segment === undefined) return;
    const next = { ...segment, ...part };
    if (next.start < next.end) change(document, strings.changed(segment.label), [[key, next]]);
  }

  function setEdge(key: string, edge: "start" | "end", at: number): void {
    settle(recording, [at], ([found = at]) => edit(key, { [edge]: rounded(found) }));
  }

  /** One end that moves is settled; a segment that moves as a whole keeps its length. */
  function move(key: string, start: number, end: number): void {
    const before = segmentOf(key);
    if (start === before?.start) setEdge(key, "end", end);
    else if (end === before?.end) setEdge(key, "start", start);
    else edit(key, { start: rounded(start), end: rounded(end) });
  }

  return { edit, setEdge, move };
}

interface Chosen extends Pick<Used, "document" | "recording"> {
  readonly selected: string | null;
  readonly select: (key: string | null) => void;
}

/** What one does with segments without a change. */
function stepping({ document, recording: { player, view }, selected, select }: Chosen) {
  const segmentOf = (key: string | null) => segmentsIn(document.entries()).get(key ?? "");
  const withSelected = (act: (start: number, end: number) => void) => () => {
    const segment = segmentOf(selected);
    if (segment !== undefined) act(segment.start, segment.end);
  };
  return {
    go: (by: 1 | -1) => {
      const key = neighbor(document.entries(), selected, by);
      select(key);
      const segment = segmentOf(key);
      if (segment !== undefined) view.include(segment.start);
    },
    playSelected: withSelected(player.play),
    showSelected: withSelected(view.showStretch),
  };
}

/** Calls `then` with the times, each moved into the nearest silence if the annotator wants that. */
function settle(
  { sound, listening }: Recording,
  times: readonly number[],
  then: (settled: readonly number[]) => void,
): void {
  if (!listening.snaps || !sound) then(times);
  else void Promise.all(times.map(sound.silenceNear)).then(then);
}

/** The next or previous segment by time, wrapping around; the first or last if none is selected. */
function neighbor(entries: Entries<unknown>, key: string | null, by: 1 | -1): string | null {
  const ordered = segmentsInOrder(entries);
  const place = ordered.findIndex(([other]) => other === key);
  const next = place < 0 && by < 0 ? ordered.length - 1 : place + by;
  return ordered[(next + ordered.length) % ordered.length]?.[0] ?? null;
}

export type SegmentHand = ReturnType<typeof useSegments>;
