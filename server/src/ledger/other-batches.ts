import Type, { type Static } from "typebox";
import type { Db } from "../platform/database/db.ts";

const Outcomes = Type.Object({
  certified: Type.Integer(),
  failed: Type.Integer({ description: "No audit of these batches passed" }),
  abandoned: Type.Integer({ description: "Deleted during an audit" }),
  open: Type.Integer({ description: "Being audited" }),
});

/** How the audits of an account's other batches ended, in responses and certificates. */
export const OtherBatches = Type.Object(
  {
    project: Type.Object(Outcomes.properties, { description: "Those of the same project" }),
    account: Type.Object(Outcomes.properties, { description: "Those of all projects of the account" }),
  },
  {
    description:
      "The other batches that were audited, whatever their data, also deleted ones. Many failed ones may be attempts with " +
      "changed data, which counts as other data",
  },
);
export type OtherBatches = Static<typeof OtherBatches>;

/** Counts the audited batches of the account besides this one. */
export async function countOtherBatches(
  db: Db,
  {
    id,
    account_id,
    project_id,
  }: { readonly id: string; readonly account_id: string; readonly project_id: string },
): Promise<OtherBatches> {
  const rows = await db
    .selectFrom("batches")
    .select(({ fn, eb }) => [
      "audit_outcome",
      eb("project_id", "=", project_id).as("is_of_project"),
      fn.countAll<number>().as("batches"),
    ])
    .where("account_id", "=", account_id)
    .where("id", "<>", id)
    .where("audit_outcome", "is not", null)
    .groupBy(["audit_outcome", "is_of_project"])
    .execute();
  const counted = { project: none(), account: none() };
  for (const { audit_outcome, is_of_project, batches } of rows) {
    if (audit_outcome === null) continue;
    counted.account[audit_outcome] += Number(batches);
    if (is_of_project) counted.project[audit_outcome] += Number(batches);
  }
  return counted;
}

function none() {
  return { certified: 0, failed: 0, abandoned: 0, open: 0 };
}
