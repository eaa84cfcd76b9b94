import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { posix } from "node:path";
import { text } from "node:stream/consumers";
import {
  BLOBS,
  DIGESTS,
  type Digests,
  MANIFEST,
  MANIFEST_DIGEST,
  type Manifest,
  newTally,
  parseDigests,
  parseManifest,
} from "./manifest.ts";
import { readTar, type StoredEntry } from "./tar.ts";

/** A backup with every byte verified. */
export interface Verified {
  readonly manifest: Manifest;
  readonly digests: Digests;
}

/**
 * Reads the whole backup and compares it with its digests, in constant memory. `accept` may refuse it by its
 * manifest before the rest is read. Throws an error that names what is damaged or missing.
 */
export async function verifyBackup(
  file: FileHandle,
  accept: (manifest: Manifest) => Promise<void>,
): Promise<Verified> {
  const entries = readTar(file);
  const manifest = await readManifest(entries);
  await accept(manifest);
  const tally = newTally();
  for await (const entry of entries) {
    if (entry.path === DIGESTS) {
      const digests = parseDigests(await text(entry.open()));
      assertEqual(tally.digests(), digests);
      return { manifest, digests };
    }
    if (partOf(entry) === BLOBS) tally.blob(await verifyBlob(entry));
    else for await (const bytes of entry.open()) tally.rows(partOf(entry), bytes);
  }
  throw new Error(`${DIGESTS}, its end, is missing`);
}

/** The part of the backup that a file belongs to: `tables/items` of `tables/items/00000001.copy`. */
export function partOf({ path }: StoredEntry): string {
  return posix.dirname(path);
}

/** The last part of its path: the digest of a blob. */
export function nameOf({ path }: StoredEntry): string {
  return posix.basename(path);
}

async function readManifest(entries: AsyncIterator<StoredEntry, void>): Promise<Manifest> {
  const manifest = await textOf(entries, MANIFEST);
  const digest = await textOf(entries, MANIFEST_DIGEST);
  if (digest !== `${createHash("sha256").update(manifest).digest("hex")}  ${MANIFEST}\n`) {
    throw new Error(`${MANIFEST} in it is damaged`);
  }
  return parseManifest(manifest);
}

async function textOf(entries: AsyncIterator<StoredEntry, void>, path: string): Promise<string> {
  const { value: entry } = await entries.next();
  if (entry?.path !== path) throw new Error(`it has no ${path} where one belongs`);
  return text(entry.open());
}

async function verifyBlob(entry: StoredEntry): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of entry.open()) hash.update(bytes);
  const sha256 = nameOf(entry);
  if (hash.digest("hex") !== sha256) throw new Error(`the blob ${sha256} in it is damaged`);
  return sha256;
}

function assertEqual(read: Digests, written: Digests): void {
  for (const part of new Set([...Object.keys(written), ...Object.keys(read)])) {
    const [has, had] = [read[part], written[part]];
    if (has?.sha256 === had?.sha256 && has?.count === had?.count) continue;
    const counts = `${has?.count ?? 0} where ${had?.count ?? 0} were written`;
    throw new Error(`${part} in it is damaged or not whole: ${counts}`);
  }
}
