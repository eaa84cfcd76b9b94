import { type RawBuilder, sql } from "kysely";

/**
 * From lease to submit, in milliseconds, of an answer (a row of the table that is named) whose task was leased; 0 while the
 * task is leased again, because the first lease is not known then.
 */
export function heldMs(answers: string, tasks: string): RawBuilder<number> {
  return sql`greatest(0, extract(epoch from ${sql.ref(`${answers}.created_at`)} - ${sql.ref(`${tasks}.leased_at`)}) * 1000)`;
}
