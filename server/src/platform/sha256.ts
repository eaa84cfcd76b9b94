import { hash } from "node:crypto";
import type { Sha256 } from "@assay/domain/log/bytes.ts";

const BYTES = 32;

/**
 * SHA-256 by OpenSSL, for the rules of the domain. A digest is read from a Latin-1 string: a Buffer that `hash` makes
 * takes twice as long (0.34 instead of 0.8 µs), because its memory is outside of the heap.
 */
export const sha256: Sha256 = (data) => {
  const digest = hash("sha256", data, "binary");
  const bytes = new Uint8Array(BYTES);
  for (let at = 0; at < BYTES; at += 1) bytes[at] = digest.charCodeAt(at);
  return bytes;
};
