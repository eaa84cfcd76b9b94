import { randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import type { Secrets } from "../platform/auth/secrets.ts";
import { holdBlobs } from "../platform/blobs/blob-rows.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { syncFolder } from "../platform/blobs/disk.ts";
import { contents } from "./contents.ts";
import { type Digests, newTally } from "./manifest.ts";
import { tar } from "./tar.ts";

/** The stores of a service. */
export interface Stores {
  readonly connectionString: string;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
}

/** Makes the server write values in a fixed format, whatever its settings, and wait for slow disks. */
const SESSION = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/**
 * Writes one file with a consistent snapshot of every row, the waiting jobs, and every blob that the rows
 * name (unless `withFiles` is false), while the service runs. Uses constant memory. The file appears under its name, replacing an older
 * one, once all of it is on the disk. Throws if it cannot be written, a blob is missing or damaged, or the
 * database's secrets are encrypted with another master key; then there is no file.
 */
export async function writeBackup(
  { connectionString, blobs, secrets }: Stores,
  file: string,
  withFiles = true,
): Promise<Digests> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined); // the running statement fails and reports the error
  const tally = newTally();
  try {
    await client.connect();
    await client.query(SESSION);
    await holdBlobs(client);
    await client.query("begin isolation level repeatable read read only");
    await assertKey(client, secrets);
    await writeWhole(file, tar(contents({ client, blobs, secrets, tally, withFiles })));
    return tally.digests();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`no backup was written to ${file}: ${reason}`, { cause });
  } finally {
    await client.end().catch(() => undefined); // also unlocks the blobs
  }
}

/** It is better to fail now than when the backup is needed. */
async function assertKey(client: pg.Client, secrets: Secrets): Promise<void> {
  const { rows } = await client.query<{ sealed: Buffer }>(
    "select secret_encrypted as sealed from webhooks order by created_at desc limit 1",
  );
  try {
    for (const { sealed } of rows) secrets.decrypt(sealed);
  } catch (cause) {
    throw new Error("the master key is not the one that the database's secrets are encrypted with", {
      cause,
    });
  }
}

/** The file is complete as soon as it has its name: written beside it, synced, then renamed. */
async function writeWhole(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(part, "wx", 0o600);
    await pipeline(bytes, handle.createWriteStream({ flush: true }));
    await rename(part, file);
    await syncFolder(dirname(file));
  } catch (fault) {
    await rm(part, { force: true });
    throw fault;
  }
}
