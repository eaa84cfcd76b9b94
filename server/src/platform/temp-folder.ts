import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** Nodes may share the folder, and the socket of another node refuses connections although its process lives. */
const PREFIX = `assay-${createHash("sha256").update(hostname()).digest("hex").slice(0, 8)}-`;
const SOCKET = ".alive";

/** A new folder of this thread in the system's temporary folder, for this user only. */
export interface TempFolder {
  readonly path: string;
  /** Removes it with all files in it. */
  readonly remove: () => Promise<void>;
}

/**
 * Makes a folder, which `removeLeftovers` keeps while this thread lives: a socket beside it accepts connections so long. Process ids
 * cannot tell: the process of a container that starts again has the same one, and of a thread that ran out of memory the process lives.
 */
export async function makeTempFolder(): Promise<TempFolder> {
  const path = join(tmpdir(), PREFIX + randomUUID().slice(0, 13));
  const alive = createServer((socket) => socket.destroy()).unref();
  await once(alive.listen(`${path}${SOCKET}`), "listening");
  const remove = async () => {
    await rm(path, { recursive: true, force: true });
    alive.close(); // removes the socket
  };
  // After the socket: a folder without one is a leftover.
  await mkdir(path, { mode: 0o700 }).catch(async (fault: unknown) => {
    await remove();
    throw fault;
  });
  return { path, remove };
}

/** Removes the folders that threads of this user on this machine made and left when they were killed. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX) || name.endsWith(SOCKET)) continue;
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => undefined); // another process removes leftovers too
    if (found?.uid !== process.getuid?.() || (await isHeld(`${path}${SOCKET}`))) continue;
    await rm(path, { recursive: true, force: true });
    await rm(`${path}${SOCKET}`, { force: true });
  }
}

/** Whether a thread accepts connections to a socket, or might do so. */
function isHeld(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== "ECONNREFUSED" && code !== "ENOENT"),
    );
  });
}
