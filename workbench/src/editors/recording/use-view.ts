import { useState } from "react";
import type { Player } from "./player.ts";
import { around, including, shifted, type View, zoomed } from "./view.ts";

const STEP = 1.5;

/** The view of a recording and its changes. */
export function useView(duration: number, player: Player) {
  const [chosen, choose] = useState<View | null>(null);
  const view = chosen ?? { from: 0, to: duration };
  /** Zooming keeps the time of the player in its place if it is in view, else the middle. */
  const pivot = ({ from, to }: View) => {
    const now = player.time();
    return now >= from && now <= to ? now : (from + to) / 2;
  };
  const set = (next: (before: View) => View) =>
    choose((before) => {
      const found = next(before ?? { from: 0, to: duration });
      return found.to - found.from >= duration ? null : found; // the whole recording, also once its length is corrected
    });
  return {
    ...view,
    isWhole: chosen === null,
    zoom: (by: 1 | -1) => set((seen) => zoomed(seen, STEP ** -by, pivot(seen), duration)),
    /** Zooms by a factor about a time. */
    zoomAt: (factor: number, at: number) => set((seen) => zoomed(seen, factor, at, duration)),
    shift: (by: number) => set((seen) => shifted(seen, by, duration)),
    page: (by: 1 | -1) => set((seen) => shifted(seen, by * (seen.to - seen.from) * 0.9, duration)),
    fit: () => choose(null),
    showStretch: (start: number, end: number) => set(() => around(start, end, duration)),
    include: (at: number) => set((seen) => including(seen, at, duration)),
  };
}

export type ViewHand = ReturnType<typeof useView>;
