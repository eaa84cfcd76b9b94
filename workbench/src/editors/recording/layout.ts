import type { View } from "./view.ts";

/** From where to where in CSS pixels from the top. */
export interface Band {
  readonly top: number;
  readonly height: number;
}

/** The parts of a waveform, one below the other. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly ruler: Band;
  readonly wave: Band;
  /** Of no height if it is off. */
  readonly spectrogram: Band;
  readonly lanes: readonly Band[];
  /** The whole recording, in which the view is marked. */
  readonly overview: Band;
}

const RULER = 22;
const OVERVIEW = 24;
const [LANE, LEAST_LANE] = [26, 12];

/** The share of the height that lanes take at most. */
const LANES_SHARE = 0.5;

/** What is left of the waveform's height beside a spectrogram. */
const WAVE_SHARE = 0.4;

export function layoutOf(width: number, height: number, lanes: number, hasSpectrogram = false): Layout {
  const room = Math.max(height - RULER - OVERVIEW, 0);
  const laneHeight = Math.max(LEAST_LANE, Math.min(LANE, (room * LANES_SHARE) / Math.max(lanes, 1)));
  const sound = Math.max(room - laneHeight * lanes, 0);
  const wave = hasSpectrogram ? Math.round(sound * WAVE_SHARE) : sound;
  return {
    ...{ width, height },
    ruler: { top: 0, height: RULER },
    wave: { top: RULER, height: wave },
    spectrogram: { top: RULER + wave, height: sound - wave },
    lanes: Array.from({ length: lanes }, (_, place) => ({
      top: RULER + sound + place * laneHeight,
      height: laneHeight,
    })),
    overview: { top: height - OVERVIEW, height: OVERVIEW },
  };
}

/** Whether a height is in the band. */
export function isIn({ top, height }: Band, y: number): boolean {
  return y >= top && y < top + height;
}

/** The lane at a height, if there is one. */
export function laneAt({ lanes }: Layout, y: number): number {
  return lanes.findIndex((band) => isIn(band, y));
}

export function xOf(at: number, { from, to }: View, width: number): number {
  return ((at - from) / (to - from)) * width;
}

export function timeAt(x: number, { from, to }: View, width: number): number {
  return from + (x / width) * (to - from);
}
