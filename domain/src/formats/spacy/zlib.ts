/** A stored block has a length of 16 bits. */
const MAX_BLOCK = 65_535;

/**
 * `bytes` in zlib's format without compression, so that every machine and version gives the same bytes.
 * Source: RFC 1950 and RFC 1951, section 3.2.4.
 */
export function* stored(bytes: Uint8Array): Generator<Uint8Array> {
  yield Uint8Array.of(0x78, 0x01);
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_BLOCK) {
    const block = bytes.subarray(at, at + MAX_BLOCK);
    const isLast = at + MAX_BLOCK >= bytes.length;
    const size = block.length;
    yield Uint8Array.of(isLast ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255);
    yield block;
  }
  const sum = adler32(bytes);
  yield Uint8Array.of(sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255);
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(at + 3_800, bytes.length); // so many, and the sums stay below 2^32
    for (; at < end; at += 1) {
      a += bytes[at] ?? 0;
      b += a;
    }
    a %= 65_521;
    b %= 65_521;
  }
  return ((b << 16) | a) >>> 0;
}
