import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DeleteObjectCommand, ListMultipartUploadsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import type { Deps } from "../src/deps.ts";
import { pathOf } from "../src/platform/blobs/disk.ts";
import { connectS3, type S3Connection } from "../src/platform/blobs/s3-client.ts";
import { keyOfBlob, keyOfPart } from "../src/platform/blobs/s3-keys.ts";
import { listKeys } from "../src/platform/blobs/s3-listing.ts";
import type { S3Storage } from "../src/platform/storage-url.ts";

type Stored = Pick<Deps, "config">;

/** Everything in the store of a service's blobs, by path or key; objects that arrive in parts too. */
export async function storedNames({ config: { storage } }: Stored): Promise<string[]> {
  if (storage.kind === "folder") {
    const entries = await readdir(storage.folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
  }
  const { bucket: Bucket, prefix } = storage;
  return connected(storage, async (connection) => {
    const { keys } = await listKeys(connection, { folder: prefix, limit: 1_000 });
    const arriving = await connection.client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }),
    );
    return [...keys.map(({ key }) => key), ...(arriving.Uploads ?? []).map(({ Key = "" }) => Key)];
  });
}

/** What is staged in it. */
export async function stagedNames(deps: Stored): Promise<string[]> {
  return (await storedNames(deps)).filter((name) => name.includes("/incoming/"));
}

/** Writes the part of an unfinished upload, as a client that sends it straight to the store. */
export async function writePart({ config: { storage } }: Stored, name: string, bytes: Buffer): Promise<void> {
  if (storage.kind === "folder") return writeFile(join(storage.folder, "unfinished", name), bytes);
  await put(storage, keyOfPart(storage, name), bytes);
}

/** Damages a kept blob: it has these bytes from now on, or none is left. */
export async function damage(
  { config: { storage } }: Stored,
  sha256: string,
  bytes: string | undefined,
): Promise<void> {
  if (storage.kind === "folder") {
    const path = pathOf(storage.folder, sha256);
    return bytes === undefined ? rm(path) : writeFile(path, bytes);
  }
  await put(storage, keyOfBlob(storage, sha256), bytes);
}

async function put(storage: S3Storage, Key: string, Body: string | Buffer | undefined): Promise<void> {
  const object = { Bucket: storage.bucket, Key };
  await connected(storage, async ({ client }) => {
    if (Body === undefined) await client.send(new DeleteObjectCommand(object));
    else await client.send(new PutObjectCommand({ ...object, Body }));
  });
}

async function connected<T>(storage: S3Storage, use: (connection: S3Connection) => Promise<T>): Promise<T> {
  const client = connectS3(storage);
  try {
    return await use({ client, storage });
  } finally {
    client.destroy();
  }
}
