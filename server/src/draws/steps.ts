import { createHash, randomBytes } from "node:crypto";
import { toBase64 } from "@assay/domain/log/bytes.ts";
import type { Deps } from "../deps.ts";
import { appendToLog } from "../log/append.ts";
import { readHead } from "../log/checkpoint.ts";
import type { FixedRound } from "../log/entry.ts";
import type { Tx } from "../platform/database/db.ts";
import type { ChallengeSource } from "../platform/database/draw-tables.ts";
import type { Row } from "../platform/database/tables.ts";
import { type DrawRow, findDraw, insertDraw, updateDraw } from "./store.ts";

type Needs = Pick<Deps, "secrets" | "now">;

const SEED_BYTES = 32;

/** First step: chooses the secret half of a round's sample, and logs its digest. */
export async function commitSeed(
  { secrets, now }: Needs,
  tx: Tx,
  { id: batch_id, account_id, round }: Pick<Row<"batches">, "id" | "account_id" | "round">,
): Promise<void> {
  const seed = randomBytes(SEED_BYTES);
  const seed_sha256 = createHash("sha256").update(seed).digest("hex");
  const { position } = await appendToLog(tx, { at: now(), type: "commitment", batch_id, round, seed_sha256 });
  const seed_encrypted = secrets.encrypt(seed.toString("hex"));
  await insertDraw(tx, { account_id, batch_id, round, seed_encrypted, seed_sha256, committed_at: position });
}

/** What the root of a round's items covers. */
export interface Population {
  /** In hexadecimal. */
  readonly root: string;
  readonly items: number;
  /** The guideline version whose label names it has. */
  readonly names_version: number;
}

/** Second step: fixes the labels of the round by their root, and the beacon's round if one gives the nonce; logs both. */
export async function fixLabels(
  { now }: Needs,
  tx: Tx,
  { account_id, batch_id, round }: DrawRow,
  { root, items, names_version }: Population,
  beacon?: FixedRound,
): Promise<DrawRow> {
  const { position } = await appendToLog(tx, {
    at: now(),
    type: "labels",
    batch_id,
    round,
    root,
    items,
    ...beacon,
  });
  return updateDraw(
    tx,
    { account_id, batch_id, round },
    { root, items, names_version, fixed_at: position, ...beacon },
  );
}

/** The public half of a sample. */
export interface Challenge {
  readonly source: ChallengeSource;
  readonly nonce: string;
  /** In hexadecimal, if the source is the beacon. */
  readonly beacon_signature?: string;
}

/** Third step: adds the public half, and logs it. From now on the order of the sample is fixed. */
export async function addChallenge(
  { now }: Pick<Needs, "now">,
  tx: Tx,
  { account_id, batch_id, round }: DrawRow,
  challenge: Challenge,
): Promise<DrawRow> {
  const { source, nonce } = challenge;
  const nonce_sha256 = createHash("sha256").update(nonce).digest("hex");
  const entry = { at: now(), type: "challenge", batch_id, round, source, nonce_sha256 } as const;
  const { position } = await appendToLog(tx, entry);
  return updateDraw(tx, { account_id, batch_id, round }, { ...challenge, challenged_at: position });
}

/** The seed in hexadecimal, for the service itself. */
export function seedOf({ secrets }: Pick<Needs, "secrets">, { seed, seed_encrypted }: DrawRow): string {
  return seed ?? secrets.decrypt(seed_encrypted);
}

/**
 * Last step: publishes the seed of a round that has its verdict. Until then the database has it only encrypted: who reads
 * the database and knows which labels are wrong would know the verdict before the ledger has the audit.
 */
export async function revealSeed(
  needs: Needs,
  tx: Tx,
  { id: batch_id, account_id, round }: Pick<Row<"batches">, "id" | "account_id" | "round">,
): Promise<void> {
  const draw = await findDraw(tx, { account_id, batch_id, round });
  if (draw === undefined || draw.nonce === null) return;
  await updateDraw(tx, { account_id, batch_id, round }, { seed: seedOf(needs, draw) });
}

/** The root of the log in base64, as the public half where nobody else gives one. Call it after `fixLabels`. */
export async function nonceOfLog(tx: Tx): Promise<string> {
  return toBase64((await readHead(tx)).root);
}
