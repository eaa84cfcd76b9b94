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

/** How long a looked-up key is trusted, so that a revocation holds within a second. */
const CACHE_MS = 1_000;
const CACHE_SIZE = 10_000;
const LAST_USED_EVERY_MS = 60_000;

export type Authenticate = (header: string | undefined) => Promise<Caller | undefined>;

/** Looks up the key of an `Authorization` header; undefined for one that is absent, malformed, unknown, expired or revoked. */
export function createAuthenticate(db: Db, now: () => Date): Authenticate {
  const cache = new Map<string, { caller: Caller | undefined; until: number }>();

  return async (header) => {
    const key = /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
    if (key === undefined || !mayBeApiKey(key)) return undefined;
    const time = now().getTime();
    const hash = hashApiKey(key);
    const name = hash.toString("base64"); // no key stays in memory
    const cached = cache.get(name);
    if (cached !== undefined && cached.until > time) return cached.caller;
    const caller = await findCaller(db, hash, now());
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(name, { caller, until: time + CACHE_MS });
    return caller;
  };
}

async function findCaller(db: Db, hash: Buffer, now: Date): Promise<Caller | undefined> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "account_id",
      "scopes",
      "last_used_at",
      "plan",
      "rate_limit_per_minute",
    ])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) > LAST_USED_EVERY_MS) {
    await db.updateTable("api_keys").set({ last_used_at: now }).where("id", "=", row.id).execute();
  }
  const { id: key_id, name: key_name, account_id, plan, rate_limit_per_minute } = row;
  const scopes = new Set(SCOPES.filter((scope) => row.scopes.includes(scope)));
  return { account_id, key_id, key_name, scopes, plan, rate_limit_per_minute };
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
