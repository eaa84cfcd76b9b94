import { MU_LAW } from "@assay/domain/mu-law.ts";
import { expect, test } from "vitest";
import { toBasic } from "./basic.ts";
import type { Sound } from "./sound.ts";

/** `seconds` of a sine of 500 Hz at half loudness in one channel and silence in another, in pieces of `size` samples. */
async function* given(sample_rate: number, seconds: number, size: number): AsyncGenerator<Sound> {
  const count = Math.round(sample_rate * seconds);
  for (let from = 0; from < count; from += size) {
    const length = Math.min(size, count - from);
    const left = Float32Array.from(
      { length },
      (_, at) => Math.sin((2 * Math.PI * 500 * (from + at)) / sample_rate) / 2,
    );
    yield { sample_rate, channels: [left, new Float32Array(length)] };
  }
}

async function basicOf(sounds: AsyncIterable<Sound>, most = 1_000_000): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of toBasic(sounds, most)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.each([8_000, 11_025, 16_000, 44_100, 96_000, 4_000])(
  "the sound at %d Hz has 8,000 samples a second",
  async (rate) => {
    const bytes = await basicOf(given(rate, 2, 777));
    expect(bytes).toEqual(await basicOf(given(rate, 2, 100_000)));
    expect(Math.abs(bytes.length - 16_000)).toBeLessThanOrEqual(1);
    for (const [at, byte] of bytes.entries()) {
      const middle = rate > 8_000 ? at + 0.5 : at; // of the samples that fall on it
      expect(MU_LAW[byte]).toBeCloseTo(Math.sin((2 * Math.PI * 500 * middle) / 8_000) / 4, 0.5);
    }
  },
);

test("it ends after the most bytes, and where the rate changes", async () => {
  expect(await basicOf(given(44_100, 2, 777), 1_234)).toHaveLength(1_234);
  async function* changing() {
    yield* given(16_000, 1, 16_000);
    yield* given(8_000, 1, 8_000);
  }
  expect(await basicOf(changing())).toHaveLength(8_000);
  expect(await basicOf(given(8_000, 0, 1))).toHaveLength(0);
});
