import { createHash, type Hash } from "node:crypto";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";

/** The first file of a backup: its version and requirements. */
export const Manifest = Type.Object({
  format: Type.Literal("assay-backup"),
  /** Increases with every change of the format that an older Assay cannot read. */
  version: Type.Number(),
  assay: Type.String(),
  created_at: Type.String(),
  migrations: Type.Array(Type.String()),
  /**
   * The fingerprints of the master keys that its secrets need, separated by commas. The backup contains no
   * key.
   */
  master_key: Type.String(),
  /** False if the files are not in it, but stay in the store in which its rows name them. */
  with_files: Type.Optional(Type.Boolean()),
  tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
  /** The last value of each sequence; null if it was never used. Text, because it may exceed 2^53. */
  sequences: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
});
export type Manifest = Static<typeof Manifest>;

/** The last file of a backup: the count (rows or blobs) and SHA-256 of each part. */
export const Digests = Type.Record(
  Type.String(),
  Type.Object({ count: Type.Number(), sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) }),
);
export type Digests = Static<typeof Digests>;

export const FORMAT_VERSION = 1;
export const MANIFEST = "manifest.json";
/**
 * In the format of `sha256sum`, so that a wrong key and a damaged line are distinguished before the rest is
 * read.
 */
export const MANIFEST_DIGEST = "manifest.json.sha256";
export const DIGESTS = "digests.json";
export const TABLES = "tables/";
/** The waiting and running jobs, independent of how the queue stores them. */
export const JOBS = "jobs";
export const BLOBS = "blobs";

const NEWLINE = 10;

/** Counts and hashes each part of a backup while it is written or read. */
export interface Tally {
  readonly rows: (part: string, bytes: Uint8Array) => void;
  /** The digest of all blobs is the digest of their names, which are digests. */
  readonly blob: (sha256: string) => void;
  readonly digests: () => Digests;
}

/** An empty tally. */
export function newTally(): Tally {
  const parts = new Map<string, { count: number; hash: Hash }>();
  function add(part: string, count: number, bytes: Uint8Array | string): void {
    const known = parts.get(part) ?? { count: 0, hash: createHash("sha256") };
    known.hash.update(bytes);
    parts.set(part, { count: known.count + count, hash: known.hash });
  }
  return {
    rows: (part, bytes) => add(part, countRows(bytes), bytes),
    blob: (sha256) => add(BLOBS, 1, sha256),
    digests: () =>
      Object.fromEntries(
        [...parts].map(([part, { count, hash }]) => [part, { count, sha256: hash.copy().digest("hex") }]),
      ),
  };
}

/** COPY's text format escapes line ends within values, so every line end is the end of a row. */
function countRows(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** Throws if it is not a manifest that this version can read. */
export function parseManifest(text: string): Manifest {
  const value = parsed(text, MANIFEST);
  const { version } = Check(Type.Object({ version: Type.Number() }), value) ? value : { version: 0 };
  if (version > FORMAT_VERSION) {
    throw new Error(
      `its format ${version} is newer than this Assay, which reads ${FORMAT_VERSION}: upgrade it`,
    );
  }
  if (!Check(Manifest, value)) throw new Error(`${MANIFEST} in it is not a backup's`);
  return value;
}

/** Throws if they are not digests. */
export function parseDigests(text: string): Digests {
  const value = parsed(text, DIGESTS);
  if (!Check(Digests, value)) throw new Error(`${DIGESTS} in it is damaged`);
  return value;
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} in it is damaged`, { cause });
  }
}
