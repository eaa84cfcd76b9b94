import { ServiceError } from "@assay/domain/errors.ts";
import { mayAudit } from "@assay/domain/member.ts";
import { type RawBuilder, sql } from "kysely";
import { type Caller, personOf } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import type { Row } from "../platform/database/tables.ts";

// Who may see what of items, answers, tasks and comments, by role and phase of the batch: the table in docs/security.md.
// Members limited to projects and groups: within.ts. Annotators reach items only through their tasks (ADR 0033).

/** The condition that the batch of the row `batches` is under an audit. While an amendment waits for its verdict, only the stage is `completed`. */
export const IS_UNDER_AUDIT = sql<boolean>`(batches.stage = 'completed' and batches.audit is not null)`;
const IS_BLIND = sql<boolean>`(${IS_UNDER_AUDIT} and batches.policy ->> 'audit_mode' = 'blind')`;

/**
 * The condition that a version of a dataset is certified by a blind audit now which has items of the batches in `held`, a query of
 * `batch_id`, in the project `project_id`. These items have their labels in the batches that they come from, in other versions and in
 * the batches that certify those.
 */
function isCertifiedBlind(
  project_id: RawBuilder<unknown>,
  account_id: RawBuilder<unknown>,
  held: RawBuilder<unknown>,
) {
  return sql<boolean>`exists (
    select from batches as blind
    join dataset_batches as source on source.account_id = blind.account_id and source.dataset_id = blind.dataset_id
      and source.version = blind.dataset_version
    where blind.account_id = ${account_id} and blind.project_id = ${project_id} and blind.dataset_id is not null and blind.deleted_at is null
      and blind.stage = 'completed' and blind.audit is not null and blind.policy ->> 'audit_mode' = 'blind'
      and source.batch_id in (${held}))`;
}

/** The condition that the row `batches` has items of a version that is certified by a blind audit now, or copies of them. */
const HAS_BLIND_COPIES = isCertifiedBlind(
  sql`batches.project_id`,
  sql`batches.account_id`,
  sql`select batches.id union all
    select batch_id from dataset_batches as own
    where own.account_id = batches.account_id and own.dataset_id = batches.dataset_id and own.version = batches.dataset_version`,
);

const IS_UNDER_BLIND_AUDIT = sql<boolean>`(${IS_BLIND} or ${HAS_BLIND_COPIES})`;

/** The condition that annotators may still get the item of the row `items`: it is open, and no adjudicator has to decide it. */
const IS_STILL_ANNOTATED = sql<boolean>`(items.status = 'open' and not exists (
  select from tasks where tasks.account_id = items.account_id and tasks.item_id = items.id and tasks.kind = 'adjudicate' and tasks.round = items.round
    and tasks.status in ('open', 'leased')))`;

/**
 * Whether a caller must not see the labels and answers of a batch under a blind audit: this applies to every
 * person who may audit. Hiding only those of sampled items would reveal the sample.
 */
function isKeptBlind(caller: Caller): boolean {
  return caller.kind === "person" && mayAudit(caller.role);
}

/**
 * Whether a caller must not see the work of others on items that are still annotated: reviewers may get these items
 * too, and could copy what they read. Owners and managers answer for the whole batch.
 */
function isKeptFromOpenItems(caller: Caller): boolean {
  return caller.kind === "person" && caller.role === "reviewer";
}

/** The condition that the label, answers and predictions of the item of the row `items` are hidden from a caller. */
export function isHiddenFrom(caller: Caller): RawBuilder<boolean> {
  const blind = sql`exists (
    select from batches
    where batches.account_id = items.account_id and batches.id = items.batch_id and ${IS_UNDER_BLIND_AUDIT})`;
  if (!isKeptBlind(caller)) return sql<boolean>`false`;
  return isKeptFromOpenItems(caller)
    ? sql<boolean>`(${blind} or ${IS_STILL_ANNOTATED})`
    : sql<boolean>`${blind}`;
}

/**
 * Whether a caller may see how likely labels are wrong: those who answer for them. It says whether models agree with a label, which
 * annotators must not know, and viewers need not.
 */
export function seesSuspicion(caller: Caller): boolean {
  return caller.kind === "key" || mayAudit(caller.role);
}

/** Hides the label and everything else that comes from others' answers. */
const HIDDEN = { suspicion: null, support: null, origin: null, model: null, fields: null };

/** An item from a query that selects `isHiddenFrom`, as its caller may see it. */
export function asSeen<
  Item extends { readonly is_hidden: boolean; readonly predictions?: readonly unknown[] },
>(item: Item): Item {
  if (!item.is_hidden) return item;
  return { ...item, ...HIDDEN, result: null, ...(item.predictions && { predictions: [] }) };
}

/** What is hidden of an item in a task, and in which state it appears. */
interface InTask {
  readonly overlap_required: number;
}

/**
 * The item of a task as the task's member sees it. An annotator sees it as open and unanswered, whatever has become of
 * it: its outcome would reveal gold, and invite the annotator to reopen the answer and copy the label; more answers than
 * the policy's `overlap` would reveal a tie. A blind auditor sees neither label nor predictions.
 */
