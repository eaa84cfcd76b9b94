import type { ReadableBlob } from "./blobs.ts";

/** Lends the bytes of `blob` as a local file while `use` runs. */
export async function withFile<T>(blob: ReadableBlob, use: (path: string) => Promise<T>): Promise<T> {
  const { path, giveBack } = await blob.borrow();
  try {
    return await use(path);
  } finally {
    await giveBack();
  }
}
