import type { Nullable } from "./columns.ts";

/** How the sample of a round was drawn. Positions are those of entries in the log. */
export interface DrawsTable {
  account_id: string;
  batch_id: string;
  round: number;
  seed_encrypted: Buffer;
  /** In hexadecimal, as `root` and `seed`. */
  seed_sha256: string;
  committed_at: number;
  names_version: Nullable<number>;
  /** The Merkle root over the round's items, once its labels are fixed. */
  root: Nullable<string>;
  items: Nullable<number>;
  fixed_at: Nullable<number>;
  /** SHA-256 of the beacon's chain in hexadecimal, and the round whose signature decides the nonce. */
  beacon_chain: Nullable<string>;
  beacon_round: Nullable<number>;
  /** In hexadecimal. */
  beacon_signature: Nullable<string>;
  source: Nullable<ChallengeSource>;
  nonce: Nullable<string>;
  challenged_at: Nullable<number>;
  seed: Nullable<string>;
}

/** Who gave the public part: a user or key of the account, a public beacon, or the log. */
export type ChallengeSource = "nonce" | "beacon" | "log";
