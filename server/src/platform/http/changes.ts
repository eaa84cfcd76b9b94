import type { FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { actorOf, callerOf } from "../auth/auth.ts";
import type { Tx } from "../database/db.ts";
import type { RateChange } from "../database/pay-tables.ts";
import { newId } from "../ids.ts";

/**
 * Runs `work` in the request's only transaction, and records its change in the audit log, for a change of pay with the rates that
 * `rateOf` names. For POSTs use `idempotent`.
 */
export function inChange<T>(
  { db, now }: Pick<Deps, "db" | "now">,
  request: FastifyRequest,
  work: (tx: Tx) => Promise<T>,
  rateOf?: (result: T) => RateChange,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const result = await work(tx);
    await recordChange(tx, request, now(), undefined, rateOf?.(result));
    return result;
  });
}

/**
 * Records who changed what by `request`, in the transaction of the change (ADR 0034). `made` is the response,
 * which identifies a created resource. Skips dry runs, and operations with `isLogged: false`.
 */
export async function recordChange(
  tx: Tx,
  request: FastifyRequest,
  created_at: Date,
  made?: unknown,
  rate?: RateChange,
): Promise<void> {
  const { config, schema } = request.routeOptions;
  const action = schema?.operationId;
  if (action === undefined || config.isLogged === false || isDryRun(request)) return;
  const caller = callerOf(request);
  await tx
    .insertInto("audit_log")
    .values({
      id: newId("change"),
      account_id: caller.account_id,
      actor_id: actorOf(caller),
      action,
      resource_id: nameIn(made, "id") ?? resourceIn(request.params) ?? caller.account_id,
      request_id: request.id,
      ...(rate !== undefined && { rate: JSON.stringify(rate) }),
      created_at,
    })
    .execute();
}

/** The last resource in a path. */
function resourceIn(params: unknown): string | undefined {
  return nameIn(params, "delivery_id") ?? nameIn(params, "id");
}

function isDryRun({ body, query }: FastifyRequest): boolean {
  return fieldOf(body, "dry_run") === true || fieldOf(query, "dry_run") === true;
}

function nameIn(value: unknown, name: string): string | undefined {
  const id = fieldOf(value, name);
  return typeof id === "string" ? id : undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the audit log records the operation's changes; absent = yes. */
    isLogged?: boolean;
  }
}
