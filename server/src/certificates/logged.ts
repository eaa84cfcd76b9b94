import { createHash } from "node:crypto";
import { appendToLog } from "../log/append.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Envelope, NewRow } from "../platform/database/tables.ts";
import { findCertificateById, markRevoked } from "./of-any-account.ts";
import { type CertificateRow, markLogged } from "./store.ts";

/** Logs that a certificate was issued, with the digest of its signed statement. Call it after `insertCertificate`. */
export async function logCertificate(
  tx: Tx,
  { id, account_id, batch_id, revision, envelope }: NewRow<"certificates">,
  at: Date,
): Promise<void> {
  const { payload }: Envelope = JSON.parse(envelope);
  const digest = createHash("sha256").update(Buffer.from(payload, "base64")).digest("hex");
  const entry = { at, type: "certificate", batch_id, certificate_id: id, revision, digest } as const;
  const { position } = await appendToLog(tx, entry);
  await markLogged(tx, { account_id, id }, position);
}

/**
 * Revokes a certificate permanently and logs the revocation. An earlier revocation stays unchanged. Undefined if
 * there is no such certificate.
 */
export async function revokeCertificate(
  tx: Tx,
  id: string,
  reason: string | null,
  now: Date,
): Promise<CertificateRow | undefined> {
  const revoked = await markRevoked(tx, id, reason, now);
  if (revoked === undefined) return findCertificateById(tx, id);
  await appendToLog(tx, { at: now, type: "revocation", certificate_id: id });
  return revoked;
}
