import type { BatchRow } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import type { NewRow } from "../platform/database/tables.ts";
import { readPredicate, type Signer, type Subject, signStatement } from "./envelope.ts";
import { loadSigner, readKeySet } from "./keys.ts";
import type { Predicate } from "./predicate.ts";
import { findCertificate } from "./store.ts";

/** What the certificates of a dataset's files say, and with what they are signed. */
export interface Certification {
  readonly predicate: Predicate;
  readonly signer: Signer;
  /** The text of `assay-keys.json`. */
  readonly keys: string;
}

/** Lets the key that signs now sign for `predicate`. */
export async function certificationOf(deps: Deps, predicate: Predicate): Promise<Certification> {
  const signer = await loadSigner(deps);
  return { predicate, signer, keys: `${JSON.stringify(await readKeySet(deps.db), null, 2)}\n` };
}

/** The same for a batch that is certified; null where that was before certificates were signed. */
export async function findCertification(
  deps: Deps,
  batch_id: string,
  revision: number,
): Promise<Certification | null> {
  const row = await findCertificate(deps.db, batch_id, revision);
  return row === undefined ? null : certificationOf(deps, readPredicate(row.envelope));
}

/** The certificate of a dataset as it is stored. */
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
