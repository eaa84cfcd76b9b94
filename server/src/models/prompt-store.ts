import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { promptVersion } from "./prompt.ts";
import type { ModelKey, ModelRow } from "./store.ts";

/** Most versions that are listed. */
const MOST_PROMPTS = 100;

/** Keeps the present prompt of a model of kind `openai` under its version; nothing for other kinds. */
export async function keepPrompt(
  tx: Tx,
  { kind, account_id, id, prompt }: ModelRow,
  now: Date,
): Promise<void> {
  if (kind !== "openai") return;
  await tx
    .insertInto("model_prompts")
    .values({
      account_id,
      model_id: id,
      version: promptVersion(prompt),
      prompt: JSON.stringify(prompt),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Bytes of prompts that a list has: one may have a megabyte. */
const MOST_BYTES = 8_000_000;

/** The prompts that a model had, the newest first, as far as these make `MOST_BYTES`. */
export function listPrompts(db: Db, { account_id, id }: ModelKey): Promise<Row<"model_prompts">[]> {
  const newest = db
    .selectFrom("model_prompts")
    .selectAll()
    .select(sql<number>`sum(octet_length(prompt::text)) over (order by created_at desc, version)`.as("bytes"))
    .where("account_id", "=", account_id)
    .where("model_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("version")
    .limit(MOST_PROMPTS);
  return db
    .selectFrom(newest.as("newest"))
    .select(["account_id", "model_id", "version", "prompt", "created_at"])
    .where("bytes", "<=", MOST_BYTES)
    .orderBy("created_at", "desc")
    .orderBy("version")
    .execute();
}

export async function deletePrompts(tx: Tx, { account_id, id }: ModelKey): Promise<void> {
  await tx
    .deleteFrom("model_prompts")
    .where("account_id", "=", account_id)
    .where("model_id", "=", id)
    .execute();
}
