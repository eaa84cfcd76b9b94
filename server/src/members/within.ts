import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Caller, callerOf, type PersonCaller } from "../platform/auth.ts";
import type { Db } from "../platform/db.ts";
import { type IdKind, isId } from "../platform/ids.ts";

/** How the project of a thing is found; its id comes behind. */
const PROJECT_OF = {
  project: sql`select id as project_id from projects where id =`,
  batch: sql`select project_id from batches where id =`,
  export: sql`select project_id from exports where id =`,
  item: ofBatchOf("items"),
  comment: ofBatchOf("comments"),
  task: ofBatchOf("tasks"),
  annotation: ofBatchOf("annotations"),
} as const satisfies Partial<Record<IdKind, unknown>>;
type Placed = keyof typeof PROJECT_OF;
const KINDS = Object.keys(PROJECT_OF) as Placed[];

/** The fields of a query or body that name such things; also those within a `filter`. */
const FIELDS = ["project_id", "batch_id", "item_id", "item_ids", "annotation_id", "thread_id"] as const;

/** What people who only work see nothing of: other people's answers, and what decides about items (ADR 0033). */
const OTHERS_WORK = /^\/v1\/(items|batches\/:id\/(annotations|predictions|gold))(\/|$)/;

/**
 * Keeps people to their part: those who belong to some projects to what is in these, annotators to their tasks, and
 * reviewers from writing but by tasks. Throws `not_found` for what is in other projects, as for what is not there, and
 * `forbidden` for the rest. Keys and owners have no bounds but scopes.
 */
export async function assertWithin(db: Db, request: FastifyRequest): Promise<void> {
  const caller = callerOf(request);
  if (caller.kind === "key" || caller.role === "owner") return;
  assertOwnWork(request, caller);
  const { project_ids } = caller;
  if (project_ids === null) return;
  if (request.routeOptions.schema?.operationId === "createProject") {
    throw new ServiceError("forbidden", "who belongs to some projects makes no others");
  }
  for (const id of idsIn(request)) {
    if (!(await isWithin(db, project_ids, id))) throw new ServiceError("not_found", `there is no ${id}`);
  }
}

/** The projects that lists tell of; null: all of the account's. */
export function projectsOf(caller: Caller): readonly string[] | null {
  return caller.kind === "key" || caller.role === "owner" ? null : caller.project_ids;
}

function assertOwnWork({ method, routeOptions }: FastifyRequest, { role }: PersonCaller): void {
  if (role !== "annotator" && role !== "reviewer") return;
  if (!OTHERS_WORK.test(routeOptions.url ?? "")) return;
  if (role === "reviewer" && method === "GET") return;
  throw new ServiceError("forbidden", `${role}s work by /v1/tasks only`);
}

async function isWithin(db: Db, project_ids: readonly string[], id: string): Promise<boolean> {
  const kind = KINDS.find((known) => isId(known, id));
  if (kind === undefined) return true; // of the account itself, or of nothing
  const { rows } = await sql<{ project_id: string }>`${PROJECT_OF[kind]} ${id}`.execute(db);
  return rows.every(({ project_id }) => project_ids.includes(project_id));
}

function ofBatchOf(table: "items" | "comments" | "tasks" | "annotations") {
  const [id, batch_id] = [sql.ref(`${table}.id`), sql.ref(`${table}.batch_id`)];
  return sql`select project_id from ${sql.table(table)} join batches on batches.id = ${batch_id} where ${id} =`;
}

function idsIn({ params, query, body }: FastifyRequest): string[] {
  const places = [query, body, fieldOf(body, "filter")];
  const named = places.flatMap((place) => FIELDS.map((field) => fieldOf(place, field)));
  return [fieldOf(params, "id"), ...named].flat().filter((id) => typeof id === "string");
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
