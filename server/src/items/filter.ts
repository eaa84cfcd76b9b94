import { ServiceError } from "@assay/domain/errors.ts";
import { type RawBuilder, sql } from "kysely";
import { IS_UNDER_AUDIT } from "../bounds/views.ts";
import { findMember, keyOfAnnotator } from "../members/store.ts";
import type { ItemFilter } from "../platform/database/bulk-tables.ts";
import type { Db } from "../platform/database/db.ts";
import { getProject } from "../projects/store.ts";
import { IS_TIED } from "../queue/tied.ts";

/** A resolved filter: its scope exists and its names have been looked up. */
export interface FoundFilter {
  readonly account_id: string;
  readonly project_id: string;
  readonly batch_id: string | undefined;
  /** The conditions on an item; each refers to the table `items`. */
  readonly conditions: readonly RawBuilder<boolean>[];
  /** Those of the conditions by which an index finds the items, however many there are. */
  readonly direct: readonly RawBuilder<boolean>[];
  /** The sizes of what the conditions read of an item: its text, label, answers, metadata. Empty: its row only. */
  readonly bytesRead: readonly RawBuilder<number>[];
}

/**
 * Resolves the names in a filter. Throws `invalid_request` if it names neither a project nor a batch,
 * `not_found` if the account does not have them. An unknown annotator matches no item.
 */
export async function findFilter(db: Db, account_id: string, filter: ItemFilter): Promise<FoundFilter> {
  const { project_id, batch_id } = await findScope(db, account_id, filter);
  if (filter.other_answer !== undefined && filter.answer === undefined)
    throw new ServiceError("invalid_request", "other_answer needs answer");
  const { label, annotator, answer, other_answer } = filter;
  const direct = directConditions(filter);
  if (filter.audited !== undefined) direct.push(await auditedWrong(db, account_id, batch_id));
  const conditions = [...direct, ...plainConditions(filter)];
  const names = (name: string) => namesOf(db, { account_id, project_id }, name);
  if (label !== undefined) conditions.push(hasLabel("items.result", await names(label)));
  if (annotator !== undefined || answer !== undefined) {
    const given = answer === undefined ? undefined : await names(answer);
    const others = other_answer === undefined ? undefined : await names(other_answer);
    conditions.push(await isAnswered(db, account_id, annotator, { given, others }));
  }
  return { account_id, project_id, batch_id, conditions, direct, bytesRead: bytesRead(filter) };
}

