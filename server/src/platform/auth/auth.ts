import { ServiceError } from "@assay/domain/errors.ts";
import { type Role, SCOPES, type Scope, scopesWithin } from "@assay/domain/member.ts";
import type { FastifyRequest } from "fastify";
import type { Db } from "../database/db.ts";
import { hashApiKey, mayBeApiKey } from "./keys.ts";
import { isPersonToken, type PersonTokenClaims, readPersonToken } from "./person-token.ts";
import type { Secrets } from "./secrets.ts";

interface AnyCaller {
  readonly account_id: string;
  readonly scopes: ReadonlySet<Scope>;
  /** The id that the rate limit counts for: the account's, or a person's own. */
  readonly payer: string;
  /** The plan's name, `person` for people. */
  readonly plan: string;
  readonly rate_limit_per_minute: number;
}

/** A key of an account, which may act for any member. */
export interface KeyCaller extends AnyCaller {
  readonly kind: "key";
  readonly key_id: string;
  readonly key_name: string;
}

/** A person who is signed in and acts only as themselves. */
export interface PersonCaller extends AnyCaller {
  readonly kind: "person";
  readonly member_id: string;
  readonly role: Role;
  /** Null: all projects of the account. */
  readonly project_ids: readonly string[] | null;
  readonly groups: readonly string[];
}

/** The sender of a request. */
export type Caller = KeyCaller | PersonCaller;

/** The id of a key or of a member, for records of who did something. */
export function actorOf(caller: Caller): string {
  return caller.kind === "key" ? caller.key_id : caller.member_id;
}

/** The member of a person's token; null for an API key. */
export function personOf(caller: Caller): string | null {
  return caller.kind === "key" ? null : caller.member_id;
}

/** Requests a minute of each person, separate from the account's. */
const PERSON_RATE = 1_200;

/** Notified when keys have changed, so that every process clears its cache of keys. */
export const KEYS_CHANNEL = "api_keys";

/**
 * How long a cached key is trusted; a lost notification or a changed plan takes effect after at most this
 * time.
 */
const CACHE_MS = 1_000;
const CACHE_SIZE = 10_000;
/** How long a key that was valid can be looked up again without a check of its network's limit. */
const TRUSTED_MS = 10 * 60_000;
const LAST_USED_EVERY_MS = 60_000;

export interface Keys {
  /**
   * The caller of an `Authorization` header; undefined if its key is absent, malformed, unknown, expired or
   * revoked, and for a token whose person is signed out or no longer an active member.
   */
  readonly authenticate: (header: string | undefined, mayLookUp?: MayLookUp) => Promise<Caller | undefined>;
  /** Clears the cache, so that the next request of any key queries the database. */
  readonly forget: () => void;
}

/**
 * Whether the network that sent a key may cause a database query. Called only for keys that were not valid
 * within the last ten minutes, because anybody can make up such keys. A forged token of a person causes no
 * query, because tokens are signed.
 */
export type MayLookUp = () => boolean;

