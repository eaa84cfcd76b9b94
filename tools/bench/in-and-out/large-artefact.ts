import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { pathOf } from "../../../server/src/platform/blobs/disk.ts";
import { givenProject } from "../given.ts";
import type { Service } from "../service.ts";

const MIB = 1024 * 1024;

/** A ready export with a file of `mib` MiB. */
export interface LargeArtefact {
  readonly url: string;
  readonly file: string;
  readonly bytes: number;
}

/** Writes the file of an export into the folder of the service, and its row by SQL. */
export async function givenArtefact(service: Service, dataDir: string, mib: number): Promise<LargeArtefact> {
  const noise = randomBytes(MIB);
  const hash = createHash("sha256");
  const blobs = path.join(dataDir, "blobs");
  const written = path.join(blobs, "artefact");
  const handle = await open(written, "wx");
  for (let n = 0; n < mib; n += 1) {
    noise.writeUInt32LE(n);
    hash.update(noise);
    await handle.writeFile(noise);
  }
  await handle.sync();
  await handle.close();
  const sha256 = hash.digest("hex");
  const file = pathOf(blobs, sha256);
  await mkdir(path.dirname(file), { recursive: true });
  await rename(written, file);
  const id = `exp_${"0".repeat(26)}`;
  await service.db.query(
    `insert into exports (id, account_id, project_id, format, include, status, filename, media_type, sha256, size_bytes,
       item_count, snapshot_at, created_at, updated_at)
     select $1, account_id, id, 'jsonl', 'accepted', 'ready', 'large.jsonl', 'application/x-ndjson', $2, $3, 0, now(), now(), now()
     from projects where id = $4`,
    [id, sha256, mib * MIB, await givenProject(service)],
  );
  return { url: `${service.origin}/v1/exports/${id}/download`, file, bytes: mib * MIB };
}
