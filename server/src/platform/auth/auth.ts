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
  /** Whose minute its requests are counted in: the account's id, or a person's own. */
  readonly payer: string;
  /** The plan's name, `person` for people. */
  readonly plan: string;
  readonly rate_limit_per_minute: number;
}

/** A key of an account, which may work for any member. */
export interface KeyCaller extends AnyCaller {
  readonly kind: "key";
  readonly key_id: string;
  readonly key_name: string;
}

/** A person who is signed in, and works as nobody else. */
export interface PersonCaller extends AnyCaller {
  readonly kind: "person";
  readonly member_id: string;
  readonly role: Role;
  /** Null: all of the account's. */
  readonly project_ids: readonly string[] | null;
  readonly groups: readonly string[];
}

/** Who sends a request. */
export type Caller = KeyCaller | PersonCaller;

/** The id of a key or of a member, for what is kept of who did something. */
export function actorOf(caller: Caller): string {
  return caller.kind === "key" ? caller.key_id : caller.member_id;
}

/** The member whom a person's token names; null for an API key. */
export function personOf(caller: Caller): string | null {
  return caller.kind === "key" ? null : caller.member_id;
}

/** Requests a minute of each person, apart from the account's. */
const PERSON_RATE = 1_200;

/** Notified when keys have changed, so that every process forgets what it has looked up. */
export const KEYS_CHANNEL = "api_keys";

/** How long a looked-up key is trusted; this bounds what a lost notice costs, and how late a changed plan holds. */
const CACHE_MS = 1_000;
const CACHE_SIZE = 10_000;
/** How long a key that was valid is looked up again without asking whether its network may. */
const TRUSTED_MS = 10 * 60_000;
const LAST_USED_EVERY_MS = 60_000;

export interface Keys {
  /**
   * The caller of an `Authorization` header; undefined where its key is absent, malformed, unknown, expired or revoked,
   * and for a token whose person is signed out or works here no more.
   */
  readonly authenticate: (header: string | undefined, mayLookUp?: MayLookUp) => Promise<Caller | undefined>;
  /** Makes the next look at any key one at the database. */
  readonly forget: () => void;
}

/**
 * Whether the network that sent a key may cost the database a query. Asked only for a key that was not valid within the
 * last ten minutes: anybody can make up such keys. A false token of a person costs no query, since tokens are signed.
 */
export type MayLookUp = () => boolean;

/** Looks keys and people up, and trusts each look for a second or until the key or token expires. */
export function createKeys(db: Db, secrets: Secrets, now: () => Date): Keys {
  let cache = new Map<string, Looked>();
  /** One query serves all requests that ask for the same key meanwhile. */
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
    const name = hash.toString("base64"); // no key stays in memory
    const cached = cache.get(name);
    if (cached !== undefined && cached.until > time) return cached.caller;
    const asked = asking.get(name);
    if (asked !== undefined) return asked;
    if (!isPersonToken(key) && !isTrusted(name) && !mayLookUp()) return undefined;
    const current = cache; // another by the time of the answer where keys have changed meanwhile
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

/** The key or token of an `Authorization` header; undefined where it cannot be one. */
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

/** The member of a token, as it is now; unknown where it is not active, or where the session has ended. */
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
  const { account_id, role, project_ids, groups } = row;
  const rate = { payer: member_id, plan: "person", rate_limit_per_minute: PERSON_RATE };
  const scopes = new Set(scopesWithin(role, project_ids));
  const person = { kind: "person", account_id, member_id, role, project_ids, groups } as const;
  return { caller: { ...person, scopes, ...rate }, expires_at: new Date(expires_at) };
}

/** The caller of a `/v1` request, which the edge has checked; throws `unauthorized` anywhere else. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new ServiceError("unauthorized", "a valid API key is required");
  return request.caller;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** The scope that a `/v1` route asks for; null where its URL carries its own permission. */
    scope?: Scope | null;
    /** Says of a request that it consumes no quota where its key is valid. */
    isFree?: (request: FastifyRequest) => boolean;
  }
}