/** Looks up keys and people, and caches each result for a second or until the key or token expires. */
export function createKeys(db: Db, secrets: Secrets, now: () => Date): Keys {
  let cache = new Map<string, Looked>();
  /** One query serves all concurrent requests for the same key. */
  let asking = new Map<string, Promise<Caller | undefined>>();
  const trusted = new Map<string, number>();

  function isTrusted(name: string): boolean {
    return now().getTime() - (trusted.get(name) ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS;
  }

  function trust(name: string): void {
    if (trusted.size >= CACHE_SIZE) trusted.clear();
    trusted.set(name, now().getTime());
  }

  async function lookUp(bearer: string, hash: Buffer): Promise<Look> {
    if (!isPersonToken(bearer)) return look(db, hash, now());
    const claims = readPersonToken(secrets, bearer, now());
    return claims === undefined ? UNKNOWN : lookPerson(db, claims);
  }

  async function authenticate(
    header: string | undefined,
    mayLookUp: MayLookUp = () => true,
  ): Promise<Caller | undefined> {
    const key = bearerIn(header);
    if (key === undefined) return undefined;
    const time = now().getTime();
    const hash = hashApiKey(key);
    const name = hash.toString("base64"); // keys are never kept in memory
    const cached = cache.get(name);
    if (cached !== undefined && cached.until > time) return cached.caller;
    const asked = asking.get(name);
    if (asked !== undefined) return asked;
    if (!isPersonToken(key) && !isTrusted(name) && !mayLookUp()) return undefined;
    const current = cache; // replaced while the query runs if keys change
    const answer = lookUp(key, hash).then(({ caller, expires_at }) => {
      if (caller !== undefined) trust(name);
      if (current.size >= CACHE_SIZE) current.clear();
      current.set(name, { caller, until: Math.min(time + CACHE_MS, expires_at?.getTime() ?? Infinity) });
      return caller;
    });
    const questions = asking;
    questions.set(name, answer);
    return answer.finally(() => questions.delete(name));
  }

  return {
    authenticate,
    forget: () => {
      cache = new Map();
      asking = new Map();
    },
  };
}

/** The key or token of an `Authorization` header; undefined if it has an impossible form. */
function bearerIn(header = ""): string | undefined {
  const bearer = /^bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
  return isPersonToken(bearer) || mayBeApiKey(bearer) ? bearer : undefined;
}

interface Looked {
  readonly caller: Caller | undefined;
  readonly until: number;
}

interface Look {
  readonly caller: Caller | undefined;
  readonly expires_at: Date | null;
}

const UNKNOWN: Look = { caller: undefined, expires_at: null };

async function look(db: Db, hash: Buffer, now: Date): Promise<Look> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "account_id",
      "scopes",
      "last_used_at",
      "expires_at",
      "plan",
      "rate_limit_per_minute",
    ])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirst();
  if (row === undefined) return UNKNOWN;
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > LAST_USED_EVERY_MS) {
    await db.updateTable("api_keys").set({ last_used_at: now }).where("id", "=", row.id).execute();
  }
  const { id: key_id, name: key_name, account_id, plan, rate_limit_per_minute, expires_at } = row;
  const scopes = new Set(SCOPES.filter((scope) => row.scopes.includes(scope)));
  const key = { kind: "key", account_id, payer: account_id, key_id, key_name } as const;
  return { caller: { ...key, scopes, plan, rate_limit_per_minute }, expires_at };
}

/** The current member of a token; unknown if the member is not active or the session has ended. */
async function lookPerson(db: Db, { member_id, session_id, expires_at }: PersonTokenClaims): Promise<Look> {
  const row = await db
    .selectFrom("members")
    .innerJoin("sessions", "sessions.person_id", "members.person_id")
    .select(["members.account_id", "members.role", "members.project_ids", "members.groups"])
    .where("members.id", "=", member_id)
    .where("sessions.id", "=", session_id)
    .where("members.active", "=", true)
    .where("members.deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return UNKNOWN;
  return { caller: personCaller({ ...row, member_id }), expires_at: new Date(expires_at) };
}

/** A member as the sender of a request, or as the person for whom a job reads what they may see. */
export function personCaller({
  account_id,
  member_id,
  role,
  project_ids,
  groups,
}: Pick<PersonCaller, "account_id" | "member_id" | "role" | "project_ids" | "groups">): PersonCaller {
  const rate = { payer: member_id, plan: "person", rate_limit_per_minute: PERSON_RATE };
  const scopes = new Set(scopesWithin(role, project_ids));
  return { kind: "person", account_id, member_id, role, project_ids, groups, scopes, ...rate };
}

/** The caller of a `/v1` request, set by the edge; throws `unauthorized` anywhere else. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new ServiceError("unauthorized", "a valid API key is required");
  return request.caller;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** The scope that a `/v1` route requires; null if its URL is signed and carries its own permission. */
    scope?: Scope | null;
    /** True if a request with a valid key does not count against the rate limit. */
    isFree?: (request: FastifyRequest) => boolean;
  }
}
