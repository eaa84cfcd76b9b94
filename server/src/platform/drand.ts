import { fromHex, type Sha256 } from "@assay/domain/log/bytes.ts";
import { bls12_381 } from "@noble/curves/bls12-381.js";

/** A chain of drand with the scheme bls-unchained-g1-rfc9380, which signs a round every few seconds. */
export interface BeaconChain {
  /** SHA-256 in hexadecimal, the chain's name in addresses. */
  readonly hash: string;
  /** 96 bytes in hexadecimal, a point of G2. */
  readonly publicKey: string;
  /** When round 1 was signed, in Unix seconds. */
  readonly genesis: number;
  /** Seconds between two rounds. */
  readonly period: number;
}

/** The chain of the League of Entropy with this scheme. */
export const QUICKNET: BeaconChain = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  publicKey:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis: 1_692_803_367,
  period: 3,
};

type Schedule = Pick<BeaconChain, "genesis" | "period">;

/** The first round that is signed later than one period after `time`: nobody knows it yet. */
export function roundAfter({ genesis, period }: Schedule, time: Date): number {
  const seconds = time.getTime() / 1_000 + period - genesis;
  return Math.max(1, Math.floor(seconds / period) + 2);
}

/** When the round is signed. */
export function timeOfRound({ genesis, period }: Schedule, round: number): Date {
  return new Date((genesis + (round - 1) * period) * 1_000);
}

/** The point that is signed for a round: SHA-256 of its number in 8 bytes, hashed to G1. */
export function messageOf(sha256: Sha256, round: number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return bls12_381.shortSignatures.hash(sha256(bytes), DOMAIN);
}

/** Source: the scheme bls-unchained-g1-rfc9380 of drand. */
const DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/** Whether `signature` is that of the round by the key, both in hexadecimal. */
export function isSignedRound(
  sha256: Sha256,
  publicKey: string,
  { round, signature }: { readonly round: number; readonly signature: string },
): boolean {
  const [key, bytes] = [fromHex(publicKey), fromHex(signature)];
  if (key === undefined || bytes === undefined || !Number.isSafeInteger(round) || round < 1) return false;
  try {
    return bls12_381.shortSignatures.verify(bytes, messageOf(sha256, round), key);
  } catch {
    return false; // not the encoding of a point
  }
}
