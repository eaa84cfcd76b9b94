import type { View } from "./view.ts";

/** A stretch of a recording as samples of one channel. */
export interface Piece {
  /** The time of the first sample in seconds. */
  readonly from: number;
  /** Samples per second. */
  readonly rate: number;
  /** Values from -1 to 1. */
  readonly samples: Float32Array;
}

/** The mean of all channels. */
export function mixed(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels;
  for (const other of others)
    for (let at = 0; at < first.length; at += 1) first[at] = (first[at] ?? 0) + (other[at] ?? 0);
  if (others.length > 0)
    for (let at = 0; at < first.length; at += 1) first[at] = (first[at] ?? 0) / channels.length;
  return first;
}

/** The lowest and the highest sample of each of `columns` equal stretches of the view; zero where there is no sound. */
export function extremes({ from, rate, samples }: Piece, view: View, columns: number): Float32Array {
  const found = new Float32Array(2 * columns);
  const perColumn = ((view.to - view.from) * rate) / columns;
  const first = (view.from - from) * rate;
  for (let column = 0; column < columns; column += 1) {
    const start = Math.max(0, Math.floor(first + column * perColumn));
    // the first sample of the next column too, so that the line has no gaps
    const end = Math.min(samples.length, Math.floor(first + (column + 1) * perColumn) + 1);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let at = start; at < end; at += 1) {
      const value = samples[at] ?? 0;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low > high) continue;
    found[2 * column] = low;
    found[2 * column + 1] = high;
  }
  return found;
}

/** How far a time may be moved into silence, in seconds. */
const REACH_S = 0.3;

/** How far around it the loudness is compared, in seconds. */
export const AROUND_S = 2;

/** The length of the frames whose loudness is compared, in seconds. */
const FRAME_S = 0.01;

/** Silence is below this share of the loudest frame around, and in any case below -40 dB of full scale. */
const [QUIET_SHARE, QUIET] = [0.1, 0.01];

/**
 * The time nearest to `at` that is silent, to a hundredth of a second; `at` itself if it is, or if none is within 0.3 s.
 */
export function nearestSilence({ from, rate, samples }: Piece, at: number): number {
  const perFrame = Math.max(1, Math.round(rate * FRAME_S));
  const frameOf = (time: number) => Math.floor(((time - from) * rate) / perFrame);
  const loudness = (frame: number) => {
    let most = 0;
    for (let place = frame * perFrame; place < (frame + 1) * perFrame; place += 1)
      most = Math.max(most, Math.abs(samples[place] ?? 0));
    return most;
  };
  let loudest = 0;
  for (let frame = Math.max(0, frameOf(at - AROUND_S)); frame < frameOf(at + AROUND_S); frame += 1)
    loudest = Math.max(loudest, loudness(frame));
  const threshold = Math.max(QUIET, QUIET_SHARE * loudest);
  const here = frameOf(at);
  const timeOf = (frame: number) => from + (frame * perFrame) / rate;
  for (let away = 0; away * FRAME_S <= REACH_S; away += 1) {
    if (loudness(here - away) < threshold) return away === 0 ? at : timeOf(here - away + 1);
    if (loudness(here + away) < threshold) return timeOf(here + away);
  }
  return at;
}
