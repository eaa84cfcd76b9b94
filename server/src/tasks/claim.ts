import { ServiceError } from "@assay/domain/errors.ts";
import { mayAnnotate, mayAudit } from "@assay/domain/member.ts";
import { getBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { actingMember } from "../members/acting.ts";
import { assertNotPaused } from "../members/pauses.ts";
import { isAlone, type MemberRow } from "../members/store.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Db, Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { getProject } from "../projects/store.ts";
import type { Candidate, Scope } from "../queue/candidates.ts";
import { lookAhead, type TaskRow } from "../queue/claimable.ts";
import { type Leasing, leaseAtOnce, leaseItems, leaseOpenTasks, waitForItem } from "../queue/lease.ts";
import { leaseGold } from "../queue/lease-gold.ts";
import { expireLeasesOf } from "../queue/leases.ts";
import type { ClaimTasks } from "./schemas.ts";
import { claimTraining } from "./training.ts";

/** How long a lease lasts without a renewal. */
export const LEASE_MS = 15 * 60_000;

/** How often a claim waits for an item that others have locked before it returns nothing. */
const MAX_WAITS = 10;

interface Wish {
  readonly kinds: readonly string[];
  /** A random number from 0 to 1 per task: if it is below the batch's share of gold, the task is gold. */
  readonly chances: readonly number[];
  /** Whether to wait for an item that another transaction has locked, if there is nothing else. */
  readonly mayWait: boolean;
}

/**
 * Leases up to `count` tasks to the member whom the caller works for; none if nothing fits. `tx` is the
 * transaction of a request with an `Idempotency-Key`; without one, a claim that finds its items at once is
 * one statement. Throws `not_found` for a batch or project that the account does not have,
 * `project_not_active` if the named one is paused or archived, `forbidden` if the member's role or kind may not do
 * such work, or if they are paused in the named one or have failed its training. A member in training gets training items only.
 */
export async function claimTasks(
  deps: Deps,
  caller: Caller,
  sent: ClaimTasks,
  tx?: Tx,
): Promise<readonly TaskRow[]> {
  const { db, now } = deps;
  const { annotator, as_model = false, kinds = ["annotate"] } = sent;
  const member = await actingMember({ db: tx ?? db, now }, caller, annotator, { is_model: as_model });
  checkRole(member, kinds);
  checkKind(member, kinds, as_model);
  const scope: Scope = {
    account_id: caller.account_id,
    member_id: member.id,
    is_model: member.is_model,
    batch_id: sent.batch_id,
    project_id: sent.project_id,
    project_ids: member.project_ids,
    groups: member.groups,
  };
  const chances = Array.from({ length: sent.count ?? 1 }, Math.random);
  const isSimple = tx === undefined && kinds.every((kind) => kind === "annotate");
  const first = isSimple
    ? await leaseAtOnce(db, scope, { ...leasing(deps, chances), chance: Math.min(...chances) })
    : [];
  const left = chances.slice(first.length);
  if (left.length === 0) return first;
  const wish = { kinds, chances: left, mayWait: first.length === 0 };
  const rest = (inside: Tx) => lease(deps, inside, scope, wish);
  const tasks = [...first, ...(await (tx === undefined ? db.transaction().execute(rest) : rest(tx)))];
  return tasks.length > 0 ? tasks : claimElse(deps, scope, wish, tx);
}

/** What a claim gives if there is no real work for the member: training items, or items whose leases have expired. */
async function claimElse(
  deps: Deps,
  scope: Scope,
  wish: Wish,
  tx: Tx | undefined,
): Promise<readonly TaskRow[]> {
  const named = await checkScope(tx ?? deps.db, scope); // if there is work, the named scope is active
  if (named !== undefined) await assertNotPaused(tx ?? deps.db, { ...scope, project_id: named });
  if (wish.kinds.includes("annotate") && !scope.is_model) {
    const train = (inside: Tx) => claimTraining(inside, scope, named, leasing(deps, wish.chances));
    const tasks = await (tx === undefined ? deps.db.transaction().execute(train) : train(tx));
    if (tasks.length > 0) return tasks;
  }
  return claimExpired(deps, scope, wish, tx);
}

/** Ends expired leases of the scope if there is no other work, and leases the freed items. */
async function claimExpired(
  deps: Deps,
  scope: Scope,
  wish: Wish,
  tx: Tx | undefined,
): Promise<readonly TaskRow[]> {
  const retry = async (inside: Tx) => {
    const freed = await expireLeasesOf(inside, scope, deps.now());
    // The freed items and the turns of the batch are locked: a transaction with locks must not wait for
    // earlier ones.
    return freed === 0 ? [] : lease(deps, inside, scope, { ...wish, mayWait: false });
  };
  return tx === undefined ? deps.db.transaction().execute(retry) : retry(tx);
}

/** The leases of as many tasks as there are `chances`: 15 minutes from now, with new ids. */
function leasing({ now }: Deps, { length }: readonly number[]): Leasing {
  const begun = now();
  return {
    ids: Array.from({ length }, () => newId("task")).sort(),
    now: begun,
    lease_expires_at: new Date(begun.getTime() + LEASE_MS),
  };
}

async function lease(deps: Deps, tx: Tx, scope: Scope, wish: Wish): Promise<TaskRow[]> {
  const { kinds, chances } = wish;
  const audits = kinds.some((kind) => kind !== "annotate");
  const alone = audits && (await isAlone(tx, scope.account_id, scope.member_id));
  const how = leasing(deps, chances);
  const leaseOpen = () => leaseOpenTasks(tx, scope, { ...how, kinds, isAlone: alone, count: chances.length });
  if (!kinds.includes("annotate")) return leaseOpen();
  const { hasReserved, candidates } = await lookAhead(tx, scope);
  const open = audits || hasReserved ? await leaseOpen() : [];
  const mayWait = wish.mayWait && open.length === 0; // a claim that has locked a task must not wait for an item
  const rest = { ...how, ids: how.ids.slice(open.length), chances, mayWait };
  return [...open, ...(await leaseAnnotations(tx, scope, candidates, rest))];
}

/**
 * Items to annotate, some of them gold; neither a task's position among the others nor its id reveals which.
 */
async function leaseAnnotations(
  tx: Tx,
  scope: Scope,
  found: readonly Candidate[],
  { chances, mayWait, ids: all, ...time }: Leasing & Omit<Wish, "kinds">,
): Promise<TaskRow[]> {
  const tasks: TaskRow[] = [];
  let ids = all;
  const keep = (leased: readonly TaskRow[]) => {
    tasks.push(...leased);
    ids = ids.filter((id) => leased.every((task) => task.id !== id));
  };
  const [first] = found;
  if (first !== undefined) {
    const drawn = ids.filter((_, index) => (chances[index] ?? 1) < first.gold_share);
    keep(await leaseSomeGold(tx, scope, first, { ...time, ids: drawn }));
  }
  let waits = mayWait ? MAX_WAITS : 0;
  let candidates = found;
  while (ids.length > 0) {
    const [best] = candidates;
    if (best === undefined) break;
    const leased = await leaseBest(tx, scope, candidates, { ...time, ids });
    keep(leased);
    if (ids.length === 0) break;
    if (leased.length === 0) {
      if (tasks.length > 0 || waits === 0) break;
      waits -= 1;
      await waitForItem(tx, scope.account_id, best);
    }
    ({ candidates } = await lookAhead(tx, scope));
  }
  return tasks.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Leases an item with a known answer for each of `ids`; fewer if there are not enough. */
async function leaseSomeGold(
  tx: Tx,
  scope: Scope,
  candidate: Candidate,
  { ids, ...time }: Leasing,
): Promise<TaskRow[]> {
  const tasks: TaskRow[] = [];
  for (const id of ids) {
    const task = await leaseGold(tx, scope, candidate, { ...time, id });
    if (task === undefined) break;
    tasks.push(task);
  }
  return tasks;
}

/** Leases items of the first, best candidate of which others have not locked everything. */
async function leaseBest(
  tx: Tx,
  scope: Scope,
  candidates: readonly Candidate[],
  how: Leasing,
): Promise<TaskRow[]> {
  for (const candidate of candidates) {
    const leased = await leaseItems(tx, scope, candidate, how);
    if (leased.length > 0) return leased;
  }
  return [];
}

function checkRole({ role }: MemberRow, kinds: readonly string[]): void {
  const audits = kinds.some((kind) => kind !== "annotate");
  if (!mayAnnotate(role)) throw new ServiceError("forbidden", `the role ${role} may not annotate`);
  if (audits && !mayAudit(role))
    throw new ServiceError("forbidden", `the role ${role} may not audit or adjudicate`);
}

function checkKind(
  { id, is_model, may_annotate }: MemberRow,
  kinds: readonly string[],
  asModel: boolean,
): void {
  if (!is_model) {
    if (!asModel) return;
    throw new ServiceError(
      "forbidden",
      `the member ${id} is a person, and a model cannot work in their name; send an annotator of its own, or change the member's kind to model`,
    );
  }
  if (kinds.some((wished) => wished !== "annotate"))
    throw new ServiceError("forbidden", "a model may not audit or adjudicate; people do");
  if (!may_annotate) {
    throw new ServiceError(
      "forbidden",
      `the model ${id} may not annotate; send predictions, or let an owner set may_annotate of this member`,
    );
  }
}

/** Returns the named project, or that of the named batch. */
async function checkScope(db: Db, { account_id, batch_id, project_id }: Scope): Promise<string | undefined> {
  const batch = batch_id === undefined ? undefined : await getBatch(db, account_id, batch_id);
  const named = project_id ?? batch?.project_id;
  if (named === undefined) return undefined;
  const project = await getProject(db, account_id, named);
  if (project.status !== "active") {
    throw new ServiceError(
      "project_not_active",
      `the project is ${project.status}; set its status to active to claim tasks`,
    );
  }
  return named;
}
