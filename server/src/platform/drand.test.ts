import { fromHex, toHex } from "@assay/domain/log/bytes.ts";
import { expect, test } from "vitest";
import { isSignedRound, QUICKNET, roundAfter, timeOfRound } from "./drand.ts";
import { sha256 } from "./sha256.ts";

/** Published by quicknet as its round 1000. */
const PUBLISHED = {
  round: 1_000,
  signature:
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
};
const RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd";

test("a round that quicknet published verifies, and its randomness is the digest of its signature", () => {
  expect(isSignedRound(sha256, QUICKNET.publicKey, PUBLISHED)).toBe(true);
  expect(toHex(sha256(fromHex(PUBLISHED.signature) ?? new Uint8Array()))).toBe(RANDOMNESS);
});

test("another round, a changed signature and text of another form do not verify", () => {
  const { round, signature } = PUBLISHED;
  const isSigned = (given: Partial<typeof PUBLISHED>) =>
    isSignedRound(sha256, QUICKNET.publicKey, { ...PUBLISHED, ...given });
  expect(isSigned({ round: round + 1 })).toBe(false);
  expect(isSigned({ round: -1 })).toBe(false);
  for (const at of [0, 1, 40, signature.length - 1]) {
    const other = signature[at] === "0" ? "1" : "0";
    expect(isSigned({ signature: signature.slice(0, at) + other + signature.slice(at + 1) })).toBe(false);
  }
  for (const other of ["", "zz", signature.slice(2), `c0${"00".repeat(47)}`]) {
    expect(isSigned({ signature: other })).toBe(false);
  }
  expect(isSignedRound(sha256, "00", PUBLISHED)).toBe(false);
});

test("the round is the first that is signed later than one period from now", () => {
  for (const offset of [0, 1, 2_999, 3_000, 3_001, 1_000_000]) {
    const now = QUICKNET.genesis * 1_000 + offset;
    const round = roundAfter(QUICKNET, new Date(now));
    expect(timeOfRound(QUICKNET, round).getTime()).toBeGreaterThan(now + 3_000);
    expect(timeOfRound(QUICKNET, round - 1).getTime()).toBeLessThanOrEqual(now + 3_000);
  }
  expect(roundAfter(QUICKNET, new Date(0))).toBe(1);
});
