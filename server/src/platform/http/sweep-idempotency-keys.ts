import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { changeFree } from "../database/small-steps.ts";

/** Deletes expired responses. */
export async function sweepIdempotencyKeys({ db, now }: Deps): Promise<void> {
  await changeFree(db, {
    table: "idempotency_keys",
    condition: sql`expires_at <= ${now()}`,
    change: (chosen) => sql`delete from idempotency_keys where ${chosen}`,
  });
}
