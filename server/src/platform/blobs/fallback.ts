import { Readable } from "node:stream";
import type { UnfinishedPart } from "../database/upload-tables.ts";
import type { Blobs, ByteRange, ReadableBlob, UnfinishedFiles } from "./blobs.ts";

/**
 * Stores in `blobs`, and reads from `older` what `blobs` does not have, while blobs are moved from one to the
 * other. Both lose what is removed. An upload that began in `older` is received there to its end. Clients do
 * not reach the store themselves, because either may have what they ask for.
 */
export function withFallback(blobs: Blobs, older: Blobs): Blobs {
  const storeOf = async (sha256: string): Promise<Blobs> => ((await blobs.exists(sha256)) ? blobs : older);
  const open = (sha256: string, range?: ByteRange): Readable =>
    Readable.from(chunksOf(storeOf, sha256, range), { objectMode: false });
  const findSize = async (sha256: string): Promise<number | undefined> =>
    (await blobs.findSize(sha256)) ?? older.findSize(sha256);
  return {
    ...blobs,
    place: `${blobs.place} and ${older.place}`,
    signedUrls: undefined,
    unfinished: unfinishedOf(blobs, older),
    open,
    kept: (blob): ReadableBlob => ({
      ...blob,
      open: (range) => open(blob.sha256, range),
      borrow: async () => (await storeOf(blob.sha256)).kept(blob).borrow(),
    }),
    findSize,
    exists: async (sha256) => (await findSize(sha256)) !== undefined,
    async assertReady() {
      await blobs.assertReady();
      await older.assertReady();
    },
    async remove(digests) {
      const locked = await older.remove(digests);
      return [...new Set([...locked, ...(await blobs.remove(digests))])];
    },
    async discardAbandoned(before) {
      await blobs.discardAbandoned(before);
      await older.discardAbandoned(before);
    },
  };
}

async function* chunksOf(
  storeOf: (sha256: string) => Promise<Blobs>,
  sha256: string,
  range: ByteRange | undefined,
): AsyncGenerator<Buffer> {
  yield* (await storeOf(sha256)).open(sha256, range);
}

function unfinishedOf(blobs: Blobs, older: Blobs): UnfinishedFiles {
  async function storeOf([first]: readonly UnfinishedPart[]): Promise<Blobs> {
    if (first === undefined) return blobs;
    return (await blobs.unfinished.findSize(first.name)) === undefined ? older : blobs;
  }
  return {
    async append(file, source, limitBytes, record) {
      return (await storeOf(file.parts)).unfinished.append(file, source, limitBytes, record);
    },
    bytesOf: async (parts) => (await storeOf(parts)).unfinished.bytesOf(parts),
    async stage(parts) {
      const store = await storeOf(parts);
      const staged = await store.unfinished.stage(parts);
      if (store === blobs) return staged;
      try {
        return await blobs.stage(staged.open(), Number.POSITIVE_INFINITY);
      } finally {
        await store.discard([staged]);
      }
    },
    async drop(parts) {
      await blobs.unfinished.drop(parts);
      await older.unfinished.drop(parts);
    },
    listSome: async (before) => [
      ...(await blobs.unfinished.listSome(before)),
      ...(await older.unfinished.listSome(before)),
    ],
    findSize: async (name) => (await blobs.unfinished.findSize(name)) ?? older.unfinished.findSize(name),
  };
}
