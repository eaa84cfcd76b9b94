import { toBase64 } from "@assay/domain/log/bytes.ts";
import { verifierKey } from "@assay/domain/log/note.ts";
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import {
  type LogNeeds,
  loadKey,
  noteKey,
  proveInclusion,
  readHeadAt,
  signCheckpoint,
} from "../log/checkpoint.ts";
import { listEntries } from "../log/store.ts";
import { sha256 } from "../platform/sha256.ts";
import { envelopeOf } from "./envelope.ts";
import type { CertificateRow } from "./store.ts";

/** That the log has the entry of a certificate. */
export const LogProof = Type.Object(
  {
    key: Type.String({ description: "The log's verifier key (c2sp.org/signed-note)" }),
    checkpoint: Type.String({ description: "A signed note (c2sp.org/tlog-checkpoint)" }),
    index: Type.Integer({ minimum: 0, description: "The position of the entry in /log" }),
    entry: Type.String({
      description: "The entry, a line of JSON: its digest is the SHA-256 of the certificate's payload",
    }),
    proof: Type.Array(Type.String(), {
      description: "The inclusion proof (RFC 6962) in base64, from the leaf to the root",
    }),
  },
  { title: "LogProof", description: "The proof that the transparency log has the certificate" },
);
export type LogProof = Static<typeof LogProof>;

/** `certificate-log.json` of a bundle: the certificate of the batch, which the log has, and the proof. */
const LoggedCertificate = Type.Object({
  payloadType: Type.String(),
  payload: Type.String(),
  signatures: Type.Array(Type.Object({ keyid: Type.String(), sig: Type.String() })),
  log: LogProof,
});
export type LoggedCertificate = Static<typeof LoggedCertificate>;

/**
 * The proof in the tree that ends with the entry, so that it is the same whenever it is asked for. Null for a certificate
 * that was issued before the log.
 */
export async function proveLogged(needs: LogNeeds, { logged_at }: CertificateRow): Promise<LogProof | null> {
  if (logged_at === null) return null;
  const head = await readHeadAt(needs.db, logged_at + 1);
  const [entry] = await listEntries(needs.db, logged_at, 1);
  return {
    key: verifierKey(sha256, noteKey(await loadKey(needs))),
    checkpoint: await signCheckpoint(needs, head),
    index: logged_at,
    entry: String(entry),
    proof: (await proveInclusion(needs.db, logged_at, head.size)).map(toBase64),
  };
}

/** The text of `certificate-log.json`; null for a certificate that was issued before the log. */
export async function loggedText(needs: LogNeeds, row: CertificateRow): Promise<string | null> {
  const log = await proveLogged(needs, row);
  if (log === null) return null;
  const logged: LoggedCertificate = { ...envelopeOf(row.envelope), log };
  return `${JSON.stringify(logged, null, 2)}\n`;
}

/** Reads what `loggedText` writes; undefined if `text` has another form. */
export function readLogged(text: string): LoggedCertificate | undefined {
  try {
    const logged: unknown = JSON.parse(text);
    return Value.Check(LoggedCertificate, logged) ? logged : undefined;
  } catch {
    return undefined;
  }
}
