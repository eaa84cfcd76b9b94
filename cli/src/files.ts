import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** Throws a clear error if there is no file at `path`. */
export async function assertFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`the file ${path} does not exist`);
  if (!found.isFile()) throw new Error(`${path} is not a file`);
}

/**
 * Throws a clear error if no file can be written at `path`; call it before work whose result goes there. Refuses
 * devices.
 */
export async function assertWritable(path: string): Promise<void> {
  if (path === "") throw new Error("the name of the file to write is empty");
  const [found, folder] = await Promise.all(
    [path, dirname(path)].map((each) => stat(each).catch(() => undefined)),
  );
  if (folder?.isDirectory() !== true) throw new Error(`the folder ${dirname(path)} does not exist`);
  if (found?.isFile() === false) throw new Error(`${path} exists and is not a file`);
}

/**
 * The files in a folder and its subfolders, without hidden ones: paths relative to it, with slashes, in no order. Symbolic links are among
 * them if `withLinks`, and never followed.
 */
export async function listFiles(folder: string, { withLinks = false } = {}): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() || (withLinks && entry.isSymbolicLink()))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"))
    .filter((path) => !path.split("/").some((step) => step.startsWith(".")));
}
