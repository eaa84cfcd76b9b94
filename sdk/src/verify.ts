import { type Certificate, CertificateFault, openCertificate, type Signed } from "./certificate.ts";
import { type CertificateKey, type KeySet, keyIdOf, readKeys } from "./certificate-keys.ts";
import { haveStatedDigest } from "./judging-rules.ts";

/** The files of an unpacked bundle, wherever they are stored. Paths are relative, with `/`. */
export interface Bundle {
  readonly list: () => Promise<readonly string[]>;
  /** Undefined if there is no such file. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
  /** In hexadecimal; undefined if there is no such file. */
  readonly sha256: (path: string) => Promise<string | undefined>;
}

export type FaultCode =
  | "changed_file"
  | "missing_file"
  | "changed_certificate"
  | "missing_certificate"
  | "revoked_certificate"
  | "unknown_key"
  | "revoked_key"
  | "expired_key";

/** One fault, as a sentence. */
export interface Fault {
  readonly code: FaultCode;
  /** The file with the fault. */
  readonly path: string;
  readonly message: string;
}

/** The result of `verify`. */
export interface Verification {
  /** True if there are no faults. */
  readonly ok: boolean;
  readonly faults: readonly Fault[];
  /** Notes that are no faults. */
  readonly notes: readonly string[];
  /** The files whose bytes match the certificate. */
  readonly files: readonly string[];
  /** What the certificate says; null without a trustworthy signature. */
  readonly certificate: Certificate | null;
  /** SHA-256 of the public key's SPKI DER. */
  readonly keyid: string | null;
}

export const CERTIFICATE = "certificate.dsse.json";
export const KEYS = "assay-keys.json";
export const MANIFEST = "manifest.sha256";

/**
 * Checks a bundle against its certificate, offline. `keys` is the text of an `assay-keys.json` from another source
 * than the bundle; without it the bundle's own keys are used, and a note says so. Uses only Web Crypto, so it runs in
 * Node, Deno, Bun, workers and browsers.
 *
 * Throws if `keys` is not a key set.
 */
export async function verify(
  bundle: Bundle,
  { keys }: { readonly keys?: string } = {},
): Promise<Verification> {
  const faults: Fault[] = [];
  const given = keys === undefined ? undefined : readKeys(keys);
  const text = await bundle.read(CERTIFICATE);
  if (text === undefined) {
    const message = `there is no ${CERTIFICATE}; is this an unpacked bundle of a certified dataset?`;
    return concluded({ faults: [{ code: "missing_certificate", path: CERTIFICATE, message }] });
  }
  const known = given ?? (await ownKeys(bundle, faults));
  const signed = await checkSignature(text, known, given !== undefined, faults);
  if (signed === undefined) return concluded({ faults });
  const { certificate, keyid } = signed;
  const files = await checkFiles(bundle, certificate.files, faults);
  const unnamed = await unnamedFiles(bundle, [...files.named, CERTIFICATE]);
  return concluded({
    faults,
    notes: [...(given === undefined ? [OWN_KEYS] : []), ...unnamed],
    files: files.right,
    certificate: signed.isTrusted ? certificate : null,
    keyid,
  });
}

const OWN_KEYS =
  `the key is as given by the bundle: compare it with /${`.well-known/${KEYS}`} of the service that made it, ` +
  "or say with --keys where the keys are";

function concluded(found: Partial<Verification>): Verification {
  const { faults = [], notes = [], files = [], certificate = null, keyid = null } = found;
  return { ok: faults.length === 0, faults, notes, files, certificate, keyid };
}

/** The keys in the bundle; empty if they cannot be read, which is a fault. */
async function ownKeys(bundle: Bundle, faults: Fault[]): Promise<KeySet> {
  const text = await bundle.read(KEYS);
  if (text === undefined) {
    faults.push({ code: "missing_file", path: KEYS, message: `${KEYS} is missing` });
    return { keys: [], revoked_certificates: [] };
  }
  try {
    return readKeys(new TextDecoder().decode(text));
  } catch {
    return { keys: [], revoked_certificates: [] }; // the digest check reports the change
  }
}

interface Checked {
  readonly certificate: Certificate;
  readonly keyid: string;
  /** False if the key is unknown; the files are compared nevertheless. */
  readonly isTrusted: boolean;
}

