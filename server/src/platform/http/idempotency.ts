import { createHash } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { callerOf } from "../auth/auth.ts";
import type { Db, Tx } from "../database/db.ts";
import { ROWS_AT_ONCE } from "../database/small-steps.ts";
import type { Row } from "../database/tables.ts";
import { recordChange } from "./changes.ts";

/** The response of a POST: its status, its body, and the location of a new resource. */
export interface Answer {
  readonly status: 200 | 201 | 202;
  readonly body: unknown;
  readonly location?: string;
}

interface Reservation {
  readonly account_id: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** When this request reserved it: another that took the key over has a later one. */
  readonly created_at: Date;
}

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const FREE_AGAIN_MS = 500;
const KEPT_MS = 24 * 3_600_000;

/**
 * Runs `work` in the request's only transaction and sends its response. With an `Idempotency-Key` it runs
 * once in 24 hours: the key's row is reserved first and completed in the same transaction as the effects, so
 * a repeat gets the first response (with `Idempotent-Replayed: true`) and never has a second effect. Only
 * successes are stored; an error frees the key. The API keys of an account share their keys; each person has
 * separate ones. `fingerprint` identifies the request if its JSON body does not.
 *
 * Throws `idempotency_in_progress` while the first request runs, `idempotency_key_reused` for another body.
 */
export function idempotent(
  deps: Deps,
  exchange: Exchange,
  work: (tx: Tx) => Promise<Answer>,
): Promise<FastifyReply> {
  return idempotentAfter(deps, exchange, async () => undefined, work);
}

/**
 * The same for work that must not hold a transaction open: `prepare` runs once the key is reserved, before
 * `work`.
 */
export async function idempotentAfter<Prepared>(
  deps: Deps,
  { request, reply, fingerprint, afterCommit, receiveRest }: Exchange,
  prepare: () => Promise<Prepared>,
  work: (tx: Tx, prepared: Prepared) => Promise<Answer>,
): Promise<FastifyReply> {
  const recorded = async (tx: Tx, prepared: Prepared): Promise<Answer> => {
    const answer = await work(tx, prepared);
    await recordChange(tx, request, deps.now(), answer.location === undefined ? undefined : answer.body);
    return answer;
  };
  const finished = async (answer: Answer): Promise<FastifyReply> => {
    await receiveRest?.();
    // The effects are committed: a sweep repairs a failure from here on, and the caller must not try again.
    await afterCommit?.().catch((fault: unknown) =>
      request.log.error({ err: fault }, "the work after a request failed; the sweep will repeat it"),
    );
    return send(reply, answer);
  };
  const key = readKey(request);
  if (key === undefined) {
    const prepared = await prepare();
    return finished(await deps.db.transaction().execute((tx) => recorded(tx, prepared)));
  }
  const { pathname, search } = new URL(request.url, "http://localhost");
  const caller = callerOf(request);
  const reservation = {
    account_id: caller.account_id,
    method: request.method,
    path: storedPath(pathname),
    key: caller.kind === "person" ? `${caller.member_id}\n${key}` : key, // keys in requests contain no line ends
    created_at: deps.now(),
  };
  const what = fingerprint ?? JSON.stringify(request.body) ?? "";
  const digest = createHash("sha256").update(`${search}\n${what}`).digest("hex");
  const earlier = await reserve(deps, reservation, digest).catch((fault: unknown) => {
    freeLater(deps, reservation); // it may be committed, though the connection broke
    throw fault;
  });
  if (earlier !== undefined) return replay(deps, reply, earlier, digest);
  return finished(await runReserved(deps, reservation, prepare, recorded));
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly fingerprint?: string;
  /** Reads the rest of the body once the row it belongs to is committed; an error fails the request. */
  readonly receiveRest?: () => Promise<void>;
  /**
   * Runs between the commit and the response. If it fails, or the process dies first, a sweep must do the
   * same; the request still succeeds.
   */
  readonly afterCommit?: () => Promise<void>;
}

/** Whether a request has an `Idempotency-Key`. Without one it may share a transaction, or use none. */
export function hasKey({ headers }: FastifyRequest): boolean {
  return headers["idempotency-key"] !== undefined;
}

