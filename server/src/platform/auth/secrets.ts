import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

const FINGERPRINT_BYTES = 12;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** One master key or several, the newest first: it encrypts and signs, the others read what they wrote. */
export type MasterKeys = readonly [Buffer, ...Buffer[]];

/** Encrypts secrets at rest, and signs URLs and tokens of the service. */
export interface Secrets {
  /** The fingerprint of the newest master key (12 bytes), then AES-256-GCM: nonce (12), tag (16), ciphertext. */
  readonly encrypt: (text: string) => Buffer;
  /** Throws if the bytes were changed or none of the master keys encrypted them. */
  readonly decrypt: (sealed: Buffer) => string;
  /** HMAC-SHA256 in base64url, for URLs that carry their own permission. `purpose` separates the uses. */
  readonly sign: (purpose: string, text: string) => string;
  /** Whether `signature` is that of `sign`, with any of the master keys. */
  readonly isSigned: (purpose: string, text: string, signature: string) => boolean;
  /** Of each master key, the newest first, in base64url: tells keys apart and nothing about them. */
  readonly fingerprints: readonly [string, ...string[]];
}

interface KeyInUse {
  readonly fingerprint: Buffer;
  readonly master: Buffer;
  readonly encryption: Buffer;
  readonly signing: Buffer;
}

/** Each master key is 32 bytes; the keys for encryption and signatures are derived from it (ADR 0047). */
export function createSecrets(...masterKeys: MasterKeys): Secrets {
  const [first, ...others] = masterKeys;
  const newest = derive(first);
  const keys: readonly [KeyInUse, ...KeyInUse[]] = [newest, ...others.map(derive)];
  return {
    encrypt: (text) => Buffer.concat([newest.fingerprint, seal(newest.encryption, text)]),
    decrypt(sealed) {
      const named = keys.find(({ fingerprint }) => isPrefix(fingerprint, sealed));
      if (named !== undefined) return open(named.encryption, sealed.subarray(FINGERPRINT_BYTES));
      return openUnnamed(keys, sealed);
    },
    sign: (purpose, text) => signature(newest.signing, purpose, text),
    isSigned: (purpose, text, given) =>
      // Versions without derived keys signed with the master key itself.
      keys
        .flatMap(({ signing, master }) => [signing, master])
        .some((key) => isSame(signature(key, purpose, text), given)),
    fingerprints: [
      newest.fingerprint.toString("base64url"),
      ...keys.slice(1).map(({ fingerprint }) => fingerprint.toString("base64url")),
    ],
  };
}

/** The keys in `text`, in base64, separated by commas or line ends; undefined where one of them is not 32 bytes. */
export function parseMasterKeys(text: string): MasterKeys | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== "");
  if (!parts.every((part) => /^[A-Za-z0-9+/_-]{43}=?$/.test(part))) return undefined;
  const [first, ...others] = parts.map((part) => Buffer.from(part, "base64"));
  return first === undefined ? undefined : [first, ...others];
}

function derive(master: Buffer): KeyInUse {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", master, "", `assay ${purpose}`, KEY_BYTES));
  const fingerprint = createHmac("sha256", master).update("backup\nmaster key").digest();
  return {
    fingerprint: fingerprint.subarray(0, FINGERPRINT_BYTES),
    master,
    encryption: derived("encryption"),
    signing: derived("signing"),
  };
}

function isPrefix(prefix: Buffer, bytes: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function open(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

/** What a version without fingerprints encrypted, with a master key itself. */
function openUnnamed(keys: readonly KeyInUse[], sealed: Buffer): string {
  for (const { master } of keys) {
    try {
      return open(master, sealed);
    } catch {
      // another key may have encrypted it
    }
  }
  throw new Error("none of the master keys encrypted this");
}

function signature(key: Buffer, purpose: string, text: string): string {
  return createHmac("sha256", key).update(`${purpose}\n${text}`).digest("base64url");
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
