import { setTimeout as sleep } from "node:timers/promises";
import { isSameBytes } from "@assay/domain/log/bytes.ts";
import type { Checkpoint } from "@assay/domain/log/checkpoint.ts";
import { hashAt, type Place, placeOf, tilePath } from "@assay/domain/log/tiles.ts";
import { consistencyRanges, isConsistent, rangeHash, subtreesOf } from "@assay/domain/log/tree.ts";
import { sha256 } from "@assay/server/src/platform/sha256.ts";
import { openCheckpoint } from "./verify-log.ts";

/** The state of a log that was seen last. */
export interface Seen {
  /** The log's verifier key, as it was at the first time. */
  readonly key: string;
  /** A signed note. */
  readonly checkpoint: string;
}

/** What the log shows now, beside what it showed before. */
export interface Watched {
  readonly seen: Seen;
  readonly checkpoint: Checkpoint;
  /** The size seen before; null for the first time. */
  readonly before: number | null;
  /** Two states, both signed by the log, of which the later does not continue the earlier; null if it does. */
  readonly fork: { readonly message: string; readonly notes: readonly string[] } | null;
}

/** An entry bundle may have 256 entries of 65,535 bytes. */
const MAX_BYTES = 17_000_000;

/** A log counts requests per minute, so a few waits let any request through. */
const MAX_WAITS = 5;
const MAX_WAIT_SECONDS = 60;

/**
 * Reads the log at `url` and verifies that it continues what was seen. The key is taken from the log the first time, and
 * must stay. Throws `LogFault` if a signature or a form is wrong.
 */
export async function watchLog(url: string, before: Seen | null): Promise<Watched> {
  const key = before?.key ?? String(await fetchBytes(`${url}/key`)).trim();
  const checkpoint = String(await fetchBytes(`${url}/checkpoint`));
  const now = openCheckpoint(key, checkpoint);
  const seen = { key, checkpoint };
  if (before === null) return { seen, checkpoint: now, before: null, fork: null };
  const earlier = openCheckpoint(key, before.checkpoint);
  const message = await faultBetween(url, earlier, now);
  const fork = message === null ? null : { message, notes: [before.checkpoint, checkpoint] };
  return { seen, checkpoint: now, before: earlier.size, fork };
}

/** Why `now` does not continue `earlier`; null if it does. */
async function faultBetween(url: string, earlier: Checkpoint, now: Checkpoint): Promise<string | null> {
  if (now.size < earlier.size) return `the log had ${earlier.size} entries and now has ${now.size}`;
  if (now.size === earlier.size) {
    return isSameBytes(now.root, earlier.root) ? null : `the log shows other ${now.size} entries than before`;
  }
  const ranges = consistencyRanges(earlier.size, now.size);
  const tiles = new Map<string, Buffer>();
  const proof: Uint8Array[] = [];
  for (const range of ranges) {
    const hashes: Uint8Array[] = [];
    for (const subtree of subtreesOf(range))
      hashes.push(await readHash(url, tiles, placeOf(subtree, now.size)));
    proof.push(rangeHash(sha256, hashes));
  }
  const { size: first, root: firstRoot } = earlier;
  if (isConsistent(sha256, { first, firstRoot, size: now.size, root: now.root, proof })) return null;
  return `the first ${first} of now ${now.size} entries are not those that the log showed before`;
}

async function readHash(url: string, tiles: Map<string, Buffer>, place: Place): Promise<Uint8Array> {
  const path = tilePath(place.tile);
  const bytes = tiles.get(path) ?? (await fetchBytes(`${url}/${path}`));
  tiles.set(path, bytes);
  return hashAt(sha256, place, bytes);
}

/**
 * The bytes at an address of a log. Waits while the log says that requests come too fast. Throws unless the answer is 200
 * and of the size of a tile or bundle.
 */
export async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetchSlowly(url, MAX_WAITS);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new Error(`${url} answered with more than ${MAX_BYTES} bytes`);
  return bytes;
}

async function fetchSlowly(url: string, waits: number): Promise<Response> {
  const response = await fetch(url);
  if (response.status !== 429 || waits === 0) return response;
  await sleep(
    1000 * Math.min(Number(response.headers.get("retry-after") ?? MAX_WAIT_SECONDS), MAX_WAIT_SECONDS),
  );
  return fetchSlowly(url, waits - 1);
}
