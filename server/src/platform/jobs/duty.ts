import { sql } from "kysely";
import type { Deps } from "../../deps.ts";

type Needs = Pick<Deps, "db" | "now">;

/** Three heartbeats: a process that dies is replaced this soon, and a database that is slow takes no duty away. */
const HELD_MS = 15_000;

/**
 * Whether `holder` has the duty `name` for the next 15 s: it had it, or nobody has it any more. Call it every few seconds,
 * also while the work of the duty takes long.
 */
export async function holdDuty({ db, now }: Needs, name: string, holder: string): Promise<boolean> {
  const at = now();
  const held_until = new Date(at.getTime() + HELD_MS);
  const { rows } = await sql`
    insert into duties (name, holder, held_until) values (${name}, ${holder}, ${held_until})
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
      where duties.holder = excluded.holder or duties.held_until <= ${at}
    returning name`.execute(db);
  return rows.length > 0;
}

/** Leaves a duty to others at once. */
export async function leaveDuty(db: Deps["db"], name: string, holder: string): Promise<void> {
  await db.deleteFrom("duties").where("name", "=", name).where("holder", "=", holder).execute();
}
