import crypto, { type ScryptOptions, scryptSync } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** What better-auth asks for; a password that is hashed at a lower cost is easier to guess. */
const COST = { N: 16_384, r: 16, p: 1 };
const QUICK = { N: 2, r: 1, p: 1 };

/**
 * Vitest's set-up file: passwords are hashed at the lowest cost of scrypt, because a hash at the real cost takes 60 ms
 * of computing and 32 MiB, and tests sign hundreds of people in. A hash that is asked for at a cost other than the real
 * one fails.
 */
function quickScrypt(
  password: string,
  salt: string,
  length: number,
  { N, r, p }: ScryptOptions,
  callback: (fault: Error | null, key: Buffer) => void,
): void {
  if (N !== COST.N || r !== COST.r || p !== COST.p) {
    throw new Error(
      `expected a password's cost to be ${JSON.stringify(COST)}, got ${JSON.stringify({ N, r, p })}`,
    );
  }
  callback(null, scryptSync(password, salt, length, QUICK));
}

Object.assign(crypto, { scrypt: quickScrypt });
syncBuiltinESMExports();
