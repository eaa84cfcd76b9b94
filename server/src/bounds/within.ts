import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { type Caller, callerOf } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { type IdKind, isId } from "../platform/ids.ts";

/** The resource `asked.id` of an account, with its `project_id`. */
const PLACED = {
  project: ofTable("projects", "id"),
  batch: ofTable("batches", "project_id"),
  export: ofTable("exports", "project_id"),
  dataset: ofTable("datasets", "project_id"),
  item: ofBatches("items"),
  comment: ofBatches("comments"),
  task: ofBatches("tasks"),
  annotation: ofBatches("annotations"),
} as const satisfies Partial<Record<IdKind, (account_id: string) => RawBuilder<unknown>>>;
type Placed = keyof typeof PLACED;
const KINDS = Object.keys(PLACED) as Placed[];

/** The fields of a query or body with ids of such resources; also those within a `filter`, a `query` or `from`. */
const FIELDS = [
  ...["project_id", "batch_id", "item_id", "item_ids", "annotation_id", "thread_id"],
  ...["batch_ids", "upload_ids", "file_ids", "source_id", "model_id", "assist_model_id"],
] as const;

/** Routes closed to annotators: other people's answers, and operations that decide about items (ADR 0033). */
const OTHERS_WORK = /^\/v1\/(items|batches\/:id\/(annotations|predictions|gold)|uploads\/:id\/import)(\/|$)/;

/**
 * Limits people to their projects: members of certain projects to these, annotators and reviewers to projects
 * for everybody or for one of their groups. Throws `not_found` for resources of other projects, as for
 * unknown ones. Keys and owners have no limits except scopes.
 */
export async function assertWithin(db: Db, request: FastifyRequest): Promise<void> {
  const caller = callerOf(request);
  if (caller.kind === "key" || caller.role === "owner") return;
  const within = withinPart(caller, "placed.project_id");
  if (within === undefined) return;
  if (caller.project_ids !== null && request.routeOptions.schema?.operationId === "createProject") {
    throw new ServiceError("forbidden", "members limited to certain projects cannot create projects");
  }
  const { account_id } = caller;
  const ids = idsIn(request);
  for (const kind of KINDS) {
    const outside = sql`select from (${PLACED[kind](account_id)}) as placed where not ${within}`;
    await assertNoneOf(
      db,
      outside,
      ids.filter((id) => isId(kind, id)),
    );
  }
  const part = mediaPart(caller);
  if (part === undefined) return;
  for (const kind of Object.keys(TABLE_OF) as (keyof MediaPart)[]) {
    const table = sql.table(TABLE_OF[kind]);
    const outside = sql`
      select from ${table} where account_id = ${account_id} and id = asked.id and not ${part[kind]} offset 0`;
    await assertNoneOf(
      db,
      outside,
      ids.filter((id) => isId(kind, id)),
    );
  }
}

const TABLE_OF = {
  upload: "uploads",
  file: "files",
  job: "bulk_jobs",
  source: "sources",
  model: "models",
} as const;

/** Throws `not_found` for the first of `ids` for which `outside` has a row. */
async function assertNoneOf(db: Db, outside: RawBuilder<unknown>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const id of await idsWith(db, outside, ids)) throw new ServiceError("not_found", `there is no ${id}`);
}

/**
 * Those of `ids` for which the query on `asked.id` has a row. `offset 0` in it makes PostgreSQL look each up by its key: with
 * one plan for all accounts it might read every row of a large one.
 */
