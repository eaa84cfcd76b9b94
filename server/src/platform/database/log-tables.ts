import type { Generated } from "kysely";

/** The transparency log; the database refuses to change or delete its rows. */
export interface LogEntriesTable {
  /** From 0, without gaps. */
  position: number;
  /** The bytes that the leaf's hash covers: JSON. */
  entry: Buffer;
}

/** Hashes of complete subtrees: `position` counts the subtrees of 2^level entries from 0. */
export interface LogHashesTable {
  level: number;
  position: number;
  hash: Buffer;
}

/** One row: the key with which entries name batches and certificates. */
export interface LogPseudonymsTable {
  is_only: Generated<boolean>;
  key: Buffer;
}

/** One row, once a checkpoint was signed: the log's Ed25519 key and its name. */
export interface LogKeyTable {
  is_only: Generated<boolean>;
  /** The service's URL without the scheme, and `/log`. */
  origin: string;
  /** 32 bytes. Source: RFC 8032. */
  public_key: Buffer;
  private_key_encrypted: Buffer;
  created_at: Date;
}
