import { ServiceError } from "@assay/domain/errors.ts";
import { mayAnnotate, mayAudit } from "@assay/domain/member.ts";
import { getBatch } from "../batches/store.ts";
import type { Deps } from "../deps.ts";
import { actingMember } from "../members/acting.ts";
import { assertNotPaused } from "../members/pauses.ts";
import { isAlone, type MemberRow } from "../members/store.ts";
import type { Caller } from "../platform/auth/auth.ts";
import type { Tx } from "../platform/database/db.ts";
import { newId } from "../platform/ids.ts";
import { getProject } from "../projects/store.ts";
import {
  type Candidate,
  type Lease,
  leaseItems,
  leaseOpenTasks,
  lookAhead,
  type OpenWish,
  type Scope,
  type TaskRow,
  waitForItem,
} from "../queue/claimable.ts";
import { leaseGold } from "../queue/lease-gold.ts";
import { expireLeasesIn } from "../queue/leases.ts";
import type { ClaimTasks } from "./schemas.ts";

/** How long a claimed item is kept for its member without a sign of life. */
export const LEASE_MS = 15 * 60_000;

/** How often a claim waits for an item that others have locked before it says that there is none. */
const MAX_WAITS = 10;

interface Wish {
  readonly kinds: readonly string[];
  readonly count: number;
  /** Whether to wait for an item that another transaction has locked, where there is nothing else. */
  readonly mayWait: boolean;
}

/**
 * Leases up to `count` tasks to the member whom the caller works for; none where nothing fits. Throws
 * `not_found` for a batch or project that the account does not have, `project_not_active` where the named
 * one is paused or archived, `forbidden` where the member's role does not do such work, or where they are paused
 * in the named one.
 */
export async function claimTasks(deps: Deps, tx: Tx, caller: Caller, sent: ClaimTasks): Promise<TaskRow[]> {
  const member = await actingMember({ db: tx, now: deps.now }, caller, sent.annotator);
  const wish = { kinds: sent.kinds ?? ["annotate"], count: sent.count ?? 1, mayWait: true };
  checkRole(member, wish.kinds);
  const scope: Scope = {
    account_id: caller.account_id,
    member_id: member.id,
    batch_id: sent.batch_id,
    project_id: sent.project_id,
    project_ids: member.project_ids,
    groups: member.groups,
  };
  const tasks = await lease(deps, tx, scope, wish);
  if (tasks.length > 0) return tasks;
  const named = await checkScope(tx, caller.account_id, sent); // where there is work, what is named is active
  if (named !== undefined) await assertNotPaused(tx, member.id, named);
  const freed = await expireLeasesIn(tx, deps.now());
  // What was freed is locked, with the turns of its batch: who holds locks waits for none that come before.
  return freed === 0 ? [] : lease(deps, tx, scope, { ...wish, mayWait: false });
}

async function lease({ now }: Deps, tx: Tx, scope: Scope, wish: Wish): Promise<TaskRow[]> {
  const { kinds, count, mayWait } = wish;
  const time = { now: now(), lease_expires_at: new Date(now().getTime() + LEASE_MS) };
  const alone =
    kinds.some((kind) => kind !== "annotate") && (await isAlone(tx, scope.account_id, scope.member_id));
  const wished = { kinds, isAlone: alone };
  const leaseOpen = () => leaseOpenTasks(tx, scope, { ...time, ...wished, count });
  if (!kinds.includes("annotate")) return leaseOpen();
  const { hasOpen, candidates } = await lookAhead(tx, scope, wished);
  const open = hasOpen ? await leaseOpen() : [];
  const rest = { ...time, ...wished, count: count - open.length, mayWait };
  return [...open, ...(await leaseAnnotations(tx, scope, candidates, rest))];
}

/** Items to be annotated, some of them gold: neither the place of a task among the others nor its id tells which. */
async function leaseAnnotations(
  tx: Tx,
  scope: Scope,
  found: readonly Candidate[],
  { kinds, isAlone, count, mayWait, ...time }: Lease & Wish & OpenWish,
): Promise<TaskRow[]> {
  const tasks: TaskRow[] = [];
  let ids = Array.from({ length: count }, () => newId("task")).sort();
  const keep = (leased: readonly TaskRow[]) => {
    tasks.push(...leased);
    ids = ids.filter((id) => leased.every((task) => task.id !== id));
  };
  const [first] = found;
  if (first !== undefined) keep(await leaseSomeGold(tx, scope, first, { ...time, ids }));
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
      await waitForItem(tx, best);
    }
    ({ candidates } = await lookAhead(tx, scope, { kinds, isAlone }));
  }
  return tasks.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Leases gold for the share of `ids` that the batch's policy says, by chance; fewer where there is no more. */
async function leaseSomeGold(
  tx: Tx,
  scope: Scope,
  candidate: Candidate,
  { ids, ...time }: Lease & { readonly ids: readonly string[] },
): Promise<TaskRow[]> {
  const tasks: TaskRow[] = [];
  for (const id of ids) {
    if (Math.random() >= candidate.gold_share) continue;
    const task = await leaseGold(tx, scope, candidate, { ...time, id });
    if (task === undefined) break;
    tasks.push(task);
  }
  return tasks;
}

/** Leases items of the first candidate, the best, of which others have not locked all. */
async function leaseBest(
  tx: Tx,
  scope: Scope,
  candidates: readonly Candidate[],
  how: Parameters<typeof leaseItems>[3],
): Promise<TaskRow[]> {
  for (const candidate of candidates) {
    const leased = await leaseItems(tx, scope, candidate, how);
    if (leased.length > 0) return leased;
  }
  return [];
}

function checkRole({ role }: MemberRow, kinds: readonly string[]): void {
  const audits = kinds.some((kind) => kind !== "annotate");
  if (!mayAnnotate(role)) throw new ServiceError("forbidden", `a ${role} does not annotate`);
  if (audits && !mayAudit(role)) throw new ServiceError("forbidden", `${role}s do not audit or adjudicate`);
}

/** Gives the project that is named, by its batch or itself. */
async function checkScope(
  tx: Tx,
  account_id: string,
  { batch_id, project_id }: ClaimTasks,
): Promise<string | undefined> {
  const batch = batch_id === undefined ? undefined : await getBatch(tx, account_id, batch_id);
  const named = project_id ?? batch?.project_id;
  if (named === undefined) return undefined;
  const project = await getProject(tx, account_id, named);
  if (project.status !== "active") {
    throw new ServiceError(
      "project_not_active",
      `the project is ${project.status}; set it active to claim its work`,
    );
  }
  return named;
}