export function asSeenInTask<Item extends InTask>(
  item: Item,
  { kind, round }: Pick<Row<"tasks">, "kind" | "round">,
  { overlap, isBlind }: { readonly overlap: number; readonly isBlind: boolean },
): Item {
  if (kind === "annotate" || kind === "gold" || kind === "training") {
    const overlap_required = Math.min(item.overlap_required, overlap);
    const untouched = { status: "open", answer_count: 0, skip_count: 0, excluded_reason: null };
    return { ...item, ...HIDDEN, ...untouched, label: null, round, overlap_required };
  }
  return kind === "audit" && isBlind ? { ...item, ...HIDDEN, label: null, predictions: [] } : item;
}

/**
 * The condition that a caller may see the answer of the row `annotations`, of a batch in that stage and round. Nobody
 * sees audits before their verdict: the sample is secret until then.
 */
export function showsAnswer(
  caller: Caller,
  { stage, round }: Pick<Row<"batches">, "stage" | "round">,
): RawBuilder<boolean> {
  const isSecret = sql`(annotations.kind = 'audit' and annotations.round = ${round} and ${stage === "completed"})`;
  return sql<boolean>`(not ${isSecret} and (annotations.member_id = ${personOf(caller)} or not exists (
    select from items
    where items.account_id = annotations.account_id and items.id = annotations.item_id and ${isHiddenFrom(caller)})))`;
}

/**
 * The condition that a person may see the comment of the rows `comments` and `batches`, in a thread that `starter`
 * began. Comments that others write during an audit are hidden until its verdict: they say which items were drawn and
 * whether their labels are right, also to the auditor who repeats the audit. Annotators see what concerns them, as do
 * reviewers on items that are still annotated; `concerns` is that condition. Keys act for every member.
 */
export function showsComment(
  caller: Caller,
  starter: RawBuilder<string>,
  concerns: (member_id: string) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (caller.kind === "key") return sql<boolean>`true`;
  const me = caller.member_id;
  const parts = [
    sql`(comments.member_id = ${me} or not (${IS_UNDER_AUDIT} and comments.created_at >= batches.completed_at))`,
  ];
  if (isKeptBlind(caller)) parts.push(sql`(${starter} = ${me} or not ${IS_UNDER_BLIND_AUDIT})`);
  if (isKeptFromOpenItems(caller))
    parts.push(sql`(${concerns(me)} or not exists (
      select from items
      where items.account_id = comments.account_id and items.id = comments.item_id and ${IS_STILL_ANNOTATED}))`);
  if (caller.role === "annotator") parts.push(concerns(me));
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/**
 * Throws `invalid_state` if the caller must not see the certified labels of one of these batches, because a version with their items
 * is certified by a blind audit. An audit of the batch itself, of an amendment, hides no certified revision.
 */
export async function assertNotCertifiedBlind(
  db: Db,
  caller: Caller,
  batch_ids: readonly string[],
): Promise<void> {
  if (!isKeptBlind(caller)) return;
  const { rows } = await sql<{ id: string }>`
    select id from batches
    where account_id = ${caller.account_id} and id = any(${batch_ids}::text[]) and ${HAS_BLIND_COPIES}
    limit 1`.execute(db);
  for (const { id } of rows) throw blindCopies(`items of batch ${id}`);
}

/** The same for the items of a version of a dataset. */
export async function assertVersionNotBlind(
  db: Db,
  caller: Caller,
  {
    account_id,
    dataset_id,
    version,
    query,
  }: Pick<Row<"dataset_versions">, "account_id" | "dataset_id" | "version" | "query">,
): Promise<void> {
  if (!isKeptBlind(caller)) return;
  const held = sql`
    select batch_id from dataset_batches as own
    where own.account_id = ${account_id} and own.dataset_id = ${dataset_id} and own.version = ${version}::integer`;
  const { rows } = await sql<{ is_blind: boolean }>`
    select ${isCertifiedBlind(sql`${query.project_id}`, sql`${account_id}`, held)} as is_blind`.execute(db);
  if (rows[0]?.is_blind === true) throw blindCopies(`items of version ${version}`);
}

function blindCopies(what: string): ServiceError {
  return new ServiceError(
    "invalid_state",
    `${what} are under a blind audit that certifies a version of a dataset: people who may audit cannot read their labels before the verdict`,
  );
}

/** Throws `invalid_state` if the caller must not see the answers of one of the batches of `scope`. */
export async function assertNotBlind(
  db: Db,
  caller: Caller,
  scope: { readonly batch_id: string } | { readonly project_id: string },
): Promise<void> {
  if (!isKeptBlind(caller)) return;
  const { rows } = await sql<{ id: string }>`
    select id from batches
    where account_id = ${caller.account_id} and deleted_at is null and ${IS_UNDER_BLIND_AUDIT}
      and ${"batch_id" in scope ? sql`id = ${scope.batch_id}` : sql`project_id = ${scope.project_id}`}
    limit 1`.execute(db);
  for (const { id } of rows) {
    throw new ServiceError(
      "invalid_state",
      `batch ${id} is under a blind audit: people who may audit cannot read its answers before the verdict`,
    );
  }
}
