import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import type { NewRow } from "../platform/database/tables.ts";
import { readPredicate, type Signer, type Subject, signStatement } from "./envelope.ts";
import { loadSigner, readKeySet } from "./keys.ts";
import { loggedText } from "./log-proof.ts";
import type { Predicate } from "./predicate.ts";
import { findCertificate } from "./store.ts";

/** The predicate of the certificates of a dataset's files, and their signing key. */
export interface Certification {
  readonly predicate: Predicate;
  readonly signer: Signer;
  /** The text of `assay-keys.json`. */
  readonly keys: string;
  /** The text of `certificate-log.json`; null until the certificate is in the log. */
  readonly logged: string | null;
}

/** An issuer that signs `predicate` with the current key. */
export async function certificationOf(deps: Deps, predicate: Predicate): Promise<Certification> {
  const signer = await loadSigner(deps);
  return { predicate, signer, logged: null, keys: `${JSON.stringify(await readKeySet(deps.db), null, 2)}\n` };
}

/** The same for a certified batch; null if it was certified before certificates were signed. */
export async function findCertification(
  deps: Deps,
  batch: { readonly account_id: string; readonly batch_id: string },
  revision: number,
): Promise<Certification | null> {
  const row = await findCertificate(deps.db, batch, revision);
  if (row === undefined) return null;
  const certification = await certificationOf(deps, readPredicate(row.envelope));
  return { ...certification, logged: await loggedText(deps, row) };
}

/** The stored certificate of a dataset. */
export function newCertificate(
  { id: batch_id, account_id, revision }: BatchRow,
  { predicate, signer }: Certification,
  subjects: readonly Subject[],
): NewRow<"certificates"> {
  return {
    id: predicate.id,
    ...{ account_id, batch_id, revision },
    envelope: JSON.stringify(signStatement(signer, subjects, predicate)),
    issued_at: new Date(predicate.issued_at),
  };
}
