import { type RawBuilder, sql } from "kysely";

/**
 * The active time of an answer (a row of the table that is named) in whole milliseconds, at most the time from lease to submit,
 * which is also that of an answer without one. The task must have been leased; while it is leased again the time is 0, because
 * the first lease is not known then.
 */
export function activeMs(answers: string, tasks: string): RawBuilder<number> {
  const heldMs = sql`date_part('epoch', ${sql.ref(`${answers}.created_at`)} - ${sql.ref(`${tasks}.leased_at`)}) * 1000`;
  // Whole numbers, since sums of numeric ones, which extract() gives, took a sixth of the time of the work report.
  return sql`least(coalesce(${sql.ref(`${answers}.active_ms`)}, ${sql.lit(MOST_MS)}), greatest(0, ${heldMs}))::integer`;
}

/** The same of an answer that was sent with its active time; null of others, and where the task was not leased. */
export function sentActiveMs(answers: string, tasks: string): RawBuilder<number | null> {
  return sql`
    case when ${sql.ref(`${answers}.active_ms`)} is not null and ${sql.ref(`${tasks}.leased_at`)} is not null
      then ${activeMs(answers, tasks)} end`;
}

/** The greatest integer of PostgreSQL: 24 days, which a task may be held longer. */
const MOST_MS = 2 ** 31 - 1;
