/** A content that the population of an audited batch had. Rows stay when the batch is erased. */
export interface LookedItemsTable {
  account_id: string;
  /** The first 16 bytes of an HMAC-SHA-256 of annotation type and content, under the account's key. */
  digest: Buffer;
  batch_id: string;
}

export interface LedgerKeysTable {
  account_id: string;
  key_encrypted: Buffer;
}

/** An earlier audited batch that has some of the same items, as the later batch keeps it. */
export interface EarlierBatch {
  readonly batch_id: string;
  /** Items of the later batch whose content the earlier one had. */
  readonly shared_items: number;
  /** Rounds whose budgets were used on the earlier batch, including those before it. */
  readonly rounds: number;
}
