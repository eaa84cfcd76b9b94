import type { Blobs, StagedBlob } from "./blobs.ts";

/**
 * Runs `use` with blobs that remember what was staged, and discards all of it afterwards, also where `use` throws. What
 * `use` kept stays.
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
