import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { type Caller, callerOf } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { type IdKind, isId } from "../platform/ids.ts";

/** Things with the project that each is in, as `id` and `project_id`. */
const PLACED = {
  project: sql`select id, id as project_id from projects`,
  batch: sql`select id, project_id from batches`,
  export: sql`select id, project_id from exports`,
  item: ofBatches("items"),
  comment: ofBatches("comments"),
  task: ofBatches("tasks"),
  annotation: ofBatches("annotations"),
} as const satisfies Partial<Record<IdKind, unknown>>;
type Placed = keyof typeof PLACED;
const KINDS = Object.keys(PLACED) as Placed[];

/** The fields of a query or body that name such things; also those within a `filter`. */
const FIELDS = ["project_id", "batch_id", "item_id", "item_ids", "annotation_id", "thread_id"] as const;

/** What people who only work see nothing of: other people's answers, and what decides about items (ADR 0033). */
const OTHERS_WORK = /^\/v1\/(items|batches\/:id\/(annotations|predictions|gold))(\/|$)/;

/**
 * Limits people to their projects: members of certain projects to these, annotators and reviewers to projects for
 * everybody or for one of their groups. Throws `not_found` for what is in other projects, as for what does not exist.
 * Keys and owners have no limits but scopes.
 */
export async function assertWithin(db: Db, request: FastifyRequest): Promise<void> {
  const caller = callerOf(request);
  if (caller.kind === "key" || caller.role === "owner") return;
  const within = withinPart(caller, "placed.project_id");
  if (within === undefined) return;
  if (caller.project_ids !== null && request.routeOptions.schema?.operationId === "createProject") {
    throw new ServiceError("forbidden", "who belongs to some projects makes no others");
  }
  const ids = idsIn(request);
  for (const kind of KINDS) {
    const named = ids.filter((id) => isId(kind, id));
    if (named.length === 0) continue;
    const { rows } = await sql<{ id: string }>`
      select id from (${PLACED[kind]}) as placed where id = any(${named}::text[]) and not ${within} limit 1`.execute(
      db,
    );
    for (const { id } of rows) throw new ServiceError("not_found", `there is no ${id}`);
  }
}

/** The condition that the project of `column` is of a caller's part; undefined for who has no bounds. */
export function withinPart(caller: Caller, column: string): RawBuilder<boolean> | undefined {
  if (caller.kind === "key" || caller.role === "owner") return undefined;
  const { role, project_ids, groups } = caller;
  const bounds: RawBuilder<boolean>[] = [];
  if (project_ids !== null) bounds.push(sql`${sql.ref(column)} = any(${project_ids}::text[])`);
  if (role === "annotator" || role === "reviewer") {
    bounds.push(sql`exists (
      select from projects as entered
      where entered.id = ${sql.ref(column)} and ${isForGroups("entered.groups", groups)})`);
  }
  return bounds.length === 0 ? undefined : sql`(${sql.join(bounds, sql` and `)})`;
}

/** The condition that a project with the groups of `column` is for everybody, or for one of these. */
export function isForGroups(column: string, groups: readonly string[]): RawBuilder<boolean> {
  return sql`(${sql.ref(column)} = '{}' or ${sql.ref(column)} && ${groups}::text[])`;
}

/**
 * Limits annotators to their own tasks, and reviewers to reading and their own tasks; throws `forbidden`. Needs no body,
 * so that it runs before one is received or checked.
 */
export function assertOwnWork({ caller, method, routeOptions }: FastifyRequest): void {
  if (caller?.kind !== "person" || !OTHERS_WORK.test(routeOptions.url ?? "")) return;
  const { role } = caller;
  if (role !== "annotator" && (role !== "reviewer" || method === "GET")) return;
  throw new ServiceError("forbidden", `${role}s work by /v1/tasks only`);
}

function ofBatches(table: "items" | "comments" | "tasks" | "annotations") {
  const [id, batch_id] = [sql.ref(`${table}.id`), sql.ref(`${table}.batch_id`)];
  return sql`select ${id}, project_id from ${sql.table(table)} join batches on batches.id = ${batch_id}`;
}

function idsIn({ params, query, body }: FastifyRequest): string[] {
  const places = [query, body, fieldOf(body, "filter")];
  const named = places.flatMap((place) => FIELDS.map((field) => fieldOf(place, field)));
  return [fieldOf(params, "id"), ...named].flat().filter((id) => typeof id === "string");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
