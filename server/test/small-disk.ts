import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/**
 * A folder with a file system of `megabytes` of its own, which only root may mount; `isMounted` says whether it worked, and
 * stderr why not. It is removed after the test file, once what is given to `beforeUnmount` has ended.
 */
export function givenSmallDisk(
  megabytes: number,
  beforeUnmount: () => Promise<void> = async () => undefined,
) {
  const folder = mkdtempSync(join(tmpdir(), "assay-small-disk-"));
  const isMounted = mount(folder, megabytes);
  afterAll(async () => {
    await beforeUnmount();
    if (isMounted) execFileSync("umount", ["-n", folder]);
    rmSync(folder, { recursive: true });
  });
  return { folder, isMounted };
}

/** Without an entry in the table of mounts, for whose lock others may wait at the same time. */
function mount(folder: string, megabytes: number): boolean {
  const args = ["-n", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder];
  const { status, stderr, error } = spawnSync("mount", args, { encoding: "utf8" });
  if (status !== 0)
    process.stderr.write(`NOT CHECKED: a full disk, since none can be mounted: ${error ?? stderr}\n`);
  return status === 0;
}
