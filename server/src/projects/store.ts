import { ServiceError } from "@assay/domain/errors.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../platform/database/db.ts";
import type { Change, NewRow, Row } from "../platform/database/tables.ts";

/** The project of an account, as a batch names it. */
type ProjectOf = Pick<Row<"batches">, "account_id" | "project_id">;

export type ProjectRow = Row<"projects">;

/** Identifies a project. */
export type ProjectKey = Pick<ProjectRow, "account_id" | "id">;

/** The account's projects, for a list to filter and page. */
export function selectProjects(db: Db, account_id: string) {
  return db.selectFrom("projects").selectAll().where("account_id", "=", account_id);
}

/** The account's project; throws `not_found`, also if the project is another account's. */
export async function getProject(db: Db, account_id: string, id: string): Promise<ProjectRow> {
  const row = await selectProjects(db, account_id).where("id", "=", id).executeTakeFirst();
  return row ?? missing(id);
}

/** The same, with the row locked until `tx` ends. */
export async function lockProject(tx: Tx, account_id: string, id: string): Promise<ProjectRow> {
  const row = await selectProjects(tx, account_id).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? missing(id);
}

/** The project, locked against deletion until `tx` ends; its settings can still change. */
export async function shareProject(tx: Tx, account_id: string, id: string): Promise<ProjectRow> {
  const row = await selectProjects(tx, account_id).where("id", "=", id).forKeyShare().executeTakeFirst();
  return row ?? missing(id);
}

/** Throws `not_found`, naming the first of `ids` that is not a project of the account. */
export async function assertProjects(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await selectProjects(db, account_id).where(sql<boolean>`id = any(${ids}::text[])`).execute();
  const found = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) missing(id);
}

/**
 * Counts created (1) or deleted (-1) batches. Call it last in the transaction, so that the row is locked
 * briefly.
 */
export async function addBatchCount(
  tx: Tx,
  { account_id, project_id }: ProjectOf,
  count: 1 | -1,
): Promise<void> {
  await tx
    .updateTable("projects")
    .set((project) => ({ batch_count: project("batch_count", "+", count) }))
    .where("account_id", "=", account_id)
    .where("id", "=", project_id)
    .execute();
}

export async function insertProject(tx: Tx, row: NewRow<"projects">): Promise<ProjectRow> {
  return tx.insertInto("projects").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateProject(
  tx: Tx,
  { account_id, id }: ProjectKey,
  change: Change<"projects">,
): Promise<ProjectRow> {
  return tx
    .updateTable("projects")
    .set(change)
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteProject(tx: Tx, { account_id, id }: ProjectKey): Promise<void> {
  await tx.deleteFrom("projects").where("account_id", "=", account_id).where("id", "=", id).execute();
}

/** Whether datasets refer to the project, also deleted ones that a job still removes. */
export async function hasDatasets(tx: Tx, { account_id, id }: ProjectKey): Promise<boolean> {
  const rows = await tx
    .selectFrom("datasets")
    .select("id")
    .where("account_id", "=", account_id)
    .where("project_id", "=", id)
    .limit(1)
    .execute();
  return rows.length > 0;
}

/** Throws `invalid_request` unless the account has a model of that id that can be asked for results of the type. */
export async function assertAssists(tx: Tx, account_id: string, id: string, type: string): Promise<void> {
  const model = await tx
    .selectFrom("models")
    .select(["kind", "annotation_types"])
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .forShare() // its deletion clears the field
    .executeTakeFirst();
  const fault =
    model === undefined
      ? `there is no model ${id}`
      : model.kind !== "http"
        ? `the model must be of the kind http, not ${model.kind}`
        : model.annotation_types.includes(type)
          ? undefined
          : `the model gives results of ${model.annotation_types.join(", ")}, not of ${type}`;
  if (fault !== undefined) throw new ServiceError("invalid_request", `assist_model_id: ${fault}`);
}

/** Leaves projects without the model that is deleted. */
export async function forgetAssistModel(tx: Tx, account_id: string, id: string): Promise<void> {
  await tx
    .updateTable("projects")
    .set({ assist_model_id: null })
    .where("account_id", "=", account_id)
    .where("assist_model_id", "=", id)
    .execute();
}

/** Stores the settings under which answers of a guideline version are given. */
export async function insertVersion(tx: Tx, project: ProjectRow): Promise<void> {
  await tx
    .insertInto("project_versions")
    .values({
      account_id: project.account_id,
      project_id: project.id,
      version: project.guideline_version,
      labels: JSON.stringify(project.labels),
      instructions: project.instructions,
      fields: JSON.stringify(project.fields),
      type_options: JSON.stringify(project.type_options),
      created_at: project.updated_at,
    })
    .execute();
}

/** Guideline versions of a project before `before`, newest first. */
export async function listVersions(
  db: Db,
  { account_id, id }: ProjectKey,
  before: number | undefined,
  limit: number,
): Promise<Row<"project_versions">[]> {
  const versions = db
    .selectFrom("project_versions")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("project_id", "=", id);
  const asked = before === undefined ? versions : versions.where("version", "<", before);
  return asked.orderBy("version", "desc").limit(limit).execute();
}

/** One guideline version of a project; it must exist. */
export async function getVersion(
  db: Db,
  { account_id, id }: ProjectKey,
  version: number,
): Promise<Row<"project_versions">> {
  return db
    .selectFrom("project_versions")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("project_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
}

/** The ids of all labels that a project has ever had. */
export async function listLabelIds(db: Db, { account_id, id }: ProjectKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct label ->> 'id' as id from project_versions, jsonb_array_elements(labels) as label
    where account_id = ${account_id} and project_id = ${id}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The guideline version for new tasks. */
export async function getGuidelineVersion(db: Db, { account_id, project_id }: ProjectOf): Promise<number> {
  const row = await db
    .selectFrom("projects")
    .select("guideline_version")
    .where("account_id", "=", account_id)
    .where("id", "=", project_id)
    .executeTakeFirstOrThrow();
  return row.guideline_version;
}

function missing(id: string): never {
  throw new ServiceError("not_found", `there is no project ${id}`);
}
