/** The lowest and the highest value of each stretch of a recording, as the program audiowaveform writes them (JSON, version 2). */
export interface Peaks {
  readonly version: 2;
  /** All channels in one. */
  readonly channels: 1;
  /** Samples per second. */
  readonly sample_rate: number;
  readonly samples_per_pixel: number;
  readonly bits: 8;
  /** The number of stretches. */
  readonly length: number;
  /** A minimum and a maximum for each stretch, -128 to 127. */
  readonly data: readonly number[];
}

/** Takes the samples of a recording one piece after the other, in constant memory. */
export interface PeaksBuilder {
  /** Channels of equal length; values from -1 to 1. */
  readonly add: (channels: readonly ArrayLike<number>[]) => void;
  readonly finish: (sample_rate: number) => Peaks;
}

/** The stretches of the shortest recording. */
const FINEST = 64;

/** Whenever there are this many stretches, each two become one: a recording of any length has half as many or more. */
const MOST = 8_192;

/**
 * Peaks of fewer than 8,192 stretches, of 64 samples each or of 128, 256 and so on in longer recordings.
 *
 * Source of the format: audiowaveform, doc/DataFormat.md.
 */
export function createPeaks(): PeaksBuilder {
  const lows = new Float32Array(MOST);
  const highs = new Float32Array(MOST);
  let samples_per_pixel = FINEST;
  let length = 0;
  let filled = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;

  function widen(channel: ArrayLike<number>, start: number, end: number): void {
    for (let at = start; at < end; at += 1) {
      const value = channel[at] || 0; // damaged recordings have values that are no numbers
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }

  function close(): void {
    lows[length] = low;
    highs[length] = high;
    length += 1;
    filled = 0;
    low = Number.POSITIVE_INFINITY;
    high = Number.NEGATIVE_INFINITY;
    if (length === MOST) halve();
  }

  function halve(): void {
    for (let at = 0; at < MOST / 2; at += 1) {
      lows[at] = Math.min(lows[2 * at] ?? 0, lows[2 * at + 1] ?? 0);
      highs[at] = Math.max(highs[2 * at] ?? 0, highs[2 * at + 1] ?? 0);
    }
    length = MOST / 2;
    samples_per_pixel *= 2;
  }

  return {
    add(channels) {
      const count = channels[0]?.length ?? 0;
      for (let at = 0; at < count; ) {
        const end = Math.min(count, at + samples_per_pixel - filled);
        for (const channel of channels) widen(channel, at, end);
        filled += end - at;
        at = end;
        if (filled === samples_per_pixel) close();
      }
    },
    finish(sample_rate) {
      if (filled > 0) close();
      const data = Array.from({ length: 2 * length }, (_, at) =>
        toByte((at % 2 === 0 ? lows[at / 2] : highs[(at - 1) / 2]) ?? 0),
      );
      return { version: 2, channels: 1, sample_rate, samples_per_pixel, bits: 8, length, data };
    },
  };
}

function toByte(value: number): number {
  return Math.max(-128, Math.min(127, Math.round(value * 127)));
}
