/** A public key of the set. */
export interface CertificateKey {
  /** SHA-256 of its SPKI DER. */
  readonly kid: string;
  /** The key in base64url. */
  readonly x: string;
  readonly not_after: string | null;
  readonly revoked_at: string | null;
}

/** The parts of `assay-keys.json` that `verify` needs. */
export interface KeySet {
  readonly keys: readonly CertificateKey[];
  readonly revoked_certificates: readonly {
    readonly id: string;
    readonly revoked_at: string;
    readonly reason: string | null;
  }[];
}

/** Parses a key set; throws an Error that says what is missing. */
export function readKeys(text: string): KeySet {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch (cause) {
    throw new Error("the keys are not JSON", { cause });
  }
  if (!isKeySet(found))
    throw new Error("the keys are not an assay-keys.json: keys or revoked_certificates are missing");
  return found;
}

function isKeySet(value: unknown): value is KeySet {
  if (!isRecord(value) || !Array.isArray(value.keys) || !Array.isArray(value.revoked_certificates))
    return false;
  const isKey = (key: unknown) =>
    isRecord(key) &&
    isText(key.kid) &&
    isText(key.x) &&
    isTextOrNull(key.not_after) &&
    isTextOrNull(key.revoked_at);
  const isRevoked = (one: unknown) =>
    isRecord(one) && isText(one.id) && isText(one.revoked_at) && isTextOrNull(one.reason);
  return value.keys.every(isKey) && value.revoked_certificates.every(isRevoked);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

/** The DER prefix of an Ed25519 public key, before its 32 bytes. Source: RFC 8410, section 4. */
const SPKI_PREFIX = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];

/** The SHA-256 of the key's SPKI DER in hexadecimal; undefined if `x` is not a key. */
export async function keyIdOf({ x }: Pick<CertificateKey, "x">): Promise<string | undefined> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(x)) return undefined;
  const raw = atob(x.replaceAll("-", "+").replaceAll("_", "/"));
  const der = Uint8Array.from([...SPKI_PREFIX, ...Array.from(raw, (character) => character.charCodeAt(0))]);
  const digest = await crypto.subtle.digest("SHA-256", der);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
