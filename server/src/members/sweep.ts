import { sql } from "kysely";
import type { Deps } from "../deps.ts";
import { changeFree } from "../platform/database/small-steps.ts";

/** Deletes expired invitations, which nobody sees. The table has at most those of a week, so that it needs no index. */
export async function sweepInvitations({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await changeFree(db, {
    table: "invitations",
    condition: sql`expires_at <= ${now()}`,
    change: (chosen) => sql`delete from invitations where ${chosen}`,
  });
}
