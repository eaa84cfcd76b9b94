import { hash } from "node:crypto";

/** The next number of a sequence, from 0 up to but not 1. */
export type Random = () => number;

/** A sequence that depends on `seed` alone, so that a run can be repeated on any machine. */
export function randomFrom(seed: string): Random {
  let drawn = 0;
  return () => {
    drawn += 1;
    return hash("sha256", `${seed}:${drawn}`, "buffer").readUInt32BE() / 2 ** 32;
  };
}

/** One of `values`, each as likely as the others. */
export function pick<const T>(random: Random, values: readonly [T, ...T[]]): T {
  return values[Math.floor(random() * values.length)] ?? values[0];
}
