import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { runService } from "../../start.ts";
import type { NewRow } from "../database/tables.ts";
import { newId } from "../ids.ts";
import { keepBlobs, removeUnusedBlobs } from "./blob-rows.ts";

const { deps, db, accountId } = await startService();
const { blobs } = deps;
const stage = (content: string) => blobs.stage(Readable.from([Buffer.from(content)]), 100);

const now = deps.now();
const upload = { account_id: accountId, created_at: now, updated_at: now };
await db
  .insertInto("uploads")
  .values({ ...upload, id: "upl_a", status: "ready" })
  .execute();

let position = 0;
function fileOf(sha256: string): NewRow<"files"> {
  position += 1;
  const kind = { content_type: "text/plain", medium: "text", status: "ready", filename: "a" } as const;
  return {
    ...kind,
    id: newId("file"),
    account_id: accountId,
    upload_id: "upl_a",
    position,
    size_bytes: 1,
    sha256,
    created_at: now,
  };
}

test("a blob without a row is removed, one with a row stays", async () => {
  const [used, unused] = [await stage("used"), await stage("unused")];
  await db.transaction().execute(async (tx) => {
    await keepBlobs(deps, tx, [used, unused]);
    await tx.insertInto("files").values(fileOf(used.sha256)).execute();
  });

  await removeUnusedBlobs(deps, [used.sha256, unused.sha256]);

  expect([await blobs.exists(used.sha256), await blobs.exists(unused.sha256)]).toEqual([true, false]);
});

test("a process whose store has none of the files does not start, and names the setting", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-other-store-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [one, other] = [await stage("one"), await stage("other")];
  await db.transaction().execute(async (tx) => {
    await keepBlobs(deps, tx, [one, other]);
    await tx
      .insertInto("files")
      .values([fileOf(one.sha256), fileOf(other.sha256)])
      .execute();
  });
  const settings = { ...deps.config, role: "api", port: 0, storage: { kind: "folder", folder } } as const;
  const wrong = runService(settings, () => undefined);

  await expect(wrong.started).rejects.toThrow(
    /^ASSAY_STORAGE_URL: .*assay-other-store-.* has none of the files that the database names .*; set it to/,
  );

  const { storage } = deps.config;
  const fallback = runService({ ...settings, storageFallback: storage }, () => undefined);
  await fallback.started;
  await fallback.stop();
});

test("a blob whose row is not committed yet is not removed", async () => {
  const blob = await stage("on its way");

  await db.transaction().execute(async (tx) => {
    await keepBlobs(deps, tx, [blob]);
    await tx.insertInto("files").values(fileOf(blob.sha256)).execute();
    await removeUnusedBlobs(deps, [blob.sha256]);
  });

  expect(await blobs.exists(blob.sha256)).toBe(true);
});

test.each([
  [
    "an artefact",
    (sha256: string) =>
      db
        .insertInto("artefacts")
        .values({
          account_id: "acct_a",
          batch_id: "batch_a",
          revision: 1,
          variant: "coco",
          filename: "a",
          media_type: "b",
          sha256,
          size_bytes: 1,
          created_at: now,
        })
        .execute(),
  ],
  [
    "an export",
    (sha256: string) =>
      db
        .insertInto("exports")
        .values({
          id: "exp_a",
          account_id: accountId,
          project_id: "proj_a",
          format: "coco",
          include: "accepted",
          status: "ready",
          sha256,
          created_at: now,
          updated_at: now,
        })
        .execute(),
  ],
  [
    "an upload that is still processed",
    (sha256: string) =>
      db
        .insertInto("uploads")
        .values({
          ...upload,
          id: "upl_b",
          status: "processing",
          source: JSON.stringify({ parts: [{ filename: "a", sha256, size_bytes: 1 }] }),
        })
        .execute(),
  ],
])("%s keeps its blob", async (name, insert) => {
  const { sha256 } = await blobs.receive(Readable.from([Buffer.from(name)]), 100);
  await insert(sha256);

  await removeUnusedBlobs(deps, [sha256]);

  expect(await blobs.exists(sha256)).toBe(true);
});
