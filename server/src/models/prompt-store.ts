import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { LIMITS } from "../platform/limits.ts";
import { promptVersion } from "./prompt.ts";
import type { ModelKey, ModelRow } from "./store.ts";

/**
 * Keeps the present prompt of a locked model of kind `openai` under its version; nothing for other kinds. Throws `limit_exceeded` for a
 * new one where the model has had the maximum: predictions name the earlier ones, so they stay.
 */
export async function keepPrompt(
  tx: Tx,
  { kind, account_id, id, prompt }: ModelRow,
  now: Date,
): Promise<void> {
  if (kind !== "openai") return;
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("model_prompts")
    .values({
      account_id,
      model_id: id,
      version: promptVersion(prompt),
      prompt: JSON.stringify(prompt),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (added === 0n) return;
  const { count } = await tx
    .selectFrom("model_prompts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", account_id)
    .where("model_id", "=", id)
    .executeTakeFirstOrThrow();
  if (Number(count) > LIMITS.model_prompts)
    throw new ServiceError(
      "limit_exceeded",
      `a model keeps at most ${LIMITS.model_prompts} prompts; register another version of it with POST /v1/models, or use an earlier prompt`,
    );
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
    .limit(LIMITS.model_prompts);
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
