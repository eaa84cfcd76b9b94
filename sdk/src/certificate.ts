/** The statements of a certificate that `verify` reports. */
export interface Certificate {
  readonly id: string;
  readonly batch_id: string;
  readonly revision: number;
  /** `quality_score`, 0 to 100. */
  readonly score: number;
  readonly level: string;
  /** ISO 8601, UTC. */
  readonly issued_at: string;
  /** SHA-256 in hexadecimal by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Everything that the certificate says about the batch; see docs/certificate.md. */
  readonly predicate: Readonly<Record<string, unknown>>;
}

/** A parsed certificate, and the bytes that its signature covers. */
export interface Signed {
  readonly certificate: Certificate;
  readonly keyid: string;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly signedBytes: Uint8Array<ArrayBuffer>;
}

/** The text is not a certificate; the message says why. */
export class CertificateFault extends Error {
  override readonly name = "CertificateFault";
}

const PAYLOAD_TYPE = "application/vnd.in-toto+json";
const PREDICATE_TYPE = /\/annotation-certificate\/v1$/;

/**
 * Parses a certificate: a DSSE envelope with an in-toto statement. Does not check the signature. Throws
 * CertificateFault unless every byte is as the service writes it: JSON and base64 have several forms for the same
 * content, and a certificate must not be changed at all.
 *
 * Sources: github.com/secure-systems-lab/dsse, protocol.md and envelope.md; github.com/in-toto/attestation,
 * spec/v1/statement.md.
 */
export function openCertificate(bytes: Uint8Array): Signed {
  const text = decode(bytes);
  const envelope = recordOf(parse(text), "the envelope");
  if (envelope.payloadType !== PAYLOAD_TYPE) {
    throw new CertificateFault(`its payloadType is not ${PAYLOAD_TYPE}`);
  }
  const payload = bytesOf(envelope.payload, "payload");
  const signatures = envelope.signatures;
  if (!Array.isArray(signatures) || signatures.length !== 1)
    throw new CertificateFault("it must have exactly one signature");
  const signature = recordOf(signatures[0], "the signature");
  const [keyid, sig] = [textOf(signature.keyid, "keyid"), textOf(signature.sig, "sig")];
  const written = { payloadType: PAYLOAD_TYPE, payload: envelope.payload, signatures: [{ keyid, sig }] };
  if (`${JSON.stringify(written)}\n` !== text)
    throw new CertificateFault("its bytes were changed after signing");
  return {
    certificate: certificateOf(recordOf(parse(decode(payload)), "the statement")),
    keyid,
    signature: bytesOf(sig, "sig"),
    signedBytes: joined(
      new TextEncoder().encode(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
      payload,
    ),
  };
}

function certificateOf(statement: Readonly<Record<string, unknown>>): Certificate {
  const { predicateType, subject } = statement;
  if (!PREDICATE_TYPE.test(textOf(predicateType, "predicateType"))) {
    throw new CertificateFault("its statement is not an annotation certificate");
  }
  if (!Array.isArray(subject)) throw new CertificateFault("its statement has no subject");
  const predicate = recordOf(statement.predicate, "the predicate");
  return {
    id: textOf(predicate.id, "id"),
    batch_id: textOf(recordOf(predicate.batch, "the batch").id, "batch.id"),
    revision: numberOf(predicate.revision, "revision"),
    score: numberOf(predicate.score, "score"),
    level: textOf(predicate.level, "level"),
    issued_at: textOf(predicate.issued_at, "issued_at"),
    files: new Map(subject.map(fileOf)),
    predicate,
  };
}

function fileOf(subject: unknown): [path: string, sha256: string] {
  const { name, digest } = recordOf(subject, "a subject");
  return [textOf(name, "name"), textOf(recordOf(digest, "a digest").sha256, "sha256")];
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CertificateFault("it is not UTF-8", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CertificateFault("it is not JSON", { cause });
  }
}

function recordOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CertificateFault(`${what} is not a JSON object`);
  }
  return { ...value };
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== "string") throw new CertificateFault(`${what} is missing`);
  return value;
}

function numberOf(value: unknown, what: string): number {
  if (typeof value !== "number") throw new CertificateFault(`${what} is missing`);
  return value;
}

/** Canonical base64 with padding: each byte string has exactly one form. */
function bytesOf(value: unknown, what: string): Uint8Array<ArrayBuffer> {
  const text = textOf(value, what);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new CertificateFault(`${what} is not base64`);
  }
  const binary = atob(text);
  if (btoa(binary) !== text) throw new CertificateFault(`${what} is not canonical base64`);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
