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
