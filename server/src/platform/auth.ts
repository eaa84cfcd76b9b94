import { ServiceError } from "@assay/domain/errors.ts";
import { SCOPES, type Scope } from "@assay/domain/member.ts";
import type { FastifyRequest } from "fastify";
import type { Db } from "./db.ts";
import { hashApiKey, mayBeApiKey } from "./keys.ts";

/** Who sends a request: a key of an account. */
export interface Caller {
  readonly account_id: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly plan: string;
  readonly rate_limit_per_minute: number;
}

/** Notified when keys have changed, so that every process forgets what it has looked up. */
export const KEYS_CHANNEL = "api_keys";

/** How long a looked-up key is trusted; this bounds what a lost notice costs, and how late a changed plan holds. */
const CACHE_MS = 1_000;
const CACHE_SIZE = 10_000;
const LAST_USED_EVERY_MS = 60_000;

export interface Keys {
  /** The caller of an `Authorization` header; undefined where its key is absent, malformed, unknown, expired or revoked. */
  readonly authenticate: (header: string | undefined) => Promise<Caller | undefined>;
  /** Makes the next look at any key one at the database. */
  readonly forget: () => void;
}

/** Looks keys up, and trusts each look for a second or until the key expires. */
export function createKeys(db: Db, now: () => Date): Keys {
  let cache = new Map<string, Looked>();

  async function authenticate(header: string | undefined): Promise<Caller | undefined> {
    const key = /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
    if (key === undefined || !mayBeApiKey(key)) return undefined;
    const time = now().getTime();
    const hash = hashApiKey(key);
    const name = hash.toString("base64"); // no key stays in memory
    const cached = cache.get(name);
    if (cached !== undefined && cached.until > time) return cached.caller;
    const current = cache; // another by the time of the answer where keys have changed meanwhile
    const { caller, expires_at } = await look(db, hash, now());
    if (current.size >= CACHE_SIZE) current.clear();
    current.set(name, { caller, until: Math.min(time + CACHE_MS, expires_at?.getTime() ?? Infinity) });
    return caller;
  }

  return {
    authenticate,
    forget: () => {
      cache = new Map();
    },
  };
}

interface Looked {
  readonly caller: Caller | undefined;
  readonly until: number;
}

interface Look {
  readonly caller: Caller | undefined;
  readonly expires_at: Date | null;
}

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
  if (row === undefined) return { caller: undefined, expires_at: null };
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > LAST_USED_EVERY_MS) {
    await db.updateTable("api_keys").set({ last_used_at: now }).where("id", "=", row.id).execute();
  }
  const { id: key_id, name: key_name, account_id, plan, rate_limit_per_minute, expires_at } = row;
  const scopes = new Set(SCOPES.filter((scope) => row.scopes.includes(scope)));
  return { caller: { account_id, key_id, key_name, scopes, plan, rate_limit_per_minute }, expires_at };
}

/** The caller of a `/v1` request, which the edge has checked; throws `unauthorized` anywhere else. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === undefined) throw new ServiceError("unauthorized", "a valid API key is required");
  return request.caller;
}

/** Who did what the caller did: the id of a key. */
export function actorOf(caller: Caller): string {
  return caller.key_id;
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
