import { SKIPS_TO_ADJUDICATE } from "@assay/domain/item.ts";
import { mayAnnotate, mayAudit, ROLES, type Role, worksIn } from "@assay/domain/member.ts";
import { type RawBuilder, sql } from "kysely";
import Type, { type Static } from "typebox";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";
import { nullable } from "../platform/http/wire.ts";
import { IS_IN_NOBODYS_HANDS, isTied } from "../queue/tied.ts";

const MOST = 200;
/** Rows counted in each batch, members read, and the items by which members are excluded. */
const MOST_COUNTED = 10_000;
const MOST_MEMBERS = 1_000;
const COMPARED_ITEMS = 50;
const NAMED = 5;
/** How long a failed export, import or upload stays listed. */
const LISTED_MS = 7 * 24 * 3_600_000;
/** A request of a running model is sent again at its deadline; after this much more, nothing works on the run. */
const OVERDUE_MS = 15 * 60_000;
/** The newest runs of a batch that are read. */
const MOST_RUNS = 20;

const KINDS = [
  ...["failed", "hold", "returned", "conflict", "tied", "skipped", "skipped_once", "paused"],
  ...[
    "audit",
    "model_check",
    "overlap",
    "comment",
    "gold",
    "training",
    "untrained",
    "export",
    "run",
    "import",
    "upload",
  ],
] as const;

/** The members who can act on a blocker. */
const CanAct = Type.Object(
  {
    roles: Type.Array(Type.Enum(ROLES), { description: "The roles that may" }),
    members: Type.Integer({
      minimum: 0,
      description:
        "Active people of the project with such a role, without those who worked on all of its items; of returned: those for " +
        "whom items are reserved",
    }),
    member_ids: Type.Array(Type.String(), { maxItems: NAMED, description: "The first five of them" }),
  },
  { title: "CanAct" },
);

/** A decision that somebody must make, or work that somebody must do, before a batch can continue. */
export const Blocker = Type.Object(
  {
    kind: Type.Enum(KINDS, {
      description:
        "failed: a batch waits for rework. hold: a batch with work to do is on hold. returned: items that rework or an " +
        "amendment sent back, reserved for a day for the people who answered them before. conflict: items whose answers " +
        "disagree, skipped: items that were skipped; both wait for an adjudicator. tied: items whose answers " +
        "disagree and wait for one more answer, skipped_once: items that one person skipped and that wait for another; " +
        "both once nothing else is left to annotate in the batch. paused: an annotator whose answers to known items " +
        "were too often wrong. audit: labels to audit that nobody has begun. model_check: items whose answers decide what a model may label. " +
        "overlap: open items that need answers of more annotators than the project has. comment: open questions. " +
        "gold: too few known items for the policy’s gold_floor ever to pause an annotator. training: too few known items for the training " +
        "of new annotators. untrained: a member failed the training and gets no items of the project. export: the newest export of " +
        "the last seven days failed. run: runs of models that failed, stopped or have not moved since 15 minutes after their " +
        "deadline. import: datasets that could not be imported in the last seven days. upload: uploads that failed in these, of those that " +
        "the caller may read; they belong to no project and are listed in each",
    }),
    batch_id: nullable(Type.String()),
    batch_name: nullable(Type.String()),
    member_id: nullable(Type.String({ description: "The member who is paused or failed the training" })),
    count: Type.Integer({
      description:
        "Number of items, audits, comments, known items, runs, imports or uploads; at most 10,000. 1 for failed, hold, paused, untrained and export",
    }),
    detail: nullable(
      Type.String({
        description: "Why",
        examples: ["Unclear (2), Bad media (1)", "paused since 2026-11-20"],
      }),
    ),
    can_act: CanAct,
  },
  { title: "Blocker" },
);

export const Blockers = Type.Object({
  data: Type.Array(Blocker, { description: "By batch, the oldest first; up to 200" }),
});
type Blocker = Static<typeof Blocker>;

type Found = Omit<Blocker, "can_act"> & {
  /** Some of the items that wait; null where anybody with the role can act. */
  readonly item_ids: readonly string[] | null;
  /** The people for whom the items are reserved; null for items that are reserved for nobody. */
  readonly reserved_for: readonly string[] | null;
};

type Project = Pick<Row<"projects">, "id" | "account_id" | "groups">;

/**
 * What the batches of a project wait for, and who can act on it. The cost does not depend on the number of items: counts stop at
 * 10,000, and members are compared with the first 50 items that wait.
 */
