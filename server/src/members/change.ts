import { ServiceError } from "@assay/domain/errors.ts";
import { mayGive, type Role, scopesOf } from "@assay/domain/member.ts";
import type { Deps } from "../deps.ts";
import { deletePersonWithoutMembers } from "../people/memberships.ts";
import type { Caller } from "../platform/auth/auth.ts";
import { type Tx, violatedConstraint } from "../platform/database/db.ts";
import { eraseAnswers } from "../platform/http/idempotency.ts";
import { isId, newId } from "../platform/ids.ts";
import { addJob, type Jobs } from "../platform/jobs/jobs.ts";
import { assertProjects } from "../projects/store.ts";
import { releaseLeasesOf } from "../queue/leases.ts";
import { kindOf } from "./kind.ts";
import { assertMayGive } from "./may-give.ts";
import type { ChangeMember, CreateMember } from "./schemas.ts";
import { hasOtherOwner, insertMember, type MemberRow, updateMember, withdrawInvitation } from "./store.ts";

/**
 * Adds a member. Throws `not_found` for a project that is not the account's, `conflict` for a taken name,
 * `forbidden` for a role with more permissions than the caller.
 */
export async function createMember(
  tx: Tx,
  caller: Caller,
  now: Date,
  sent: CreateMember,
): Promise<MemberRow> {
  const { account_id } = caller;
  const { kind: _, ...columns } = sent;
  assertMayGive(caller, sent.role ?? "annotator");
  await assertUsable(tx, account_id, sent);
  return insertMember(tx, {
    role: "annotator",
    ...columns,
    ...kindOf(caller, { is_model: false, may_annotate: true, email: null, person_id: null }, sent),
    id: newId("member"),
    account_id,
    origin: "invited",
    created_at: now,
    updated_at: now,
  }).catch(refuseTaken);
}

/**
 * Changes a member of a locked account. Deactivating releases the member's leases, as forbidding a model to annotate does; drafts
 * and answers stay.
 * Throws `conflict` if no active owner would be left, otherwise like `createMember`.
 */
export async function changeMember(
  tx: Tx,
  caller: Caller,
  before: MemberRow,
  now: Date,
  sent: ChangeMember,
): Promise<MemberRow> {
  for (const role of [before.role, sent.role ?? before.role]) assertMayGive(caller, role);
  if (sent.email !== undefined && sent.email !== before.email) await giveUpEmail(tx, before);
  if (sent.role !== undefined) await withdrawWhereRaised(tx, before, sent.role);
  await assertUsable(tx, before.account_id, sent);
  const { role, active } = { ...before, ...sent };
  if (role !== "owner" || !active) await assertAnotherOwner(tx, before);
  const kindAfter = kindOf(caller, before, sent);
  if (endsWork(before, { active, ...kindAfter })) await releaseLeasesOf(tx, before, now);
  const deactivated_at = active ? null : (before.deactivated_at ?? now);
  const isDecidedHere = sent.role !== undefined || sent.active !== undefined;
  const role_from = isDecidedHere ? "account" : before.role_from;
  const { kind: _, ...columns } = sent;
  const change = { ...columns, ...kindAfter, role_from, deactivated_at, updated_at: now } as const;
  return updateMember(tx, before, change).catch(refuseTaken);
}

/** Whether a change ends the tasks in hand. One who becomes a model may hold items that only people may answer. */
function endsWork(
  before: Pick<MemberRow, "active" | "is_model" | "may_annotate">,
  after: typeof before,
): boolean {
  if (before.active && !after.active) return true;
  return (before.may_annotate && !after.may_annotate) || (!before.is_model && after.is_model);
}

async function giveUpEmail(tx: Tx, member: MemberRow): Promise<void> {
  if (member.person_id === null) return withdrawInvitation(tx, member);
  throw new ServiceError(
    "conflict",
    "this member signs in with this e-mail address, so it cannot change; add a new member with the new address",
  );
}

/**
 * Deletes a member of a locked account permanently. The answers stay, under a pseudonym: name, e-mail address
 * and external id are erased, and a later member with that external id is a new one.
 */
export async function deleteMember(tx: Tx, caller: Caller, before: MemberRow, now: Date): Promise<void> {
  assertMayGive(caller, before.role);
  await assertAnotherOwner(tx, before);
  await releaseLeasesOf(tx, before, now);
  await updateMember(tx, before, {
    name: `Former member ${before.id.slice(-6)}`,
    email: null,
    external_id: null,
    key_id: null,
    person_id: null,
    groups: [],
    active: false,
    deactivated_at: before.deactivated_at ?? now,
    deleted_at: now,
    updated_at: now,
  });
  await withdrawInvitation(tx, before);
  if (before.person_id !== null) await deletePersonWithoutMembers(tx, before.person_id);
  await addJob(tx, before.account_id, "erase_member", {
    account_id: before.account_id,
    member_id: before.id,
  });
}

/** The job: removes the stored responses that mention a deleted member. */
export async function eraseMember(
  { db }: Deps,
  { account_id, member_id }: Jobs["erase_member"],
): Promise<void> {
  await eraseAnswers(db, account_id, [member_id]);
}

/**
 * A link expires when its member gains permissions: its creator, who has it, may not be allowed to grant the
 * new role.
 */
export async function withdrawWhereRaised(tx: Tx, before: MemberRow, role: Role): Promise<void> {
  if (!mayGive(new Set(scopesOf(before.role)), role)) await withdrawInvitation(tx, before);
}

async function assertAnotherOwner(tx: Tx, member: MemberRow): Promise<void> {
  if (member.role !== "owner" || !member.active || (await hasOtherOwner(tx, member))) return;
  throw new ServiceError("conflict", "this is the account's last active owner");
}

async function assertUsable(
  tx: Tx,
  account_id: string,
  { external_id, project_ids }: ChangeMember,
): Promise<void> {
  if (isId("member", external_id ?? "")) {
    throw new ServiceError("invalid_request", "external_id must not have the form of a member's id");
  }
  await assertProjects(tx, account_id, project_ids ?? []);
}

/**
 * Throws `conflict` if another member of the account has the e-mail address or external id; otherwise the
 * original error.
 */
export function refuseTaken(fault: unknown): never {
  const field = { members_email: "e-mail address", members_external: "external id" }[
    violatedConstraint(fault) ?? ""
  ];
  if (field === undefined) throw fault;
  throw new ServiceError("conflict", `another member of the account has this ${field}`);
}
