import { createHmac } from "node:crypto";

/** An event that the log records. Digests are SHA-256 in hexadecimal; nothing of the content of batches is in it. */
export type LogEntry = { readonly at: Date } & Recorded;

type Recorded =
  /** The secret half of a round's sample is fixed before its labels exist. */
  | (OfRound & { readonly type: "commitment"; readonly seed_sha256: string })
  /** The labels of a round are fixed: `root` is a Merkle root over its items. */
  | (OfRound & {
      readonly type: "labels";
      readonly root: string;
      readonly items: number;
    } & Partial<FixedRound>)
  /** The public half of the sample, added after the labels were fixed. */
  | (OfRound & {
      readonly type: "challenge";
      readonly source: "nonce" | "beacon" | "log";
      readonly nonce_sha256: string;
    })
  /** A round failed; `digest` covers the evidence. */
  | (OfRound & {
      readonly type: "stage";
      readonly look: number;
      readonly outcome: "failed";
      readonly digest: string;
    })
  /** The batch was deleted while a look was open, or given up. */
  | (OfRound & { readonly type: "abandoned" })
  /** `digest` is that of the signed statement. */
  | (OfBatch & {
      readonly type: "certificate";
      readonly certificate_id: string;
      readonly revision: number;
      readonly digest: string;
    })
  /** A certified batch was reopened for the given revision. */
  | (OfBatch & { readonly type: "amendment"; readonly revision: number })
  | { readonly type: "revocation"; readonly certificate_id: string }
  /** A backup of that time was restored: entries that the log had later are lost. */
  | { readonly type: "restoration"; readonly backup_at: string };

/** The round of a public beacon whose signature decides the nonce, named before anybody can know it. */
export interface FixedRound {
  readonly beacon_chain: string;
  readonly beacon_round: number;
}

interface OfBatch {
  readonly batch_id: string;
}

interface OfRound extends OfBatch {
  readonly round: number;
}

/**
 * The bytes of an entry: JSON on one line, with the time and the type first. `batch_id` and `certificate_id` become
 * `batch` and `certificate`: their HMAC-SHA-256 with `key` in hexadecimal.
 */
export function entryBytes({ at, type, ...fields }: LogEntry, key: Buffer): Buffer {
  const named = Object.entries(fields).map(([name, value]) =>
    name.endsWith("_id") ? [name.slice(0, -3), pseudonymOf(String(value), key)] : [name, value],
  );
  return Buffer.from(JSON.stringify({ at: at.toISOString(), type, ...Object.fromEntries(named) }));
}

/** What the log calls a batch or certificate: nobody without the key learns which it is. */
export function pseudonymOf(id: string, key: Buffer): string {
  return createHmac("sha256", key).update(id).digest("hex");
}
