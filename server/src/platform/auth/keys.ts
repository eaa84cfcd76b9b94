import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_LENGTH = 30;
const PREFIX = "assay_live_";

/**
 * A new API key: `assay_live_`, 30 random base-62 characters (about 178 bits) and their CRC-32 in six more,
 * so that a mistyped key is refused without a query and secret scanners recognize it.
 */
export function newApiKey(): string {
  let random = "";
  for (let index = 0; index < RANDOM_LENGTH; index += 1) random += BASE62.charAt(randomInt(62));
  return PREFIX + random + checksum(random);
}

/**
 * False for a key that begins with `assay_` but has an impossible form; an operator may have configured other
 * strings.
 */
export function mayBeApiKey(key: string): boolean {
  if (!key.startsWith("assay_")) return key.length > 0 && key.length <= 200;
  if (!/^assay_live_[0-9A-Za-z]{36}$/.test(key)) return false;
  const random = key.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return key.endsWith(checksum(random));
}

/** The stored hash of a key. 178 random bits need no slow hash, which every request would pay for. */
export function hashApiKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

function checksum(random: string): string {
  let text = "";
  for (let rest = crc32(random), digit = 0; digit < 6; digit += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
