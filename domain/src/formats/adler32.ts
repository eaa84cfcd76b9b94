const BASE = 65_521;
/** So many bytes add up below 2^32 without a remainder, and a little more. */
const STEP = 3_800;

/** The checksum of zlib's streams. Source: RFC 1950, section 8.2. */
export function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let from = 0; from < bytes.length; from += STEP) {
    const to = Math.min(from + STEP, bytes.length);
    for (let at = from; at < to; at += 1) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= BASE;
    b %= BASE;
  }
  return ((b << 16) | a) >>> 0;
}