/** The longest path that is stored unhashed: a key of an index has at most 2,704 bytes. */
const MOST_PATH = 500;

function storedPath(pathname: string): string {
  if (pathname.length <= MOST_PATH) return pathname;
  return createHash("sha256").update(pathname).digest("hex");
}

function readKey(request: FastifyRequest): string | undefined {
  const sent = request.headers["idempotency-key"];
  if (sent === undefined) return undefined;
  const key = String(sent).replace(/^"(.*)"$/, "$1");
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ServiceError("invalid_request", "Idempotency-Key must be 1 to 255 printable ASCII characters");
  }
  return key;
}

/** Reserves the key; returns the row of an earlier request if there is one. */
async function reserve(
  deps: Deps,
  reservation: Reservation,
  fingerprint: string,
): Promise<Row<"idempotency_keys"> | undefined> {
  const { created_at: now } = reservation;
  const fresh = {
    fingerprint,
    lease_expires_at: new Date(now.getTime() + LEASE_MS),
    created_at: now,
    expires_at: new Date(now.getTime() + KEPT_MS),
  };
  const taken = await deps.db
    .insertInto("idempotency_keys")
    .values({ ...reservation, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "method", "path", "key"])
        .doUpdateSet({ ...fresh, status: null, location: null, body_encrypted: null })
        .where(
          sql<boolean>`idempotency_keys.expires_at <= ${now}
            or (idempotency_keys.status is null and idempotency_keys.lease_expires_at <= ${now})`,
        ),
    )
    .returning("key")
    .executeTakeFirst();
  if (taken !== undefined) return undefined;
  const kept = deps.db.selectFrom("idempotency_keys").selectAll();
  const earlier = await reserved(kept, reservation).executeTakeFirst();
  return earlier ?? reserve(deps, reservation, fingerprint); // the earlier one failed meanwhile and freed the key
}

/** Kinds of ids whose deletion also deletes the stored responses that mention them. */
const SUBJECTS = /\b(?:batch|upl|mem)_[0-9A-HJKMNP-TV-Z]{26}\b/g;

/**
 * Deletes the account's stored responses that mention one of `ids`, and their requests. The keys stay
 * reserved until they expire, so that no late repeat recreates what was deleted. Goes through the account's keys once, some in
 * each transaction (ADR 0065). A row that is locked is passed over: a request locks only the row of its own key, before
 * that mentions anything, and another erasure does the same to it.
 */
export async function eraseAnswers(db: Db, account_id: string, ids: readonly string[]): Promise<void> {
  let after: Pick<Row<"idempotency_keys">, "method" | "path" | "key"> | undefined;
  do {
    const { method, path, key } = after ?? { method: "", path: "", key: "" };
    const { rows } = await sql<Pick<Row<"idempotency_keys">, "method" | "path" | "key">>`
      with page as materialized (
        select method, path, key, subjects && ${ids}::text[] as is_named from idempotency_keys
        where account_id = ${account_id} and (method, path, key) > (${method}, ${path}, ${key})
        order by method, path, key limit ${ROWS_AT_ONCE}
      ), chosen as materialized (
        select kept.ctid from page join idempotency_keys as kept using (method, path, key)
        where is_named and account_id = ${account_id} for update of kept skip locked
      ), erased as (
        update idempotency_keys set fingerprint = null, location = null, body_encrypted = null
        where account_id = ${account_id} and ctid = any(array(select ctid from chosen))
      )
      select method, path, key from page order by method desc, path desc, key desc limit 1`.execute(db);
    [after] = rows;
  } while (after !== undefined);
}

async function runReserved<Prepared>(
  deps: Deps,
  reservation: Reservation,
  prepare: () => Promise<Prepared>,
  work: (tx: Tx, prepared: Prepared) => Promise<Answer>,
) {
  const renewal = setInterval(() => void renew(deps, reservation).catch(() => undefined), RENEW_MS);
  try {
    const prepared = await prepare();
    return await deps.db.transaction().execute(async (tx) => {
      const answer = await work(tx, prepared);
      await finish(deps, tx, reservation, answer);
      return answer;
    });
  } catch (fault) {
    await free(deps, reservation).catch(() => freeLater(deps, reservation)); // report the first error
    throw fault;
  } finally {
    clearInterval(renewal);
  }
}

