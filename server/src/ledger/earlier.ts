import { sql } from "kysely";
import Type, { type Static } from "typebox";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { nullable, Timestamp } from "../platform/http/wire.ts";

/** An earlier audited batch with some of the same items, in responses and certificates. */
export const EarlierAudit = Type.Object({
  batch_id: Type.String(),
  shared_items: Type.Integer({ description: "Items of this batch whose content the earlier one had" }),
  rounds: Type.Integer({ description: "Rounds whose budgets were used on the earlier batch" }),
  outcome: Type.Enum(["certified", "failed", "abandoned", "open"], {
    description:
      "certified: an audit of it passed; failed: none passed; abandoned: it was deleted during an audit; open: an audit is in progress",
  }),
  at: nullable(Timestamp),
});
export type EarlierAudit = Static<typeof EarlierAudit>;

/** The batches that `earlier` of a row of `batches` names, with their outcomes so far, also of deleted ones. */
export const EARLIER_AUDITS = sql<EarlierAudit[]>`
  case when batches.earlier = '[]' then '[]'::jsonb else (
    select jsonb_agg(named.entry || jsonb_build_object('outcome', outcome, 'at',
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by named.place)
    from jsonb_array_elements(batches.earlier) with ordinality as named (entry, place)
    join batches as other on other.account_id = batches.account_id and other.id = named.entry ->> 'batch_id',
    lateral (select coalesce(other.audit_outcome, 'failed') as outcome) as ended,
    lateral (select case outcome when 'abandoned' then other.deleted_at when 'certified' then other.certified_at
      when 'failed' then coalesce(other.failed_at, other.deleted_at) end as at) as ending
  ) end`;

/** The earlier audits of a batch, for its certificate. */
export async function listEarlierAudits(
  db: Db,
  { id, account_id }: Pick<Row<"batches">, "id" | "account_id">,
): Promise<EarlierAudit[]> {
  const row = await db
    .selectFrom("batches")
    .select(EARLIER_AUDITS.as("earlier_audits"))
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.earlier_audits;
}
