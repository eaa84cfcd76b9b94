import type { Blobs, StagedBlob } from "./blobs.ts";

/**
 * Runs `use` with blobs that track what is staged, and afterwards discards whatever `use` did not keep, even
 * if `use` throws.
 */
export async function discardingStaged<T>(blobs: Blobs, use: (blobs: Blobs) => Promise<T>): Promise<T> {
  const staged: StagedBlob[] = [];
  const stage: Blobs["stage"] = async (source, limitBytes) => {
    const blob = await blobs.stage(source, limitBytes);
    staged.push(blob);
    return blob;
  };
  try {
    return await use({ ...blobs, stage });
  } finally {
    await blobs.discard(staged);
  }
}
