import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_FILE = "master.key";

/** Encrypts secrets at rest, and signs URLs and tokens of the service. */
export interface Secrets {
  /** AES-256-GCM: nonce (12 bytes), tag (16), ciphertext. */
  readonly encrypt: (text: string) => Buffer;
  /** Throws if the bytes were changed or encrypted with another key. */
  readonly decrypt: (sealed: Buffer) => string;
  /** HMAC-SHA256 in base64url, for URLs that carry their own permission. `purpose` separates the uses. */
  readonly sign: (purpose: string, text: string) => string;
}

/** `masterKey` is 32 bytes. */
export function createSecrets(masterKey: Buffer): Secrets {
  return {
    encrypt(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", masterKey, iv);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    decrypt(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", masterKey, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
    sign(purpose, text) {
      return createHmac("sha256", masterKey).update(`${purpose}\n${text}`).digest("base64url");
    },
  };
}

/**
 * The configured key, otherwise the one in `dataDir/master.key` (0600), created at the first start. Throws if
 * the file is not a key of ours: with another key the service could not read its stored secrets.
 */
export async function loadMasterKey(configured: string | undefined, dataDir: string): Promise<Buffer> {
  const key = await findMasterKey(configured, dataDir);
  if (key !== undefined) return key;
  await makeMasterKey(join(dataDir, KEY_FILE), dataDir);
  return loadMasterKey(configured, dataDir);
}

/** The same, but undefined if there is no key yet. */
export async function findMasterKey(
  configured: string | undefined,
  dataDir: string,
): Promise<Buffer | undefined> {
  if (configured !== undefined) return Buffer.from(configured, "base64");
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) return undefined;
  const key = Buffer.from(await readFile(file, "utf8"), "base64");
  if (key.length !== KEY_BYTES) throw new Error(`${file} must contain ${KEY_BYTES} bytes in base64`);
  return key;
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
