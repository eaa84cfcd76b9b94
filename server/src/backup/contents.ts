import { createHash } from "node:crypto";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import manifest from "../../package.json" with { type: "json" };
import type { Secrets } from "../platform/auth/secrets.ts";
import { namedBlobs } from "../platform/blobs/blob-rows.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import {
  BLOBS,
  DIGESTS,
  FORMAT_VERSION,
  JOBS,
  MANIFEST,
  MANIFEST_DIGEST,
  type Manifest,
  TABLES,
  type Tally,
} from "./manifest.ts";
import { listSequences, listTables } from "./schema.ts";
import type { TarEntry } from "./tar.ts";

export interface Snapshot {
  /** In a REPEATABLE READ transaction, on a connection that locks the blobs against removal. */
  readonly client: pg.Client;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly tally: Tally;
  readonly withFiles: boolean;
}

/** A table is split into files of about this size, because a file's size precedes its bytes. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

/** Waiting and running jobs: the workers that run them will not exist after a restore. */
const WAITING_JOBS = `
  select task.identifier, queue.queue_name, job.payload, job.run_at, job.max_attempts, job.key, job.priority
  from graphile_worker._private_jobs as job
  join graphile_worker._private_tasks as task on task.id = job.task_id
  left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
  where job.attempts < job.max_attempts or job.locked_at is not null
  order by job.id`;

/** The contents of a backup, read while it is written. */
export async function* contents(snapshot: Snapshot): AsyncGenerator<TarEntry> {
  const { client, tally } = snapshot;
  const described = await describe(snapshot);
  const text = JSON.stringify(described, null, 2);
  const digest = createHash("sha256").update(text).digest("hex");
  yield textEntry(MANIFEST, text);
  yield textEntry(MANIFEST_DIGEST, `${digest}  ${MANIFEST}\n`);
  for (const { name, columns } of described.tables) {
    const list = columns.map(pg.escapeIdentifier).join(", ");
    yield* rowEntries(snapshot, TABLES + name, `select ${list} from ${pg.escapeIdentifier(name)}`);
  }
  yield* rowEntries(snapshot, JOBS, WAITING_JOBS);
  for await (const { sha256 } of snapshot.withFiles ? namedBlobs(client) : []) {
    yield await blobEntry(snapshot, sha256);
    tally.blob(sha256);
  }
  yield textEntry(DIGESTS, JSON.stringify(tally.digests(), null, 2));
}

async function describe({ client, secrets, withFiles }: Snapshot): Promise<Manifest> {
  const tables = await listTables(client);
  const { rows: migrations } = await client.query<{ name: string }>(
    "select name from schema_migrations order by name",
  );
  const { rows: times } = await client.query<{ at: Date }>("select clock_timestamp() as at");
  return {
    format: "assay-backup",
    version: FORMAT_VERSION,
    assay: manifest.version,
    created_at: (times[0]?.at ?? new Date()).toISOString(),
    migrations: migrations.map(({ name }) => name),
    master_key: secrets.fingerprints.join(),
    with_files: withFiles,
    tables,
    // Sequences ignore snapshots: read after the snapshot was taken, none is behind a value in a row.
    sequences: await listSequences(client),
  };
}

function textEntry(path: string, text: string): TarEntry {
  const bytes = Buffer.from(text);
  return { path, size_bytes: bytes.length, open: () => [bytes] };
}

async function* rowEntries(
  { client, tally }: Snapshot,
  part: string,
  query: string,
): AsyncGenerator<TarEntry> {
  let count = 0;
  for await (const bytes of wholeRows(client.query(copyTo(`copy (${query}) to stdout`)))) {
    tally.rows(part, bytes);
    count += 1;
    const path = `${part}/${String(count).padStart(8, "0")}.copy`;
    yield { path, size_bytes: bytes.length, open: () => [bytes] };
  }
}

/** Splits the output of COPY at ends of rows, so that each piece can be loaded by itself. */
async function* wholeRows(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    const bytes = Buffer.concat(held);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield bytes.subarray(0, end);
    held = [bytes.subarray(end)];
    size = bytes.length - end;
  }
  if (size > 0) yield Buffer.concat(held);
}

async function blobEntry({ blobs }: Snapshot, sha256: string): Promise<TarEntry> {
  const size_bytes = await blobs.findSize(sha256);
  if (size_bytes === undefined) {
    throw new Error(
      `${blobs.place} has no blob ${sha256}, which the database names; is ASSAY_DATA_DIR the service's?`,
    );
  }
  return { path: `${BLOBS}/${sha256}`, size_bytes, open: () => checkedBytes(blobs, sha256) };
}

async function* checkedBytes(blobs: Blobs, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of blobs.open(sha256)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest("hex") !== sha256) {
    throw new Error(
      `the blob ${sha256} in ${blobs.place} is damaged: its bytes are not those that were stored`,
    );
  }
}
