import { ServiceError } from "@assay/domain/errors.ts";
import { type Tx, violatedConstraint } from "../platform/db.ts";
import { eraseAnswers } from "../platform/idempotency.ts";
import { isId, newId } from "../platform/ids.ts";
import { assertProjects } from "../projects/store.ts";
import { releaseLeasesOf } from "../tasks/leases.ts";
import type { ChangeMember, CreateMember } from "./schemas.ts";
import { hasOtherOwner, insertMember, type MemberRow, updateMember } from "./store.ts";

/** Adds a member. Throws `not_found` for a project that is not the account's, `conflict` for a taken name. */
export async function createMember(
  tx: Tx,
  account_id: string,
  now: Date,
  sent: CreateMember,
): Promise<MemberRow> {
  await assertUsable(tx, account_id, sent);
  return insertMember(tx, {
    role: "annotator",
    ...sent,
    id: newId("member"),
    account_id,
    origin: "invited",
    created_at: now,
    updated_at: now,
  }).catch(refuseTaken);
}

/**
 * Changes a member of a locked account. Deactivating gives back what the member holds: drafts and answers
 * stay. Throws `conflict` where no active owner would be left, else as `createMember` does.
 */
export async function changeMember(
  tx: Tx,
  before: MemberRow,
  now: Date,
  sent: ChangeMember,
): Promise<MemberRow> {
  await assertUsable(tx, before.account_id, sent);
  const { role, active } = { ...before, ...sent };
  if (role !== "owner" || !active) await assertAnotherOwner(tx, before);
  if (before.active && !active) await releaseLeasesOf(tx, { now: () => now }, before.id);
  const deactivated_at = active ? null : (before.deactivated_at ?? now);
  return updateMember(tx, before.id, { ...sent, deactivated_at, updated_at: now }).catch(refuseTaken);
}

/**
 * Takes a member of a locked account out for good. The answers stay, under a pseudonym: name, e-mail address
 * and external id are gone, and whoever comes with that external id later is somebody else.
 */
export async function deleteMember(tx: Tx, before: MemberRow, now: Date): Promise<void> {
  await assertAnotherOwner(tx, before);
  await releaseLeasesOf(tx, { now: () => now }, before.id);
  await updateMember(tx, before.id, {
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
  await tx.deleteFrom("invitations").where("member_id", "=", before.id).execute();
  if (before.person_id !== null) await deletePersonWithoutMembers(tx, before.person_id);
  await eraseAnswers(tx, before.account_id, [before.id]);
}

/** A person whom no account knows any more is forgotten, with their password and sessions. */
async function deletePersonWithoutMembers(tx: Tx, id: string): Promise<void> {
  await tx
    .deleteFrom("people")
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("members").select("id").where("person_id", "=", id))),
    )
    .execute();
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

/** Throws `conflict` where another member of the account has the e-mail address or external id; else what was thrown. */
export function refuseTaken(fault: unknown): never {
  const field = { members_email: "e-mail address", members_external: "external id" }[
    violatedConstraint(fault) ?? ""
  ];
  if (field === undefined) throw fault;
  throw new ServiceError("conflict", `another member of the account has this ${field}`);
}
