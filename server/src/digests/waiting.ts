import type { Told } from "@assay/domain/digest.ts";
import { mayAnnotate, mayAudit, scopesOf } from "@assay/domain/member.ts";
import { sql } from "kysely";
import { withinPart } from "../bounds/within.ts";
import { isUnread } from "../comments/reads.ts";
import { ofThread, selectComments } from "../comments/store.ts";
import type { MemberRow } from "../members/store.ts";
import { type PersonCaller, personCaller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { listWaiting, type Waiting } from "../tasks/own.ts";

/** A mail lists fewer; more than these are not news. */
const MOST_BATCHES = 100;
/** The newest unread comments that are counted. */
const MOST_COMMENTS = 500;
/** A verdict is committed after its time: the outcomes of this long before the last check are read again. */
const OVERLAP_MS = 3_600_000;

/** A batch that was certified or failed. */
export interface Outcome {
  readonly batch_id: string;
  readonly batch_name: string;
  readonly project_name: string;
  readonly status: "certified" | "failed";
  /** Of the certificate's revision or the failed round: a batch may have several outcomes. */
  readonly number: number;
}

/** What waits for a person. */
export interface Digest {
  /** Unread comments in open threads, by thread. */
  readonly threads: Told;
  /** Batches with audits, ties or returned items for the person. */
  readonly work: readonly Waiting[];
  /** The outcomes since the last check, without those that were told before. */
  readonly outcomes: readonly Outcome[];
  /** All of it, to compare with the next. */
  readonly waiting: Told;
}

interface LastCheck {
  readonly checked_at: Date;
  readonly told: Told;
}

/** What waits for an active member, within what they may see. */
export async function readDigest(db: Db, member: MemberRow, last: LastCheck): Promise<Digest> {
  const caller = personCaller({ ...member, member_id: member.id });
  const threads = await countUnread(db, caller);
  const work = await readWork(db, member);
  const outcomes = await readOutcomes(db, caller, last.checked_at);
  const counts = [
    ...Object.entries(threads).map(([id, count]) => [`question:${id}`, count] as const),
    ...work.flatMap(({ batch_id, audit, adjudicate, rework }) => [
      [`audit:${batch_id}`, audit] as const,
      [`adjudicate:${batch_id}`, adjudicate] as const,
      [`rework:${batch_id}`, rework] as const,
    ]),
    ...outcomes.map((outcome) => [keyOf(outcome), 1] as const),
  ];
  return {
    threads,
    work,
    outcomes: outcomes.filter((outcome) => last.told[keyOf(outcome)] === undefined),
    waiting: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

function keyOf({ status, batch_id, number }: Outcome): string {
  return `${status}:${batch_id}:${number}`;
}

async function countUnread(db: Db, caller: PersonCaller): Promise<Told> {
  const newest = selectComments(db, caller)
    .clearSelect()
    .select(sql<string>`coalesce(comments.thread_id, comments.id)`.as("thread"))
    .where(isUnread(caller))
    .where(ofThread("resolved_at"), "is", null)
    .orderBy("comments.created_at", "desc")
    .limit(sql.lit(MOST_COMMENTS));
  const rows = await db
    .selectFrom(newest.as("newest"))
    .select(["thread", sql<number>`count(*)::integer`.as("count")])
    .groupBy("thread")
    .execute();
  return Object.fromEntries(rows.map(({ thread, count }) => [thread, count]));
}

/** What *My work* shows of batches, without items to annotate: there are always some. */
async function readWork(db: Db, member: MemberRow): Promise<Waiting[]> {
  const { role, is_model, may_annotate } = member;
  if (!mayAnnotate(role) || !may_annotate) return [];
  const wanted = { audits: mayAudit(role) && !is_model, limit: MOST_BATCHES };
  const all = await listWaiting(db, member, { ...wanted, batch_id: undefined, project_id: undefined });
  return all.filter(({ audit, adjudicate, rework }) => audit + adjudicate + rework > 0);
}

async function readOutcomes(db: Db, caller: PersonCaller, checked_at: Date): Promise<Outcome[]> {
  if (!scopesOf(caller.role).includes("batches:read")) return [];
  const after = new Date(checked_at.getTime() - OVERLAP_MS);
  const { rows } = await sql<Outcome>`
    select batches.id as batch_id, batches.name as batch_name, projects.name as project_name, batches.status,
      case batches.status when 'certified' then batches.revision else batches.round end as number
    from batches
    join projects on projects.account_id = batches.account_id and projects.id = batches.project_id
    where batches.account_id = ${caller.account_id} and batches.deleted_at is null
      and (batches.status = 'certified' and batches.certified_at > ${after}
        or batches.status = 'failed' and batches.failed_at > ${after})
      and ${withinPart(caller, "batches.project_id") ?? sql.lit(true)}
    order by batches.updated_at desc, batches.id limit ${sql.lit(MOST_BATCHES)}`.execute(db);
  return rows;
}
