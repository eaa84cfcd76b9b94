import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** Containers may share the folder, and a process id says nothing about a process of another machine. */
const PREFIX = `assay-import-${createHash("sha256").update(hostname()).digest("hex").slice(0, 8)}-`;

/**
 * Runs `use` with a new folder for this user only, in the system's temporary folder, and then removes it; before that, the folders that
 * killed processes of this machine left.
 */
export async function withTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leaves a folder that it may not remove: it is another user's. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [pid = ""] = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split("-") : [];
    if (/^\d+$/.test(pid) && !isAlive(Number(pid)))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code !== "ESRCH"; // EPERM: a process of another user
  }
}
