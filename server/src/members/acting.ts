import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { KeyCaller, PersonCaller } from "../platform/auth/auth.ts";
import type { Db } from "../platform/database/db.ts";
import { textFault } from "../platform/http/json.ts";
import { newId } from "../platform/ids.ts";
import {
  findMember,
  insertMemberOnce,
  keyOfAnnotator,
  type MemberKey,
  type MemberRow,
  updateMember,
} from "./store.ts";
import { assertMayJoin } from "./unknown-annotator.ts";

const ACTIVE_EVERY_MS = 60_000;

/** What of a caller decides for whom they work; a job keeps it of the request that asked for it. */
export type Actor =
  | Pick<KeyCaller, "kind" | "account_id" | "key_id" | "key_name">
  | Pick<PersonCaller, "kind" | "account_id" | "member_id">;

/**
 * The member for whom a caller works: `annotator` is a member's id or any external id (1 to 200 characters);
 * if absent, it is the member of the caller's key. External ids and keys get a member on first use. A person
 * works only for themselves. Costs one SELECT per second; `last_active_at` is written at most once a minute.
 * `joinsAs` is what a member becomes on first use; the role is that of an external id.
 *
 * Throws `not_found` for an unknown member id, `forbidden` for a deactivated member and if a person names
 * another, `invalid_request` for a text that can be neither and for an external id that is new to an account with
 * `strict_annotators`.
 */
export async function actingMember(
  { db, now }: Pick<Deps, "db" | "now">,
  caller: Actor,
  annotator?: string,
  joinsAs: JoinsAs = {},
): Promise<MemberRow> {
  const key = memberKeyOf(caller, annotator);
  const found = await findCached(db, caller, key);
  const member = found ?? (await join(db, caller, { key, joinsAs }, now()));
  assertActive(member, annotator);
  if (now().getTime() - (member.last_active_at?.getTime() ?? 0) < ACTIVE_EVERY_MS) return member;
  const active = await updateMember(db, member, { last_active_at: now() });
  if (found !== undefined) cached.get(caller)?.set(JSON.stringify(key), active);
  return active;
}

/** What a new member becomes; a reviewer and a person if absent. */
export interface JoinsAs {
  readonly role?: "annotator" | "reviewer";
  readonly is_model?: boolean;
}

/** What decides about the work of a member. */
export type Worker = Pick<
  MemberRow,
  "id" | "account_id" | "role" | "is_model" | "may_annotate" | "active" | "project_ids" | "groups"
>;

/**
 * The member for whom a caller would work, without writing: like `actingMember`, but a new external id or key gets a
 * member that is not stored.
 */
export async function prospectiveMember(
  db: Db,
  caller: Actor,
  annotator?: string,
  joinsAs: JoinsAs = {},
): Promise<Worker> {
  const key = memberKeyOf(caller, annotator);
  const found = await findCached(db, caller, key);
  if (found === undefined) {
    const { id, account_id, role, is_model, may_annotate } = await newMember(db, caller, { key, joinsAs });
    return { id, account_id, role, is_model, may_annotate, active: true, project_ids: null, groups: [] };
  }
  assertActive(found, annotator);
  return found;
}

function assertActive({ id, active }: MemberRow, annotator: string | undefined): void {
  if (!active) throw new ServiceError("forbidden", `the member ${annotator ?? id} is deactivated`);
}

/**
 * Caches the members of each caller. A caller is looked up again after at most a second, and at once if
 * members changed (see `createKeys`); the cache of its members is dropped with it.
 */
const cached = new WeakMap<Actor, Map<string, MemberRow>>();

async function findCached(db: Db, caller: Actor, key: MemberKey): Promise<MemberRow | undefined> {
  const members = cached.get(caller) ?? new Map<string, MemberRow>();
  cached.set(caller, members);
  const known = members.get(JSON.stringify(key));
  if (known !== undefined) return known;
  const member = await findMember(db, caller.account_id, key);
  if (member !== undefined) members.set(JSON.stringify(key), member); // a new member may be rolled back with `db`
  return member;
}

/** The id or external id of the caller's member; throws like `actingMember`. */
export function memberKeyOf(caller: Actor, annotator: string | undefined): MemberKey {
  if (caller.kind === "person") {
    assertOneself(caller, annotator);
    return { id: caller.member_id };
  }
  if (annotator === undefined) return { key_id: caller.key_id };
  const key = keyOfAnnotator(annotator);
  if ("id" in key) return key;
  const fault = textFault(annotator);
  if (fault !== undefined) throw new ServiceError("invalid_request", `annotator: ${fault}`);
  if (annotator.length < 1 || annotator.length > 200) {
    throw new ServiceError("invalid_request", "annotator must have 1 to 200 characters");
  }
  return key;
}

/** Throws `forbidden` if a person names anybody else as annotator. */
export function assertOneself(caller: Actor, annotator: string | undefined): void {
  if (caller.kind === "key" || annotator === undefined || annotator === caller.member_id) return;
  throw new ServiceError(
    "forbidden",
    `annotator: a signed-in person can only act as themselves (${caller.member_id})`,
  );
}

interface Joining {
  readonly key: MemberKey;
  readonly joinsAs: JoinsAs;
}

/** Two concurrent first uses create one member: the loser of the insert reads the winner's row. */
async function join(db: Db, caller: Actor, joining: Joining, now: Date): Promise<MemberRow> {
  const row = await newMember(db, caller, joining);
  const dates = { last_active_at: now, created_at: now, updated_at: now };
  const made = await insertMemberOnce(db, { ...row, ...dates });
  const member = made ?? (await findMember(db, caller.account_id, joining.key));
  if (member === undefined) throw new ServiceError("not_found", `there is no member ${row.name}`);
  return member;
}

/** The member that a first use adds; throws if it may not. */
async function newMember(db: Db, caller: Actor, { key, joinsAs }: Joining) {
  const { role = "reviewer", is_model = false } = joinsAs;
  const { account_id } = caller;
  if ("id" in key) throw new ServiceError("not_found", `there is no member ${key.id}`);
  if (caller.kind === "person")
    throw new ServiceError("forbidden", "a signed-in person can only act as themselves");
  const isKey = "key_id" in key;
  if (!isKey) await assertMayJoin(db, account_id, key.external_id);
  return {
    ...key,
    id: newId("member"),
    account_id,
    name: isKey ? caller.key_name : key.external_id,
    role: isKey ? "reviewer" : role,
    is_model,
    may_annotate: !is_model,
    origin: isKey ? "key" : "external",
  } as const;
}
