import { type RawBuilder, sql } from "kysely";
import type { Row } from "../platform/database/tables.ts";

/** Labels with less support than this are answered again. */
const LOW_SUPPORT = 0.7;

type FailedBatch = Pick<Row<"batches">, "account_id" | "id" | "round">;

/**
 * The rows of `items` that a rework of a failed batch sends back, as a clause from `from` on: those that the audits of its round
 * did not accept, also those that the verdict did not count, and those with low support.
 */
export function fromRejected({ account_id, id, round }: FailedBatch): RawBuilder<unknown> {
  return sql`from items
    left join audits on audits.account_id = items.account_id and audits.item_id = items.id and audits.round = ${round}
    where items.account_id = ${account_id} and items.batch_id = ${id} and items.status = 'accepted'
      and (audits.acceptable = false or (items.origin <> 'gold' and ${LOW_SUPPORT} >
        case items.origin when 'prediction' then coalesce((items.model ->> 'score')::real, items.support) else items.support end))`;
}
