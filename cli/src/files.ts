import { stat } from "node:fs/promises";

/** Throws where there is no file at `path`, in words for whoever named it. */
export async function assertFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`the file ${path} does not exist`);
  if (!found.isFile()) throw new Error(`${path} is not a file`);
}
