import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/**
 * A folder with a file system of `megabytes` of its own, which only root may mount; `isMounted` says whether it worked. It is
 * removed after the test file, once what is given to `beforeUnmount` has ended.
 */
export function givenSmallDisk(
  megabytes: number,
  beforeUnmount: () => Promise<void> = async () => undefined,
) {
  const folder = mkdtempSync(join(tmpdir(), "assay-small-disk-"));
  const isMounted = mount(folder, megabytes);
  afterAll(async () => {
    await beforeUnmount();
    if (isMounted) execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  });
  return { folder, isMounted };
}

function mount(folder: string, megabytes: number): boolean {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
