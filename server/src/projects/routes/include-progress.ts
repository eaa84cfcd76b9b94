import Type from "typebox";
import type { Db } from "../../platform/database/db.ts";
import { progressOf } from "../progress.ts";
import type { ProjectRow } from "../store.ts";

/** The query parameter that adds the progress of a project's batches. */
export const Include = Type.Object({
  include: Type.Optional(
    Type.Enum(["progress"], { description: "Adds the progress of the project's batches" }),
  ),
});

/** The progress of the account's projects by id, where the request includes it. */
export async function progressWhere(
  db: Db,
  account_id: string,
  include: "progress" | undefined,
  rows: readonly ProjectRow[],
) {
  if (include === undefined) return undefined;
  return progressOf(
    db,
    account_id,
    rows.map(({ id }) => id),
  );
}
