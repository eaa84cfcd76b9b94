import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../cli/src/run.ts";
import { unzip } from "../../server/test/unzip.ts";

/**
 * Unpacks a bundle and runs `assay verify` on it with the keys that the service publishes; gives what it printed.
 * Throws where it finds a fault.
 */
export async function verifyBundle(archive: string, baseUrl: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "assay-tour-"));
  try {
    for (const [path, bytes] of await unzip(await readFile(archive))) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const args = ["verify", folder, "--keys", `${baseUrl}/.well-known/assay-keys.json`];
    const code = await run(args, { env: {}, print, note: print });
    if (code !== 0) throw new Error(`assay verify gave ${code}: ${printed.join("; ")}`);
    return printed;
  } finally {
    await rm(folder, { recursive: true });
  }
}