async function idsWith(
  db: Db,
  query: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${ids}::text[]) as asked (id) cross join lateral (${query}) as found`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The conditions that rows of `uploads`, `files`, `bulk_jobs`, `sources` and `models` are within a caller's limits. */
interface MediaPart {
  readonly upload: RawBuilder<boolean>;
  readonly file: RawBuilder<boolean>;
  readonly job: RawBuilder<boolean>;
  readonly source: RawBuilder<boolean>;
  readonly model: RawBuilder<boolean>;
}

/**
 * An upload belongs to no project. Members limited to certain projects see the uploads that a batch of these
 * uses and those that they created, the bulk jobs that they requested, and their sources and models. Undefined for callers without such
 * limits.
 */
export function mediaPart(caller: Caller): MediaPart | undefined {
  if (caller.kind === "key" || caller.role === "owner" || caller.project_ids === null) return undefined;
  const { account_id, member_id, project_ids } = caller;
  const isUsed = (file: RawBuilder<boolean>) => sql<boolean>`exists (
    select from files as used
    join batch_files on batch_files.account_id = used.account_id and batch_files.file_id = used.id
    where used.account_id = ${account_id} and ${file} and exists (
      select from batches
      where batches.account_id = used.account_id and batches.id = batch_files.batch_id
        and batches.project_id = any(${project_ids}::text[]) offset 0) offset 0)`;
  const isMine = sql<boolean>`member_id is not distinct from ${member_id}`;
  return {
    upload: sql`(uploads.${isMine} or ${isUsed(sql`used.upload_id = uploads.id`)})`,
    file: sql`(exists (
        select from uploads
        where uploads.account_id = files.account_id and uploads.id = files.upload_id and uploads.${isMine} offset 0)
      or ${isUsed(sql`used.id in (files.id, files.parent_file_id)`)})`,
    job: sql`(${isMine})`,
    source: sql`(${isMine})`,
    model: sql`(${isMine})`,
  };
}

/**
 * The condition that the project in `column` is within a caller's limits; undefined for a caller without
 * limits.
 */
export function withinPart(caller: Caller, column: string): RawBuilder<boolean> | undefined {
  if (caller.kind === "key" || caller.role === "owner") return undefined;
  const { account_id, role, project_ids, groups } = caller;
  const bounds: RawBuilder<boolean>[] = [];
  if (project_ids !== null) bounds.push(sql`${sql.ref(column)} = any(${project_ids}::text[])`);
  if (role === "annotator" || role === "reviewer") {
    bounds.push(sql`exists (
      select from projects as entered
      where entered.account_id = ${account_id} and entered.id = ${sql.ref(column)} and ${isForGroups("entered.groups", groups)}
      offset 0)`);
  }
  return bounds.length === 0 ? undefined : sql`(${sql.join(bounds, sql` and `)})`;
}

/** A batch with the earlier ones that had some of its items. */
interface WithEarlier {
  readonly earlier: readonly { readonly batch_id: string | null }[];
}

/** The batches without the ids of earlier ones that the caller cannot find; everything else about these stays. */
export async function hideEarlier<Batch extends WithEarlier>(
  db: Db,
  caller: Caller,
  batches: readonly Batch[],
): Promise<Batch[]> {
  const within = withinPart(caller, "placed.project_id");
  const ids = batches.flatMap(({ earlier }) => earlier.flatMap(({ batch_id }) => batch_id ?? []));
  if (within === undefined || ids.length === 0) return [...batches];
  const inside = sql`select from (${PLACED.batch(caller.account_id)}) as placed where ${within}`;
  const found = new Set(await idsWith(db, inside, ids));
  const shown = (id: string | null) => (id !== null && found.has(id) ? id : null);
  return batches.map((batch) => ({
    ...batch,
    earlier: batch.earlier.map((one) => ({ ...one, batch_id: shown(one.batch_id) })),
  }));
}

/** The condition that a project with the groups in `column` is for everybody, or for one of these. */
export function isForGroups(column: string, groups: readonly string[]): RawBuilder<boolean> {
  return sql`(${sql.ref(column)} = '{}' or ${sql.ref(column)} && ${groups}::text[])`;
}

/**
 * Limits annotators to their own tasks, and reviewers to reading and their own tasks; throws `forbidden`.
 * Needs no body, so it runs before one is received or validated.
 */
export function assertOwnWork({ caller, method, routeOptions }: FastifyRequest): void {
  if (caller?.kind !== "person" || !OTHERS_WORK.test(routeOptions.url ?? "")) return;
  const { role } = caller;
  if (role !== "annotator" && (role !== "reviewer" || method === "GET")) return;
  throw new ServiceError("forbidden", `the role ${role} may only work through /v1/tasks`);
}

function ofTable(table: "projects" | "batches" | "exports" | "datasets", column: "id" | "project_id") {
  return (account_id: string) => sql`
    select ${sql.ref(column)} as project_id from ${sql.table(table)}
    where account_id = ${account_id} and id = asked.id offset 0`;
}

function ofBatches(table: "items" | "comments" | "tasks" | "annotations") {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return (account_id: string) => sql`
    select project_id from ${sql.table(table)}
    join batches on batches.account_id = ${column("account_id")} and batches.id = ${column("batch_id")}
    where ${column("account_id")} = ${account_id} and ${column("id")} = asked.id offset 0`;
}

function idsIn({ params, query, body }: FastifyRequest): string[] {
  const parts = [query, body, fieldOf(body, "filter"), fieldOf(body, "query"), fieldOf(body, "from")];
  const named = parts.flatMap((part) => FIELDS.map((field) => fieldOf(part, field)));
  return [fieldOf(params, "id"), ...named].flat().filter((id) => typeof id === "string");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
