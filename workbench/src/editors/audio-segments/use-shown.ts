import { useMemo } from "react";
import type { Pin } from "../../comments/pins.ts";
import type { Entries } from "../../drafts/document.ts";
import type { PickableLabel } from "../labels/pickable.ts";
import { commentsIn } from "../recording/use-time-pins.ts";
import { segmentsIn } from "./answer.ts";

/** With more labels than these only those in use have a lane. */
const MAX_LANES = 12;

interface Answered {
  readonly entries: Entries<unknown>;
  readonly selected: string | null;
  /** The label of new segments. */
  readonly armed: string | undefined;
  readonly labels: readonly PickableLabel[];
  readonly colorOf: (label: string) => string;
  readonly pinned: readonly Pin[];
}

/** What the waveform shows of an answer. */
export function useShown({ entries, selected, armed, labels, colorOf, pinned }: Answered) {
  const segments = useMemo(
    () =>
      [...segmentsIn(entries)].map(([key, { start, end, label, text = "" }]) => ({
        ...{ key, start, end, label, text },
        color: colorOf(label),
        isSelected: key === selected,
      })),
    [entries, colorOf, selected],
  );
  const lanes = useMemo(() => {
    const used = new Set(segments.map(({ label }) => label));
    const all = [...new Set([...labels.map(({ name }) => name), ...used])];
    const shown = all.length > MAX_LANES ? all.filter((name) => used.has(name) || name === armed) : all;
    return shown.map((name) => ({ name, color: colorOf(name) }));
  }, [segments, labels, colorOf, armed]);
  const comments = useMemo(() => commentsIn(pinned), [pinned]);
  return { segments, lanes, comments };
}
