import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MasterKeys, parseMasterKeys } from "./secrets.ts";

const KEY_BYTES = 32;
const KEY_FILE = "master.key";

/**
 * The configured keys, otherwise those in `dataDir/master.key` (0600), which is created at the first start. Throws if the
 * file holds anything but keys: with another key the service could not read its stored secrets.
 */
export async function loadMasterKeys(configured: string | undefined, dataDir: string): Promise<MasterKeys> {
  const keys = await findMasterKeys(configured, dataDir);
  if (keys !== undefined) return keys;
  await makeMasterKey(join(dataDir, KEY_FILE), dataDir);
  return loadMasterKeys(configured, dataDir);
}

/** The same, but undefined if there is no key yet. */
export async function findMasterKeys(
  configured: string | undefined,
  dataDir: string,
): Promise<MasterKeys | undefined> {
  if (configured !== undefined) return parseMasterKeys(configured);
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) return undefined;
  const keys = parseMasterKeys(await readFile(file, "utf8"));
  if (keys === undefined) throw new Error(`${file} must contain ${KEY_BYTES} bytes in base64 on each line`);
  return keys;
}

/** A link appears complete and fails if the name exists: two concurrent first starts agree on one key. */
async function makeMasterKey(file: string, dataDir: string): Promise<void> {
  const made = `${file}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(made, randomBytes(KEY_BYTES).toString("base64"), { mode: 0o600, flush: true });
  await link(made, file).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== "EEXIST") throw fault;
  });
  await rm(made);
}
