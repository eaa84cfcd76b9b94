import { readdir } from "node:fs/promises";
import type { Deps } from "../src/deps.ts";
import { connectS3 } from "../src/platform/blobs/s3-client.ts";
import { listKeys } from "../src/platform/blobs/s3-listing.ts";

type Stored = Pick<Deps, "config">;

/** Everything in the store of a service's blobs, by path or key. */
export async function storedNames({ config: { storage } }: Stored): Promise<string[]> {
  if (storage.kind === "folder") {
    const entries = await readdir(storage.folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
  }
  const client = connectS3(storage);
  try {
    const { keys } = await listKeys({ client, storage }, { folder: storage.prefix, limit: 1_000 });
    return keys.map(({ key }) => key);
  } finally {
    client.destroy();
  }
}

/** What is staged in it. */
export async function stagedNames(deps: Stored): Promise<string[]> {
  return (await storedNames(deps)).filter((name) => name.includes("/incoming/"));
}
