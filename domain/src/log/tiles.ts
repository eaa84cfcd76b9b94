import { concatenated, LogFault, type Sha256 } from "./bytes.ts";
import { rootOf, type Subtree } from "./tree.ts";

/** Hashes of a full tile, and entries of a full bundle. */
export const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const HASH_BYTES = 32;
const MAX_LEVEL = 63;

/** A tile of hashes at a level, or a bundle of entries. Source: c2sp.org/tlog-tiles. */
export interface Tile {
  readonly level: number | "entries";
  readonly index: number;
  /** 1 to 256: the hashes or entries in it. */
  readonly width: number;
}

/** The path under the log's URL: `tile/0/x001/x234/067.p/8`. */
export function tilePath({ level, index, width }: Tile): string {
  const suffix = width === TILE_WIDTH ? "" : `.p/${width}`;
  return `tile/${level}/${indexPath(index)}${suffix}`;
}

function indexPath(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/.{3}/g) ?? [];
  return groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join("/");
}

/** Reads what `tilePath` writes; undefined for everything else. */
export function readTilePath(path: string): Tile | undefined {
  const found = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9][0-9]{0,2}))?$/.exec(
    path,
  );
  if (found === null) return undefined;
  const [, name = "", digits = "", partial] = found;
  const tile: Tile = {
    level: name === "entries" ? name : Number(name),
    index: Number(digits.replaceAll(/[x/]/g, "")),
    width: partial === undefined ? TILE_WIDTH : Number(partial),
  };
  if (tile.level !== "entries" && tile.level > MAX_LEVEL) return undefined;
  return tilePath(tile) === path ? tile : undefined;
}

/** Entries with their lengths. Source: c2sp.org/tlog-tiles, "Log entries". */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatenated(
    ...entries.flatMap((entry) => [Uint8Array.of(Math.floor(entry.length / 256), entry.length % 256), entry]),
  );
}

/** Reads what `entryBundle` writes. Throws `LogFault` if it ends within an entry. */
export function readEntryBundle(bytes: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [high, low] = [bytes[at], bytes[at + 1]];
    const end = at + 2 + (high ?? 0) * 256 + (low ?? 0);
    if (low === undefined || end > bytes.length) throw new LogFault("the entry bundle ends within an entry");
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}

/** Where a reader of the log finds the hash of a complete subtree. */
export interface Place {
  readonly tile: Tile;
  /** The hashes of the tile under the subtree. */
  readonly from: number;
  readonly to: number;
}

/** The place of `subtree` in the tiles of a log of `size` entries. */
export function placeOf({ level, position }: Subtree, size: number): Place {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const width = 2 ** (level % TILE_HEIGHT);
  const first = position * width;
  const index = Math.floor(first / TILE_WIDTH);
  const hashes = Math.floor(size / TILE_WIDTH ** tileLevel) - index * TILE_WIDTH;
  const from = first - index * TILE_WIDTH;
  return { tile: { level: tileLevel, index, width: Math.min(hashes, TILE_WIDTH) }, from, to: from + width };
}

/** The hash at `place` in the bytes of its tile. Throws `LogFault` if the tile has another size. */
export function hashAt(sha256: Sha256, { tile, from, to }: Place, bytes: Uint8Array): Uint8Array {
  if (bytes.length !== tile.width * HASH_BYTES) {
    throw new LogFault(
      `${tilePath(tile)} has ${bytes.length} bytes; it must have ${tile.width * HASH_BYTES}`,
    );
  }
  const hashes = Array.from({ length: to - from }, (_, at) =>
    bytes.subarray((from + at) * HASH_BYTES, (from + at + 1) * HASH_BYTES),
  );
  return rootOf(sha256, hashes);
}
