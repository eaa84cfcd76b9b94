import { useState } from "react";

/** How somebody listens, kept in this browser from one recording to the next. */
export interface Listening {
  /** The speed; 1 is that of the recording. */
  readonly rate: number;
  /** 0 to 1. */
  readonly volume: number;
  /** A stretch that is played begins again at its end. */
  readonly isLooped: boolean;
  /** The ends of segments move into the nearest silence. */
  readonly snaps: boolean;
  readonly hasSpectrogram: boolean;
}

const KEY = "assay-listening";
const USUAL: Listening = { rate: 1, volume: 1, isLooped: false, snaps: false, hasSpectrogram: false };
const RATES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const VOLUME_STEP = 0.1;

export function useListening() {
  const [listening, setListening] = useState<Listening>(kept);
  const change = (part: Partial<Listening>) => {
    const next = { ...listening, ...part };
    localStorage.setItem(KEY, JSON.stringify(next));
    setListening(next);
  };
  const volumeTo = (volume: number) =>
    change({ volume: Math.round(Math.min(Math.max(volume, 0), 1) * 100) / 100 });
  return {
    ...listening,
    volumeTo,
    faster: (by: 1 | -1) => {
      const place = RATES.indexOf(listening.rate) + by;
      change({ rate: RATES[Math.min(Math.max(place, 0), RATES.length - 1)] ?? 1 });
    },
    toggleLoop: () => change({ isLooped: !listening.isLooped }),
    toggleSnap: () => change({ snaps: !listening.snaps }),
    toggleSpectrogram: () => change({ hasSpectrogram: !listening.hasSpectrogram }),
    louder: (by: 1 | -1) => volumeTo(listening.volume + by * VOLUME_STEP),
  };
}

export type ListeningHand = ReturnType<typeof useListening>;

function kept(): Listening {
  const stored: Partial<Listening> = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  const listening = { ...USUAL, ...stored };
  return RATES.includes(listening.rate) ? listening : { ...listening, rate: 1 };
}
