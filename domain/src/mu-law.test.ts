import fc from "fast-check";
import { expect, test } from "vitest";
import { fromMuLaw, MU_LAW, toMuLaw } from "./mu-law.ts";

test.each([
  [0, 0xff],
  [1, 0x80],
  [-1, 0x00],
  [2, 0x80],
  [Number.NaN, 0xff],
  [-3 / 8_191, 0x7d],
])("%d is the byte %d", (value, byte) => {
  expect(toMuLaw(value)).toBe(byte);
});

test("every byte is that of its own value, but for the two zeros", () => {
  for (let byte = 0; byte < 256; byte += 1) {
    if (byte !== 0x7f) expect(toMuLaw(MU_LAW[byte] ?? Number.NaN)).toBe(byte);
  }
});

test("a value comes back with at most 1/16 of itself lost, and never another sign or order", () => {
  const back = (value: number) => MU_LAW[toMuLaw(value)] ?? Number.NaN;
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (one, other) => {
        expect(Math.abs(back(one) - one)).toBeLessThanOrEqual(Math.abs(one) / 16 + 1 / 4_000);
        if (one <= other) expect(back(one)).toBeLessThanOrEqual(back(other));
      },
    ),
  );
});

test("bytes become the values of each, in their order", () => {
  expect([...fromMuLaw(Uint8Array.of(0x80, 0x00, 0x7d))]).toEqual([MU_LAW[0x80], MU_LAW[0x00], MU_LAW[0x7d]]);
});
