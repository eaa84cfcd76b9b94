import { createHash } from "node:crypto";
import { appendToLog } from "../log/append.ts";
import { hasCertificate } from "../log/store.ts";
import type { Tx } from "../platform/database/db.ts";
import type { Envelope, NewRow } from "../platform/database/tables.ts";
import { findCertificateById, insertFormerRevocation, markRevoked } from "./of-any-account.ts";
import { markLogged } from "./store.ts";

/** What is known of a revoked certificate: no batch if its account was deleted. */
export interface Revoked {
  readonly batch_id: string | null;
}

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
 * Revokes a certificate permanently and logs the revocation, also one whose account was deleted, which only the log knows. An
 * earlier revocation stays unchanged. Undefined if there is no such certificate.
 */
export async function revokeCertificate(
  tx: Tx,
  id: string,
  reason: string | null,
  now: Date,
): Promise<Revoked | undefined> {
  const revoked = await markRevoked(tx, id, reason, now);
  if (revoked === undefined) {
    const found = await findCertificateById(tx, id);
    if (found !== undefined) return found;
    if (!(await hasCertificate(tx, id))) return undefined;
    if (!(await insertFormerRevocation(tx, id, reason, now))) return { batch_id: null };
  }
  await appendToLog(tx, { at: now, type: "revocation", certificate_id: id });
  return revoked ?? { batch_id: null };
}
