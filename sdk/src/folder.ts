import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Bundle } from "./verify.ts";

/** A bundle unpacked into `folder`, for `verify` in Node. Memory use does not depend on the size of the files. */
export function openFolder(folder: string): Bundle {
  /** Paths outside the folder do not count as files, nor do pipes and devices, which may never end. */
  const at = async <T>(path: string, read: (file: string) => Promise<T>) => {
    if (path.startsWith("/") || path.includes("\0") || path.split(/[/\\]/).includes("..")) return undefined;
    const file = join(folder, path);
    const found = await stat(file).catch(unlessMissing);
    return found?.isFile() ? read(file).catch(unlessMissing) : undefined;
  };
  return {
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => !entry.isDirectory());
      return files
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, "/"))
        .sort();
    },
    read: (path) => at(path, (file) => readFile(file)),
    sha256: (path) =>
      at(path, async (file) => {
        const hash = createHash("sha256");
        await pipeline(createReadStream(file), hash);
        return hash.digest("hex");
      }),
  };
}

function unlessMissing(fault: NodeJS.ErrnoException): undefined {
  if (!["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"].includes(fault.code ?? "")) throw fault;
}