function free(deps: Deps, reservation: Reservation): Promise<unknown> {
  return unfinished(deps.db.deleteFrom("idempotency_keys"), reservation).execute();
}

/**
 * Frees the key once the database is back, so that a repeat need not wait for the end of its lease. A commit whose response was
 * lost has completed the row, and a replay gets its answer.
 */
function freeLater(deps: Deps, reservation: Reservation): void {
  const until = performance.now() + LEASE_MS; // then it can be taken over
  const again = (): void => {
    setTimeout(() => {
      void free(deps, reservation).catch(() => {
        if (performance.now() < until) again();
      });
    }, FREE_AGAIN_MS).unref();
  };
  again();
}

interface Filterable<Self> {
  where(column: "account_id" | "method" | "path" | "key", operator: "=", value: string): Self;
  where(column: "created_at", operator: "=", value: Date): Self;
  where(column: "status", operator: "is", value: null): Self;
}

function reserved<Query extends Filterable<Query>>(
  query: Query,
  { account_id, method, path, key }: Reservation,
): Query {
  return query
    .where("account_id", "=", account_id)
    .where("method", "=", method)
    .where("path", "=", path)
    .where("key", "=", key);
}

/** The request's own reservation: not one of a request that took the key over, which may have another body. */
function unfinished<Query extends Filterable<Query>>(query: Query, reservation: Reservation): Query {
  return reserved(query, reservation)
    .where("created_at", "=", reservation.created_at)
    .where("status", "is", null);
}

async function renew(deps: Deps, reservation: Reservation): Promise<void> {
  const lease_expires_at = new Date(deps.now().getTime() + LEASE_MS);
  await unfinished(deps.db.updateTable("idempotency_keys").set({ lease_expires_at }), reservation).execute();
}

/** Throws if another request took the key over, so that this one's effects are rolled back. */
async function finish(deps: Deps, tx: Tx, reservation: Reservation, { status, body, location }: Answer) {
  const text = JSON.stringify(body);
  const change = {
    status,
    location: location ?? null,
    body_encrypted: deps.secrets.encrypt(text),
    subjects: text.match(SUBJECTS) ?? [],
  };
  const [result] = await unfinished(tx.updateTable("idempotency_keys").set(change), reservation).execute();
  if (result?.numUpdatedRows !== 1n) {
    throw new ServiceError(
      "idempotency_in_progress",
      "another request with the same Idempotency-Key replaced this one",
    );
  }
}

function replay(
  deps: Deps,
  reply: FastifyReply,
  row: Row<"idempotency_keys">,
  fingerprint: string,
): FastifyReply {
  if (row.fingerprint !== fingerprint) {
    throw new ServiceError(
      "idempotency_key_reused",
      "this Idempotency-Key was used with a different request body, or the resource that it created was deleted; send a new key",
    );
  }
  if (row.status === null || row.body_encrypted === null) {
    throw new ServiceError("idempotency_in_progress", "a request with this Idempotency-Key is still running");
  }
  reply.header("idempotent-replayed", "true").code(row.status);
  if (row.location !== null) reply.header("location", row.location);
  const stored = deps.secrets.decrypt(row.body_encrypted).toString();
  const body: Stored = JSON.parse(stored);
  if (isOfThisVersion(reply, row.status, body)) return reply.send(body);
  return reply.header("content-type", "application/json; charset=utf-8").send(stored);
}

interface Stored {
  readonly [name: string]: unknown;
}

/** In a rolling upgrade the version before may have stored it, without what this version's schema requires. */
function isOfThisVersion(reply: FastifyReply, status: number, body: Stored): boolean {
  try {
    reply.getSerializationFunction(String(status))?.(body);
    return true;
  } catch {
    return false;
  }
}

function send(reply: FastifyReply, { status, body, location }: Answer): FastifyReply {
  if (location !== undefined) reply.header("location", location);
  return reply.code(status).send(body);
}
