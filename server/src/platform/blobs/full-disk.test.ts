import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import { startService } from "../../../test/service.ts";
import { sendRaw } from "../../../test/upload-bodies.ts";
import { diskBlobs } from "./disk.ts";

const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "assay-small-disk-"));
const hasDisk = mountSmallDisk();
const { request, anonymous } = await startService({ blobs: await diskBlobs(join(folder, "blobs")) });

/** Whether this machine lets us mount a file system of 4 MiB on the folder, which only root may do. */
function mountSmallDisk(): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

afterAll(() => {
  if (hasDisk) execFileSync("umount", [folder]);
  rmSync(folder, { recursive: true });
});

test.skipIf(!hasDisk)(
  "an upload to a full disk is refused with 507 and leaves nothing; with room again it succeeds",
  async () => {
    const ballast = join(folder, "ballast");
    await writeFile(ballast, Buffer.alloc(3.5 * MIB));
    const large = `{"text":"${"x".repeat(MIB)}"}\n`;

    expect(await sendRaw(request, "large.jsonl", large)).toMatchObject({
      status: 507,
      body: { error: "insufficient_storage", message: expect.stringContaining("the service's disk is full") },
    });
    expect(await anonymous("GET", "/readyz")).toMatchObject({
      status: 503,
      body: { checks: { database: "ok", storage: "failed" } },
    });

    rmSync(ballast);
    expect(await anonymous("GET", "/readyz")).toMatchObject({ status: 200 });
    bodyOf(await sendRaw(request, "large.jsonl", large), 201);
  },
);
