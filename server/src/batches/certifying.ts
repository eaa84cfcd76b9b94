import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import type { Row } from "../platform/database/tables.ts";

type BatchRow = Row<"batches">;

/**
 * Throws `invalid_state` for a batch that certifies a version of a dataset: its items are frozen copies, and only its audit
 * says anything about them.
 */
export function assertNotCertifying({
  dataset_id,
  dataset_version,
}: Pick<BatchRow, "dataset_id" | "dataset_version">): void {
  if (dataset_id === null) return;
  throw new ServiceError(
    "invalid_state",
    `the batch certifies version ${dataset_version} of ${dataset_id}, so its labels are final; change them in the batches that they come from, and certify another version`,
  );
}

/** An array of ids: the batch, and those that the items of the version come from if it certifies one. */
export function batchesOf({
  account_id,
  id,
  dataset_id,
  dataset_version,
}: Pick<BatchRow, "account_id" | "id" | "dataset_id" | "dataset_version">): RawBuilder<readonly string[]> {
  if (dataset_id === null) return sql`array[${id}::text]`;
  return sql`(array[${id}::text] || array(
    select batch_id from dataset_batches
    where account_id = ${account_id} and dataset_id = ${dataset_id} and version = ${dataset_version}::integer))`;
}
