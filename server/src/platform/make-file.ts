import { randomUUID } from "node:crypto";
import { link, rm, writeFile } from "node:fs/promises";

/**
 * Makes a file that only its owner can read, unless the name exists; whether it did. The file is on the disk, and it appears
 * complete: of two processes that make it at once one does, and the other never reads a part of it.
 */
export async function makeFile(file: string, content: string): Promise<boolean> {
  const made = `${file}.${randomUUID()}`;
  try {
    await writeFile(made, content, { mode: 0o600, flush: true });
    await link(made, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(made, { force: true });
  }
}
