import { type KeyObject, sign } from "node:crypto";
import type { Envelope } from "../platform/database/tables.ts";
import type { Predicate } from "./predicate.ts";

export const PAYLOAD_TYPE = "application/vnd.in-toto+json";
export const PREDICATE_TYPE = "tag:assay,2026:/annotation-certificate/v1";

/** A file that a statement describes. */
export interface Subject {
  /** Relative, with `/`. */
  readonly path: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The signer: `id` is the SHA-256 of the public key's SPKI DER. */
export interface Signer {
  readonly id: string;
  readonly privateKey: KeyObject;
}

/**
 * An in-toto Statement v1 with `predicate` about `subjects`, in a DSSE envelope with one Ed25519 signature.
 * The same arguments give the same bytes.
 *
 * Sources: github.com/in-toto/attestation, spec/v1/statement.md; github.com/secure-systems-lab/dsse,
 * protocol.md.
 */
export function signStatement(signer: Signer, subjects: readonly Subject[], predicate: Predicate): Envelope {
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjects.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
    predicateType: PREDICATE_TYPE,
    predicate,
  };
  const body = Buffer.from(JSON.stringify(statement));
  const sig = sign(null, preAuthenticationEncoding(body), signer.privateKey);
  return {
    payloadType: PAYLOAD_TYPE,
    payload: body.toString("base64"),
    signatures: [{ keyid: signer.id, sig: sig.toString("base64") }],
  };
}

/** The signed bytes: DSSE's PAE of the payload and its type. */
function preAuthenticationEncoding(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${body.length} `), body]);
}

/** `certificate.dsse.json`. */
export function envelopeText(envelope: Envelope): string {
  return `${JSON.stringify(envelopeOf(envelope))}\n`;
}

/** The members of an envelope in the order of `certificate.dsse.json`; the database keeps another order. */
export function envelopeOf({ payloadType, payload, signatures }: Envelope) {
  return { payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) };
}

/** The files that a certificate covers. */
export function readSubjects(envelope: Envelope): Subject[] {
  return statementOf(envelope).subject.map(({ name, digest }) => ({ path: name, sha256: digest.sha256 }));
}

export function readPredicate(envelope: Envelope): Predicate {
  return statementOf(envelope).predicate;
}

interface Statement {
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicate: Predicate;
}

function statementOf({ payload }: Envelope): Statement {
  return JSON.parse(Buffer.from(payload, "base64").toString()); // safe: signStatement wrote it
}
