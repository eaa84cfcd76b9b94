import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { openBlobs } from "@assay/server/src/platform/blobs/open.ts";
import { parseStorageUrl } from "@assay/server/src/platform/storage-url.ts";
import { storageUrl } from "@assay/server/test/s3.ts";
import { startService } from "@assay/server/test/service.ts";
import { expect, inject, onTestFinished, test } from "vitest";
import { run } from "./run.ts";

test("a dataset is imported where its bytes go straight to the object store", async () => {
  const url = `${storageUrl(inject("s3"), "cli-import")}&presigned=1`;
  const service = await startService({ blobs: await openBlobs(parseStorageUrl(url)) });
  await service.app.listen({ port: 0, host: "127.0.0.1" });
  const folder = await mkdtemp(join(tmpdir(), "assay-import-s3-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "reviews.csv");
  await writeFile(path, "text,label\nLoud.,bad\nKind.,good\n");
  const [printed, notes]: [string[], string[]] = [[], []];
  const terminal = {
    env: { ASSAY_BASE_URL: service.app.listeningOrigin, ASSAY_API_KEY: service.key },
    print: (line: string) => void printed.push(line),
    note: (line: string) => void notes.push(line),
  };

  let isOver = false;
  const ended = run(["import", "csv", path, "--new", "Reviews"], terminal).finally(() => {
    isOver = true;
  });
  while (!isOver) await Promise.all([service.runJobs(), nextTurn()]);

  expect(await ended, notes.join("\n")).toBe(0);
  const { body } = await service.request("GET", `/v1/items?batch_id=${printed.join("")}`);
  expect(body.data).toHaveLength(2);
});
