import { editDistance } from "@assay/domain/edit-distance.ts";
import { ServiceError } from "@assay/domain/errors.ts";
import { getAccount } from "../accounts/store.ts";
import type { Db } from "../platform/database/db.ts";
import { listExternalIds } from "./store.ts";

/** Names that differ by more edits are not what was meant. */
const MAX_EDITS = 2;
const MAX_SHOWN = 3;
/** Longer names are not compared, so that a refusal costs a few milliseconds. */
const MAX_COMPARED = 50;

/** Throws `invalid_request`, with names that are nearly the same, where the account takes no unknown annotators. */
export async function assertMayJoin(db: Db, account_id: string, external_id: string): Promise<void> {
  const { strict_annotators } = await getAccount(db, account_id);
  if (!strict_annotators) return;
  const near = await nearNames(db, account_id, external_id);
  const hint =
    near.length === 0 ? "" : `; did you mean ${near.map((name) => JSON.stringify(name)).join(" or ")}?`;
  throw new ServiceError(
    "invalid_request",
    `annotator: the account has no member with the external_id ${JSON.stringify(external_id)}, and strict_annotators is ` +
      `on: add the member first${hint}`,
  );
}

async function nearNames(db: Db, account_id: string, external_id: string): Promise<string[]> {
  const sought = codePoints(external_id);
  if (sought.length > MAX_COMPARED) return [];
  const lengths = [sought.length - MAX_EDITS, sought.length + MAX_EDITS] as const;
  const names = await listExternalIds(db, account_id, lengths);
  return names
    .map((name) => ({ name, edits: editDistance(sought, codePoints(name), { cells: 10_000, gram: 1 }) }))
    .filter(({ edits }) => edits <= Math.min(MAX_EDITS, sought.length - 1))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, MAX_SHOWN)
    .map(({ name }) => name);
}

function codePoints(text: string): Int32Array {
  return Int32Array.from(text.toLowerCase(), (character) => character.codePointAt(0) ?? 0);
}
