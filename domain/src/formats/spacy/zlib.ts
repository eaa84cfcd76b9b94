import { adler32 } from "../adler32.ts";

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
    const written = new Uint8Array(5 + size);
    written.set([isLast ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255]);
    written.set(block, 5);
    yield written;
  }
  const sum = adler32(bytes);
  yield Uint8Array.of(sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255);
}