export async function blockersOf(db: Db, project: Project, { now, uploads }: Reader): Promise<Blocker[]> {
  const members = await readMembers(db, project);
  const found = await readBlockers(db, project, {
    ...{ now, uploads },
    annotators: members.filter((one) => mayAnnotate(one.role)).length,
  });
  const worked = await whoWorkedOn(db, project, found);
  return found.map(({ item_ids, reserved_for, ...blocker }) => {
    const may = ROLES_OF[blocker.kind];
    const able = members.filter(
      ({ id, role }) =>
        may(role) &&
        (reserved_for === null || reserved_for.includes(id)) &&
        (item_ids === null || worked(blocker.kind, id, item_ids) < item_ids.length),
    );
    const member_ids = able.slice(0, NAMED).map(({ id }) => id);
    return { ...blocker, can_act: { roles: ROLES.filter(may), members: able.length, member_ids } };
  });
}

const manages = (role: Role) => role === "owner" || role === "manager";

const ROLES_OF: Readonly<Record<Blocker["kind"], (role: Role) => boolean>> = {
  ...{ failed: manages, hold: manages, paused: manages, overlap: manages, gold: manages, untrained: manages },
  ...{ training: manages, export: manages, run: manages, import: manages, upload: manages },
  ...{ conflict: mayAudit, skipped: mayAudit, audit: mayAudit, comment: mayAudit },
  ...{ returned: mayAnnotate, tied: mayAnnotate, skipped_once: mayAnnotate, model_check: mayAnnotate },
};

/** The people who may work in the project, those with fewer rights last. */
async function readMembers(db: Db, project: Project) {
  const members = await db
    .selectFrom("members")
    .select(["id", "role", "project_ids", "groups"])
    .where("account_id", "=", project.account_id)
    .where("active", "=", true)
    .where("deleted_at", "is", null)
    .where("is_model", "=", false)
    .where("origin", "!=", "key")
    .orderBy("id")
    .limit(MOST_MEMBERS)
    .execute();
  return members
    .filter((member) => worksIn(member, project))
    .sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}

/**
 * On how many of these items a member worked, by one read of the tasks of all of them. Who adjudicated an item, or has it in audit
 * or audited it in this round, cannot audit it either.
 */
async function whoWorkedOn(db: Db, { account_id }: Project, found: readonly Found[]) {
  const items = [...new Set(found.flatMap(({ item_ids }) => item_ids ?? []))];
  const { rows } = await sql<{ item_id: string; annotators: string[] | null; judges: string[] }>`
    select tasks.item_id, array_agg(distinct tasks.member_id) filter (where tasks.kind = 'annotate') as annotators,
      array_agg(distinct tasks.member_id) as judges
    from tasks join items on items.account_id = tasks.account_id and items.id = tasks.item_id
    where tasks.account_id = ${account_id} and tasks.item_id = any(${items}::text[]) and tasks.member_id is not null
      and tasks.status in ('leased', 'submitted', 'skipped')
      and (tasks.kind in ('annotate', 'adjudicate') or tasks.kind = 'audit' and tasks.round = items.round)
    group by tasks.item_id`.execute(db);
  const workers = new Map(
    rows.map(({ item_id, annotators, judges }) => [
      item_id,
      { annotators: new Set(annotators), judges: new Set(judges) },
    ]),
  );
  return (kind: Blocker["kind"], member_id: string, item_ids: readonly string[]) =>
    item_ids.filter((item_id) => {
      const { annotators, judges } = workers.get(item_id) ?? {};
      return (kind === "audit" ? judges : annotators)?.has(member_id);
    }).length;
}

interface Reader {
  readonly now: Date;
  /** The condition that the caller may read the row `uploads`. */
  readonly uploads: RawBuilder<boolean>;
}

interface Asked extends Reader {
  /** People who may annotate in the project. */
  readonly annotators: number;
}

