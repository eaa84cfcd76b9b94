import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFile } from "../make-file.ts";
import { runMasterKeyCommand } from "./master-key-command.ts";
import { type MasterKeys, parseMasterKeys } from "./secrets.ts";

const KEY_BYTES = 32;
const KEY_FILE = "master.key";

/** The settings that say where the master keys are. */
export interface KeySettings {
  readonly masterKey: string | undefined;
  readonly masterKeyCommand: string | undefined;
  readonly dataDir: string;
}

/** The setting or file that holds the keys, for messages. */
export function keySource({ masterKey, masterKeyCommand, dataDir }: KeySettings): string {
  if (masterKey !== undefined) return "ASSAY_MASTER_KEY";
  return masterKeyCommand === undefined ? join(dataDir, KEY_FILE) : "ASSAY_MASTER_KEY_COMMAND";
}

/**
 * The configured keys, or those that the configured command prints, otherwise those in `dataDir/master.key`; undefined if
 * there are none yet. Throws if the command or the file gives anything but keys.
 */
export async function findMasterKeys(settings: KeySettings): Promise<MasterKeys | undefined> {
  const { masterKey, masterKeyCommand, dataDir } = settings;
  if (masterKey !== undefined) return parseMasterKeys(masterKey);
  const file = join(dataDir, KEY_FILE);
  if (masterKeyCommand === undefined && !existsSync(file)) return undefined;
  const text =
    masterKeyCommand === undefined
      ? await readFile(file, "utf8")
      : await runMasterKeyCommand(masterKeyCommand);
  const keys = parseMasterKeys(text);
  const must = masterKeyCommand === undefined ? "must contain" : "the command must print";
  if (keys === undefined)
    throw new Error(`${keySource(settings)}: ${must} ${KEY_BYTES} bytes in base64 on each line`);
  return keys;
}

/** A new key in `dataDir/master.key` (0600). Two concurrent first starts agree on one key. */
export async function makeMasterKey(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await makeFile(join(dataDir, KEY_FILE), randomBytes(KEY_BYTES).toString("base64"));
}