async function checkSignature(
  text: Uint8Array,
  { keys, revoked_certificates }: KeySet,
  isGiven: boolean,
  faults: Fault[],
): Promise<Checked | undefined> {
  const fail = (code: FaultCode, message: string, path = CERTIFICATE) => {
    faults.push({ code, path, message });
  };
  let signed: Signed;
  try {
    signed = openCertificate(text);
  } catch (fault) {
    if (!(fault instanceof CertificateFault)) throw fault;
    return void fail("changed_certificate", `${CERTIFICATE} was changed: ${fault.message}`);
  }
  const { certificate, keyid } = signed;
  const key = keys.find(({ kid }) => kid === keyid);
  if (key === undefined || (await keyIdOf(key)) !== keyid) {
    const where = isGiven ? "the given keys" : KEYS;
    fail("unknown_key", `the certificate is signed with the key ${keyid}, which is not in ${where}`);
    return { certificate, keyid, isTrusted: false };
  }
  if (!(await isSignedWith(key, signed))) {
    return void fail("changed_certificate", `${CERTIFICATE} was changed: its signature does not fit`);
  }
  if (!(await haveStatedDigest(certificate.predicate))) {
    fail("changed_certificate", `${CERTIFICATE} states another digest than that of its judging rules`);
  }
  if (key.revoked_at !== null) {
    fail(
      "revoked_key",
      `the key ${keyid} was revoked on ${key.revoked_at}: do not trust anything that it signed`,
    );
  } else if (key.not_after !== null && certificate.issued_at > key.not_after) {
    fail(
      "expired_key",
      `the certificate was issued on ${certificate.issued_at}, after its key's end on ${key.not_after}`,
    );
  }
  const revoked = revoked_certificates.find(({ id }) => id === certificate.id);
  if (revoked !== undefined) {
    const reason = revoked.reason === null ? "" : `: ${revoked.reason}`;
    fail(
      "revoked_certificate",
      `the certificate ${certificate.id} was revoked on ${revoked.revoked_at}${reason}`,
    );
  }
  return { certificate, keyid, isTrusted: key.revoked_at === null };
}

async function isSignedWith({ x }: CertificateKey, { signature, signedBytes }: Signed): Promise<boolean> {
  const jwk = { kty: "OKP", crv: "Ed25519", x };
  const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", key, signature, signedBytes);
}

type Digests = ReadonlyMap<string, string>;

interface CheckedFiles {
  readonly named: Iterable<string>;
  readonly right: readonly string[];
}

/** Compares the files that the certificate lists, and by its manifest the others. */
async function checkFiles(bundle: Bundle, subjects: Digests, faults: Fault[]): Promise<CheckedFiles> {
  const right: string[] = [];
  const named = new Map(subjects);
  for (const [path, digest] of subjects) if (await isRight(bundle, path, digest, faults)) right.push(path);
  if (!right.includes(MANIFEST)) return { named: named.keys(), right };
  for (const [path, digest] of readManifest(await bundle.read(MANIFEST))) {
    if (named.has(path)) continue;
    named.set(path, digest);
    if (await isRight(bundle, path, digest, faults)) right.push(path);
  }
  return { named: named.keys(), right };
}

async function isRight(bundle: Bundle, path: string, digest: string, faults: Fault[]): Promise<boolean> {
  const found = await bundle.sha256(path);
  if (found === digest) return true;
  if (faults.some((fault) => fault.code === "missing_file" && fault.path === path)) return false;
  if (found === undefined) faults.push({ code: "missing_file", path, message: `${path} is missing` });
  else {
    const message = `${path} was changed: its SHA-256 is ${found}, certified was ${digest}`;
    faults.push({ code: "changed_file", path, message });
  }
  return false;
}

/** Parses the output of `sha256sum`. */
function readManifest(bytes: Uint8Array | undefined): Digests {
  const lines = new TextDecoder().decode(bytes).split("\n");
  return new Map(
    lines.filter((line) => /^[0-9a-f]{64} {2}/.test(line)).map((line) => [line.slice(66), line.slice(0, 64)]),
  );
}

async function unnamedFiles(bundle: Bundle, named: readonly string[]): Promise<string[]> {
  const known = new Set(named);
  const others = (await bundle.list()).filter((path) => !known.has(path));
  return others.map((path) => `${path} is not among what was certified`);
}
