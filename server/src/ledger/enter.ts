import { nextBudgetRound, roundsBefore } from "@assay/domain/certification/ledger.ts";
import type { Deps } from "../deps.ts";
import type { Tx } from "../platform/database/db.ts";
import type { EarlierBatch } from "../platform/database/ledger-tables.ts";
import type { Row } from "../platform/database/tables.ts";
import { ledgerKey } from "./key.ts";
import { lockLedger, recordItems } from "./store.ts";

/** The columns of a batch that an entry in the ledger sets. */
export interface Entry {
  readonly budget_round: number;
  readonly earlier_rounds: number;
  readonly earlier: readonly EarlierBatch[];
}

/**
 * Enters a round of a batch into the account's ledger, just before its first look, and returns the round whose
 * budget the look may use: the budget belongs to the data, so a batch with the same items as an earlier one
 * goes on where that one stopped. `ownRounds` are the audited rounds of this batch.
 */
export async function enterLedger(
  { secrets }: Deps,
  tx: Tx,
  batch: Row<"batches">,
  ownRounds: number,
): Promise<Entry> {
  await lockLedger(tx, batch.account_id);
  const key = await ledgerKey(tx, secrets, batch.account_id);
  const { items, looked, earlier } = await recordItems(tx, batch, key);
  const earlier_rounds = roundsBefore(items, looked);
  return { budget_round: nextBudgetRound(ownRounds, earlier_rounds), earlier_rounds, earlier };
}
