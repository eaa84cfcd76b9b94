import { ServiceError } from "@assay/domain/errors.ts";
import { failedAudits } from "../batches/failed-audits.ts";
import { getBatchOrTombstone } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { iso, isoOrNull } from "../platform/http/wire.ts";
import { envelopeOf } from "./envelope.ts";
import { proveLogged } from "./log-proof.ts";
import type { Certificate } from "./schemas.ts";
import { type CertificateRow, findCertificate } from "./store.ts";

interface Asked {
  readonly account_id: string;
  readonly batch_id: string;
  readonly revision?: number | undefined;
}

/**
 * The certificate of the account's batch, even if the batch is deleted; absent `revision` means the newest.
 * Throws `not_found`, also for an unknown revision, and `batch_not_certified`.
 */
export async function getCertificate(deps: Deps, asked: Asked): Promise<Certificate> {
  const { db } = deps;
  const batch = await getBatchOrTombstone(db, asked.account_id, asked.batch_id);
  const key = { account_id: batch.account_id, batch_id: batch.id };
  const revision = asked.revision ?? batch.revision;
  const row = await findCertificate(db, key, revision);
  if (row !== undefined) {
    const failed = failedAudits(batch.looks, revision).length;
    const next = await findCertificate(db, key, revision + 1);
    return { ...toCertificate(deps.config, row, next, failed), log: await proveLogged(deps, row) };
  }
  if (batch.certified_at === null && batch.deleted_at === null) {
    throw new ServiceError(
      "batch_not_certified",
      `Batch ${batch.id} is ${batch.status}; only certified batches have a certificate.`,
    );
  }
  throw new ServiceError("not_found", `batch ${batch.id} has no certificate for revision ${revision}`);
}

function toCertificate(
  { baseUrl }: Deps["config"],
  { id, batch_id, revision, envelope, issued_at, revoked_at }: CertificateRow,
  next: CertificateRow | undefined,
  failed_amendments: number,
): Omit<Certificate, "log"> {
  return {
    ...envelopeOf(envelope),
    ...{ id, batch_id, revision },
    issued_at: iso(issued_at),
    superseded_by: next?.id ?? null,
    failed_amendments,
    superseded_by_failed_amendment: failed_amendments > 0 && next === undefined,
    revoked_at: isoOrNull(revoked_at),
    page_url: `${baseUrl}/certificates/${id}`,
  };
}
