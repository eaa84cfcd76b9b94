import Type, { type Static } from "typebox";
import { nullable, Timestamp } from "../platform/http/wire.ts";
import { LogProof } from "./log-proof.ts";

const Key = Type.Object(
  {
    kty: Type.Literal("OKP"),
    crv: Type.Literal("Ed25519"),
    alg: Type.Literal("EdDSA"),
    use: Type.Literal("sig"),
    kid: Type.String({ description: "SHA-256 of the SPKI DER in hexadecimal: the `keyid` of signatures" }),
    x: Type.String({ description: "The public key in base64url" }),
    pem: Type.String({ description: "The same as SPKI PEM, for OpenSSL" }),
    created_at: Timestamp,
    not_after: nullable(
      Type.String({
        format: "date-time",
        description: "When the key stopped signing; null: it is the signing key",
      }),
    ),
    revoked_at: nullable(
      Type.String({
        format: "date-time",
        description: "When the key was revoked; do not trust anything that it signed",
      }),
    ),
  },
  { title: "CertificateKey" },
);

/** `assay-keys.json`: a JWK Set (RFC 7517) with the revocations. */
export const KeySet = Type.Object(
  {
    keys: Type.Array(Key),
    revoked_certificates: Type.Array(
      Type.Object({ id: Type.String(), revoked_at: Timestamp, reason: nullable(Type.String()) }),
    ),
  },
  { title: "CertificateKeys" },
);
export type KeySet = Static<typeof KeySet>;

export const CertificateQuery = Type.Object({
  revision: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Default: the newest" }),
  ),
});

export const Certificate = Type.Object(
  {
    payloadType: Type.String({ examples: ["application/vnd.in-toto+json"] }),
    payload: Type.String({ description: "An in-toto Statement v1 in base64" }),
    signatures: Type.Array(Type.Object({ keyid: Type.String(), sig: Type.String() })),
    id: Type.String(),
    batch_id: Type.String(),
    revision: Type.Integer(),
    issued_at: Timestamp,
    superseded_by: nullable(Type.String({ description: "The certificate of the batch's next revision" })),
    failed_amendments: Type.Integer({
      description:
        "Failed audits of later amendments of the batch; the certificate page shows their findings",
    }),
    superseded_by_failed_amendment: Type.Boolean({
      description:
        "True if an amendment of this revision failed and no other has replaced it; the certificate stays valid",
    }),
    revoked_at: nullable(Timestamp),
    page_url: Type.String({
      description: "The certificate page, which recipients of the data can read without a key",
    }),
    log: nullable(LogProof),
  },
  {
    title: "Certificate",
    description: "The signed DSSE envelope, and the current status of the certificate",
  },
);
export type Certificate = Static<typeof Certificate>;
