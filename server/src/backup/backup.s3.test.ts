import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { everyRow, storesOf } from "../../test/backups.ts";
import { givenEveryResource } from "../../test/every-resource.ts";
import { createEmptyDatabase } from "../../test/postgres.ts";
import { storageUrl } from "../../test/s3.ts";
import { startService } from "../../test/service.ts";
import { listNamedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { diskBlobs } from "../platform/blobs/disk.ts";
import { openBlobs } from "../platform/blobs/open.ts";
import { parseStorageUrl } from "../platform/storage-url.ts";
import { restoreBackup } from "./restore.ts";
import { writeBackup } from "./write.ts";

const service = await startService(); // its files are in S3
const { deps, db } = service;
const folder = await mkdtemp(join(tmpdir(), "assay-s3-backup-"));
afterAll(() => rm(folder, { recursive: true }));
await givenEveryResource(service, service);
await service.runJobs();
const rows = await everyRow(storesOf(service).connectionString);
const named = await listNamedBlobs(db, "");

/** Restores into an empty database; returns its address. */
async function restored(file: string, blobs: Blobs): Promise<string> {
  const { connectionString, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  await restoreBackup({ openDatabase: async () => connectionString, blobs, secrets: deps.secrets }, file);
  return connectionString;
}

test("a backup of files in S3 is restored into a folder, and one of that into S3, byte for byte", async () => {
  const [first, second] = [join(folder, "first.backup"), join(folder, "second.backup")];
  const onDisk = await diskBlobs(join(folder, "restored"));
  const inS3 = await openBlobs(parseStorageUrl(storageUrl(inject("s3"), "restored")));

  await writeBackup(storesOf(service), first);
  const fromS3 = await restored(first, onDisk);
  await writeBackup({ connectionString: fromS3, blobs: onDisk, secrets: deps.secrets }, second);
  const fromDisk = await restored(second, inS3);

  expect(await everyRow(fromS3)).toEqual(rows);
  expect(await everyRow(fromDisk)).toEqual(rows);
  expect(named.length).toBeGreaterThan(1);
  for (const { sha256 } of named) {
    const bytes = await buffer(deps.blobs.open(sha256));
    expect(await buffer(onDisk.open(sha256))).toEqual(bytes);
    expect(await buffer(inS3.open(sha256))).toEqual(bytes);
  }
});

test("a store in S3 that has files takes no backup, and keeps them", async () => {
  const file = join(folder, "again.backup");
  await writeBackup(storesOf(service), file);
  const [{ sha256 } = { sha256: "" }] = named;

  await expect(restored(file, deps.blobs)).rejects.toThrow(`${deps.blobs.place} is not empty`);

  expect(await deps.blobs.exists(sha256)).toBe(true);
});