/** All of `conditions`; true if there are none. */
export function every(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether a filter's matches reveal labels or answers of the items. */
export function asksForLabels({ label, answer, support_lt, audited }: ItemFilter): boolean {
  return [label, answer, support_lt, audited].some((asked) => asked !== undefined);
}

async function findScope(db: Db, account_id: string, { project_id, batch_id }: ItemFilter) {
  if (batch_id === undefined && project_id === undefined) {
    throw new ServiceError("invalid_request", "project_id or batch_id is needed");
  }
  if (batch_id === undefined)
    return { project_id: (await getProject(db, account_id, project_id ?? "")).id, batch_id };
  const batch = await db
    .selectFrom("batches")
    .select("project_id")
    .where("account_id", "=", account_id)
    .where("id", "=", batch_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (batch === undefined || (project_id !== undefined && project_id !== batch.project_id)) {
    throw new ServiceError("not_found", `there is no batch ${batch_id}`);
  }
  return { project_id: batch.project_id, batch_id };
}

function directConditions({ external_ids, item_ids }: ItemFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (external_ids !== undefined) conditions.push(sql`items.external_id = any(${external_ids}::text[])`);
  if (item_ids !== undefined) conditions.push(sql`items.id = any(${item_ids}::text[])`);
  return conditions;
}

function bytesRead({ label, answer, metadata, q }: ItemFilter): RawBuilder<number>[] {
  const read: RawBuilder<number>[] = [];
  if (label !== undefined) read.push(unpacked("items.result"));
  if (Object.keys(metadata ?? {}).length > 0) read.push(unpacked("items.metadata"));
  if (answer !== undefined) {
    read.push(sql<number>`(
      select sum(${unpacked("annotations.result")}) from annotations
      where annotations.account_id = items.account_id and annotations.item_id = items.id
        and annotations.superseded_at is null)`);
  }
  if (q !== undefined) {
    read.push(sql<number>`(
      select coalesce(octet_length(file_lines.text), ${unpacked("file_lines.conversation")}) from file_lines
      where file_lines.account_id = items.account_id and file_lines.file_id = items.file_id and file_lines.line = coalesce(items.line, 0))`);
  }
  return read;
}

/**
 * The size of a JSON value. PostgreSQL compresses values above 2 kB, usually to a third, and would have to unpack them to
 * know their length.
 */
function unpacked(column: string): RawBuilder<number> {
  const stored = sql`pg_column_size(${sql.ref(column)})::bigint`;
  return sql<number>`(case when ${stored} > 2000 then 4 * ${stored} else ${stored} end)`;
}

function plainConditions({ state, support_lt, waits_for, metadata, q }: ItemFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (state !== undefined) conditions.push(sql`items.status = ${state}`);
  // JavaScript reads the real numbers 1e-60 as 0 and 1e60 as infinite, which PostgreSQL refuses.
  if (support_lt !== undefined) conditions.push(sql`items.support < ${Math.fround(support_lt)}::real`);
  if (waits_for !== undefined) conditions.push(WAITS_FOR[waits_for]);
  for (const [key, value] of Object.entries(metadata ?? {})) {
    conditions.push(sql`items.metadata ->> ${key}::text = ${value}`);
  }
  if (q !== undefined) conditions.push(contains(q));
  return conditions;
}

const WAITS_FOR = {
  adjudication: sql<boolean>`(items.status = 'open' and exists (
    select from tasks where tasks.account_id = items.account_id and tasks.item_id = items.id
      and tasks.kind = 'adjudicate' and tasks.status = 'open'))`,
  another_answer: sql<boolean>`(items.status = 'open' and ${IS_TIED})`,
};

/** Matches the text or conversation, or the name of a file that is one item. */
function contains(text: string): RawBuilder<boolean> {
  const holds = (column: RawBuilder<string>) => sql`strpos(lower(${column}), lower(${text})) > 0`;
  return sql<boolean>`exists (
    select from files
    left join file_lines on file_lines.account_id = files.account_id and file_lines.file_id = files.id
      and file_lines.line = coalesce(items.line, 0)
    where files.account_id = items.account_id and files.id = items.file_id
      and (${holds(sql`coalesce(file_lines.text, file_lines.conversation::text)`)}
        or (items.line is null and ${holds(sql`files.filename`)})))`;
}

/** Results name their labels as `label`, at the top or in the members of a list. */
function hasLabel(
  result: "items.result" | "annotations.result" | "others.result",
  names: readonly string[],
): RawBuilder<boolean> {
  const variables = JSON.stringify({ names });
  const column = sql.ref(result);
  return sql<boolean>`(
    jsonb_path_exists(${column}, '$.label ? (@ == $names[*])', ${variables}::jsonb)
    or jsonb_path_exists(${column}, '$.*[*].label ? (@ == $names[*])', ${variables}::jsonb))`;
}

/** A label's current and earlier names: items keep the name that was given. */
async function namesOf(
  db: Db,
  { account_id, project_id }: Pick<FoundFilter, "account_id" | "project_id">,
  name: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    with named as (
      select label ->> 'id' as id, label ->> 'name' as name, version
      from project_versions, jsonb_array_elements(labels) as label
      where account_id = ${account_id} and project_id = ${project_id}
    )
    select distinct name from named
    where id in (select id from named where name = ${name}
      and version = (
        select max(version) from project_versions where account_id = ${account_id} and project_id = ${project_id}))`.execute(
    db,
  );
  return [...new Set([name, ...rows.map((row) => row.name)])];
}

/** Of more wrong labels nobody looks at each. */
const MOST_WRONG = 10_000;

/** The items whose label the last round with a verdict found wrong: audits of a round without one are secret. */
async function auditedWrong(
  db: Db,
  account_id: string,
  batch_id: string | undefined,
): Promise<RawBuilder<boolean>> {
  if (batch_id === undefined) throw new ServiceError("invalid_request", "audited needs batch_id");
  const { rows } = await sql<{ item_id: string }>`
    select audits.item_id from batches
    join audits on audits.account_id = batches.account_id and audits.batch_id = batches.id
      and audits.round = (batches.looks -> -1 ->> 'round')::integer
    where batches.account_id = ${account_id} and batches.id = ${batch_id} and not audits.acceptable
      and not (${IS_UNDER_AUDIT} and audits.round = batches.round)
    order by audits.rank, audits.item_id limit ${MOST_WRONG}`.execute(db);
  return sql<boolean>`items.id = any(${rows.map(({ item_id }) => item_id)}::text[])`;
}

/** The labels asked for, with their earlier names. */
interface AskedLabels {
  /** Undefined: any label. */
  readonly given: readonly string[] | undefined;
  /** Those of somebody else's answer in the same round. */
  readonly others: readonly string[] | undefined;
}

/** The latest answer of one annotator, or of any, with one of the labels `given`, beside the answer of somebody else with one of `others`. */
async function isAnswered(
  db: Db,
  account_id: string,
  annotator: string | undefined,
  { given, others }: AskedLabels,
): Promise<RawBuilder<boolean>> {
  const member =
    annotator === undefined ? undefined : await findMember(db, account_id, keyOfAnnotator(annotator));
  if (annotator !== undefined && member === undefined) return sql<boolean>`false`;
  const isPaired = others !== undefined;
  return sql<boolean>`exists (
    select from annotations
    ${isPaired ? OTHERS : sql``}
    where annotations.account_id = items.account_id and annotations.item_id = items.id
      and annotations.superseded_at is null
      and annotations.kind ${given === undefined || isPaired ? sql`= 'annotate'` : sql`in ('annotate', 'gold')`}
      ${member === undefined ? sql`` : sql`and annotations.member_id = ${member.id}`}
      ${given === undefined ? sql`` : sql`and ${hasLabel("annotations.result", given)}`}
      ${isPaired ? sql`and ${hasLabel("others.result", others)}` : sql``})`;
}

const OTHERS = sql`join annotations as others on others.account_id = annotations.account_id
  and others.item_id = annotations.item_id and others.round = annotations.round and others.kind = 'annotate'
  and others.superseded_at is null and others.member_id <> annotations.member_id`;
