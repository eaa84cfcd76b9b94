import { toMuLaw } from "@assay/domain/mu-law.ts";
import type { Sound } from "./sound.ts";

/** Samples per second of `audio/basic` (RFC 2046): μ-law, one channel. Voices have little above the 4 kHz that it holds. */
export const BASIC_RATE = 8_000;

/**
 * The sound of a recording as `audio/basic`, piece by piece: the mean of all channels, and of the samples that fall on each new one.
 * It ends where the rate changes, or after `most` bytes.
 */
export async function* toBasic(sounds: AsyncIterable<Sound>, most: number): AsyncGenerator<Uint8Array> {
  let rate = 0;
  let resample = createResampler(1);
  let left = most;
  for await (const { sample_rate, channels } of sounds) {
    if (rate === 0) resample = createResampler(sample_rate);
    rate ||= sample_rate;
    if (sample_rate !== rate) return;
    const bytes = resample(channels).subarray(0, left);
    left -= bytes.length;
    if (bytes.length > 0) yield bytes;
    if (left === 0) return;
  }
}

/** Returns a function that takes the next samples, and gives those of `BASIC_RATE` that they complete. */
function createResampler(rate: number) {
  const madeOf = (read: number) => Math.floor((read * BASIC_RATE) / rate);
  let read = 0;
  let sum = 0;
  let count = 0;
  return (channels: readonly ArrayLike<number>[]): Uint8Array => {
    const length = channels[0]?.length ?? 0;
    const bytes = new Uint8Array(madeOf(read + length) - madeOf(read));
    let filled = 0;
    for (let at = 0; at < length; at += 1) {
      for (const channel of channels) sum += (channel[at] || 0) / channels.length; // damaged recordings have values that are no numbers
      count += 1;
      read += 1;
      const completed = madeOf(read) - madeOf(read - 1);
      if (completed === 0) continue;
      bytes.fill(toMuLaw(sum / count), filled, filled + completed);
      filled += completed;
      sum = 0;
      count = 0;
    }
    return bytes;
  };
}