async function readBlockers(
  db: Db,
  { id, account_id }: Project,
  { now, annotators, uploads }: Asked,
): Promise<Found[]> {
  const since = new Date(now.getTime() - LISTED_MS);
  const { rows } = await sql<Found>`
    with open as (
      select account_id, id, name, stage, hold, failure_reasons, created_at, item_count, (policy ->> 'overlap')::integer as overlap,
        (policy ->> 'gold_floor')::double precision as gold_floor
      from batches
      where account_id = ${account_id} and project_id = ${id} and deleted_at is null
        and (stage in ('created', 'processing', 'failed') or stage = 'completed' and audit is not null)
    ), stuck as materialized (
      select account_id, id as batch_id, overlap from open
      where stage in ('created', 'processing') and not hold and not exists (
        select from items
        where account_id = open.account_id and batch_id = open.id and open_slots > 0 and overlap_required <= overlap and skip_count = 0)
    ), judged as (
      select tasks.* from open cross join lateral (
        select account_id, batch_id, item_id, kind, round, open.overlap from tasks
        where tasks.account_id = open.account_id and tasks.batch_id = open.id and tasks.status = 'open'
          and tasks.kind in ('audit', 'adjudicate')
        order by tasks.id limit ${MOST_COUNTED}) as tasks
    ), waiting as (
      select judged.*, items.skip_count >= ${SKIPS_TO_ADJUDICATE} or items.overlap_required <= judged.overlap as is_skipped
      from judged join items on items.account_id = judged.account_id and items.id = judged.item_id
      where kind = 'adjudicate'
    ), tied as (
      select stuck.account_id, stuck.batch_id, waiting.item_id, waiting.is_tied
      from stuck cross join lateral (
        select items.id as item_id, ${isTied(sql`stuck.overlap`)} as is_tied from items
        where items.account_id = stuck.account_id and items.batch_id = stuck.batch_id and ${IS_IN_NOBODYS_HANDS}
        limit ${MOST_COUNTED}) as waiting
    ), reasons as (
      select batch_id, is_sent, string_agg(reason || ' (' || count || ')', ', ' order by count desc, reason) as detail
      from (
        select skipped.batch_id, is_sent, left(tasks.reason, 100) as reason, count(*) from (
          select account_id, batch_id, item_id, true as is_sent from waiting where is_skipped
          union all
          select account_id, batch_id, item_id, false from tied where not is_tied) as skipped
        join tasks on tasks.account_id = skipped.account_id and tasks.item_id = skipped.item_id
          and tasks.kind = 'annotate' and tasks.status = 'skipped'
        group by 1, 2, 3) as told
      group by batch_id, is_sent
    ), gold as (
      select count(*) from (
        select from open join gold_answers on gold_answers.account_id = open.account_id and gold_answers.batch_id = open.id
        limit 200) as known
    ), found as (
      select 'failed' as kind, id as batch_id, null as member_id, 1 as count,
        (select string_agg(reason ->> 'message', ' ') from jsonb_array_elements(failure_reasons) as reason) as detail,
        null::text[] as item_ids, null::text[] as reserved_for
      from open where stage = 'failed'
      union all
      select 'returned', id, null, kept.items, to_char(kept.until at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC', null, kept.members
      from open cross join lateral (
        select count(distinct item_id) as items, max(lease_expires_at) as until, array_agg(distinct member_id) as members from (
          select item_id, lease_expires_at, member_id from tasks
          where tasks.account_id = open.account_id and tasks.batch_id = open.id and status = 'open' and kind = 'annotate'
            and lease_expires_at > ${now}
          limit ${MOST_COUNTED}) as reserved) as kept
      where stage = 'processing' and not hold and kept.items > 0
      union all
      select 'hold', id, null, 1, null, null, null from open where hold and stage <> 'failed'
      union all
      select case when is_skipped then 'skipped' else 'conflict' end, batch_id, null, count(*),
        case when is_skipped then (select detail from reasons where reasons.batch_id = waiting.batch_id and is_sent) end, ${FIRST_ITEMS}, null
      from waiting group by batch_id, is_skipped
      union all
      -- of the repeats of audits, no verdict waits for any
      select 'audit', batch_id, null, count(*), null, ${FIRST_ITEMS}, null from judged
      where kind = 'audit' and exists (
        select from audits
        where audits.account_id = judged.account_id and audits.item_id = judged.item_id and audits.round = judged.round
          and acceptable is null)
      group by batch_id
      union all
      select case when is_tied then 'tied' else 'skipped_once' end, batch_id, null, count(*),
        case when not is_tied then (select detail from reasons where reasons.batch_id = tied.batch_id and not is_sent) end,
        ${FIRST_ITEMS}, null
      from tied group by batch_id, is_tied
      union all
      select 'paused', null, member_id, 1, 'paused since ' || to_char(paused_at at time zone 'UTC', 'YYYY-MM-DD'), null, null
      from pauses where account_id = ${account_id} and project_id = ${id} and resumed_at is null
      union all
      select 'model_check', id, null, checked.count, null, null, null
      from open cross join lateral (
        select count(*) from (
          select from items
          where items.account_id = open.account_id and items.batch_id = open.id and auto_accept = 'check' and status = 'open'
          limit ${MOST_COUNTED}) as held) as checked
      where stage in ('created', 'processing') and checked.count > 0
      union all
      -- where other people may come by their external ids, nobody knows how many annotators there will be
      select 'overlap', id, null, least(${MOST_COUNTED}, item_count - (
        select coalesce(sum(accepted + excluded), 0) from batch_progress
        where batch_progress.account_id = open.account_id and batch_progress.batch_id = open.id)),
        'each needs ' || overlap || ' annotators, and there ' ||
          case ${annotators}::integer when 1 then 'is 1' else 'are ' || ${annotators}::integer end, null, null
      from open
      where stage in ('created', 'processing') and overlap > ${annotators}::integer and ${annotators}::integer > 0 and not exists (
        select from members where members.account_id = open.account_id and origin = 'external' and deleted_at is null)
      union all
      select 'comment', id, null, asked.count, null, null, null
      from open cross join lateral (
        select count(*) from (
          select from comments
          where comments.account_id = open.account_id and comments.batch_id = open.id and resolved_at is null and thread_id is null
          limit ${MOST_COUNTED}) as threads) as asked
      where asked.count > 0
      union all
      -- 97.5 %: the upper limit of the exact interval if all answers are wrong, by which annotators are paused
      select 'gold', open.id, null, gold.count, 'needs at least ' || needed.count, null, null
      from open cross join gold cross join lateral (
        select ceil(ln(0.025) / ln(1 - least(gold_floor, 0.999999)))::integer as count) as needed
      where stage in ('created', 'processing') and gold_floor > 0 and gold.count < least(needed.count, 200)
      union all
      select 'training', null, null, known.count, 'needs at least ' || trained.items, null, null
      from projects cross join lateral (select (qualification ->> 'items')::integer as items) as trained
      cross join lateral (
        select count(*) from (
          select from batches join gold_answers on gold_answers.account_id = batches.account_id and gold_answers.batch_id = batches.id
          where batches.account_id = projects.account_id and batches.project_id = projects.id and batches.deleted_at is null
          limit trained.items) as answered) as known
      where projects.account_id = ${account_id} and projects.id = ${id} and known.count < trained.items and exists (
        select from batches
        where batches.account_id = projects.account_id and batches.project_id = projects.id and batches.deleted_at is null)
      union all
      select 'untrained', null, member_id, 1, "right" || ' of ' || items || ' right', null, null
      from qualifications join projects on projects.account_id = qualifications.account_id and projects.id = qualifications.project_id
        and projects.qualification is not null
      where qualifications.account_id = ${account_id} and project_id = ${id} and qualifications.status = 'failed' and exists (
        select from members
        where members.account_id = qualifications.account_id and members.id = member_id and active and deleted_at is null)
      union all
      select 'export', id, null, 1, left(error, 300), null, null
      from open cross join lateral (
        select status, error from exports
        where exports.account_id = open.account_id and exports.created_at > ${since}
          and exports.batch_id = open.id
        order by exports.created_at desc, exports.id desc limit 1) as exported
      where exported.status = 'failed'
      union all
      select 'run', id, null, runs.count, runs.detail, null, null
      from open cross join lateral (
        select count(*), left(string_agg(model_name || ' ' || model_version || ': ' || case status
          when 'running' then 'no progress since ' || to_char(moved_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'
          else coalesce(reason, status) end, '; ' order by run.id desc), 300) as detail
        from (
          select id, account_id, model_name, model_version, status, reason, updated_at from model_runs
          where model_runs.account_id = open.account_id and model_runs.batch_id = open.id
          order by created_at desc, id desc limit ${MOST_RUNS}) as run
        cross join lateral (
          select coalesce(min(due_at), run.updated_at) as moved_at from model_requests
          where model_requests.account_id = run.account_id and model_requests.run_id = run.id) as due
        where status in ('failed', 'stopped')
          or status = 'running' and moved_at < ${new Date(now.getTime() - OVERDUE_MS)}) as runs
      where runs.count > 0
      union all
      select 'import', open.id, null, count(*), left(string_agg(distinct failed.error, '; '), 300), null, null
      from open join (
        select dataset_import ->> 'batch_id' as batch_id, dataset_import -> 'error' ->> 'message' as error from (
          select dataset_import from uploads
          where uploads.account_id = ${account_id} and updated_at > ${since} and deleted_at is null
          order by updated_at desc limit ${MOST_COUNTED}) as recent
        where dataset_import ->> 'status' = 'failed' and not (dataset_import -> 'dry_run')::boolean) as failed on failed.batch_id = open.id
      group by open.id
      union all
      select 'upload', null, null, failed.count, failed.detail, null, null
      from (
        select count(*), left(string_agg(distinct coalesce(filename || ': ', '') || (error ->> 'message'), '; '), 300) as detail
        from (
          select filename, error from uploads
          where uploads.account_id = ${account_id} and updated_at > ${since} and deleted_at is null and status = 'failed'
            and dataset_import is null and ${uploads}
          order by updated_at desc limit ${MOST_COUNTED}) as recent) as failed
      where failed.count > 0
    )
    select kind, batch_id, open.name as batch_name, member_id, count::integer as count, detail, item_ids, reserved_for
    from found left join open on open.id = batch_id
    order by open.created_at, batch_id, kind, member_id limit ${MOST}`.execute(db);
  return rows;
}

const FIRST_ITEMS = sql`(array_agg(item_id order by item_id))[1:${sql.lit(COMPARED_ITEMS)}]`;
