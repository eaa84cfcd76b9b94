import { concatenated, type Sha256 } from "../log/bytes.ts";

const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

/** What decides the order in which items are drawn. */
export interface Challenge {
  /** 32 bytes. */
  readonly seed: Uint8Array;
  readonly nonce: string;
}

/** The first blocks of the two hashes of an HMAC-SHA-256; the inner one with what each message begins with. */
export interface RankKey {
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

/** An item's rank is SHA-256(outer || SHA-256(inner || id)): HMAC-SHA-256(seed, nonce || id). Source: RFC 2104. */
export function rankKey({ seed, nonce }: Challenge): RankKey {
  const key = concatenated(seed, new Uint8Array(BLOCK_BYTES - seed.length));
  return {
    inner: concatenated(
      key.map((byte) => byte ^ INNER),
      new TextEncoder().encode(nonce),
    ),
    outer: key.map((byte) => byte ^ OUTER),
  };
}

/** Something that is drawn as one: an item, or a group by its first item. */
export interface Unit {
  /** The item whose id gives the rank. */
  readonly id: string;
}

/** The first `count` units in the order of their ranks. */
export function drawOrder<U extends Unit>(
  sha256: Sha256,
  challenge: Challenge,
  units: Iterable<U>,
  count: number,
): U[] {
  const rankOf = ranker(sha256, rankKey(challenge));
  let best: { readonly unit: U; readonly rank: Uint8Array }[] = [];
  let limit: Uint8Array | undefined;
  for (const unit of units) {
    const rank = rankOf(unit.id);
    if (limit !== undefined && compareBytes(rank, limit) > 0) continue;
    best.push({ unit, rank });
    if (best.length < 2 * count + 1_000) continue;
    best = best.sort((one, other) => compareBytes(one.rank, other.rank)).slice(0, count);
    limit = best.at(-1)?.rank;
  }
  return best
    .sort((one, other) => compareBytes(one.rank, other.rank))
    .slice(0, count)
    .map(({ unit }) => unit);
}

/** Reuses its buffers, because a million ranks are computed at once. */
function ranker(sha256: Sha256, { inner, outer }: RankKey): (id: string) => Uint8Array {
  const encoder = new TextEncoder();
  const outerMessage = concatenated(outer, new Uint8Array(32));
  let message = inner;
  let end = message.subarray(inner.length);
  return (id) => {
    const { read, written } = encoder.encodeInto(id, end);
    if (read !== id.length || written !== end.length) {
      message = concatenated(inner, encoder.encode(id));
      end = message.subarray(inner.length);
    }
    outerMessage.set(sha256(message), outer.length);
    return sha256(outerMessage);
  };
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (let at = 0; at < one.length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
