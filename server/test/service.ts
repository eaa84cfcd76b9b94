import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, inject } from "vitest";
import { buildApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import type { Deps } from "../src/deps.ts";
import { createAccount } from "../src/installation/create-account.ts";
import { createSecrets } from "../src/platform/auth/secrets.ts";
import type { SignedUrls } from "../src/platform/blobs/blobs.ts";
import { openBlobs } from "../src/platform/blobs/open.ts";
import { connect, type Db } from "../src/platform/database/db.ts";
import { createDirect } from "../src/platform/database/direct.ts";
import { drain } from "../src/platform/http/drain.ts";
import { runDueJobs } from "../src/platform/jobs/job-queue.ts";
import type { Mail } from "../src/platform/network/mail.ts";
import { createOutbound } from "../src/platform/network/outbound.ts";
import { countedRun } from "../src/worker.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";
import { ownStorage } from "./s3.ts";
import { handOver, recordStatements } from "./statement-log.ts";
import { untilHolds } from "./until.ts";

export interface Response {
  readonly status: number;
  /** Parsed JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the service sent; its assertions are the check
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly bytes: Buffer;
}

export type Request = (
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS",
  url: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

export interface TestAccount {
  readonly accountId: string;
  readonly key: string;
  /** A request with the account's key. */
  readonly request: Request;
}

export interface Service extends TestAccount {
  readonly app: FastifyInstance;
  readonly deps: Deps;
  readonly db: Db;
  /** The settings of a process that works on the same database and files. */
  readonly settings: Readonly<Record<string, string>>;
  /** Moves the service's clock. */
  readonly advance: (ms: number) => void;
  /** Runs every job that waits, and those that they ask for. */
  readonly runJobs: () => Promise<void>;
  /** The mails that were handed over. */
  readonly mails: readonly Mail[];
  /** One more account on the same service. */
  readonly givenAccount: (plan?: "starter" | "growth" | "enterprise") => Promise<TestAccount>;
  /** A request without a key. */
  readonly anonymous: Request;
  /** A request with any other key. */
  readonly requestWith: (key: string) => Request;
}

/** Every change that was answered with success, for the check that the audit log tells of each. */
interface Changed {
  readonly request_id: string;
  readonly what: string;
  /** Undefined for a request with a key that the test gave. */
  readonly account_id?: string | undefined;
}

/** What the audit log leaves out, as docs/api.md says. */
const UNLOGGED = [
  /^POST \/v1\/tasks\/claim$/,
  /^PUT \/v1\/tasks\/\w+\/draft$/,
  /^POST \/v1\/tasks\/\w+\/(submit|skip|release|reopen|assist)$/,
  /^PUT \/v1\/uploads\/\w+\/content$/,
  /^PATCH \/v1\/uploads\/\w+$/,
  /^POST \/v1\/uploads\/\w+\/complete$/,
  /^POST \/v1\/comments\/read$/,
  /^POST \/v1\/model-requests\/\w+\/reply$/,
];

/** Method, path and status of every answer, for the check that each documented status is tested. */
const seen = new Set<string>();

function note(method = "", url = "", status: number): void {
  seen.add(`${method} ${url.split("?")[0]} ${status}`);
}

/**
 * What a test replaces of the service's dependencies, its database, the origin under which a browser reaches
 * it, and signed URLs of a store.
 */
type Overrides = Partial<Deps> & {
  readonly baseUrl?: string;
  readonly database?: TestDatabase;
  readonly signedUrls?: SignedUrls;
};

/**
 * A whole service on a database and a blob folder of its own, without a port: requests are injected. Its
 * clock stands still until `advance`. `overrides` replace what reaches outside. All of it is removed after
 * the test file.
 */
export async function startService({
  baseUrl,
  database: given,
  signedUrls,
  ...overrides
}: Overrides = {}): Promise<Service> {
  const database = given ?? (await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), "assay-blobs-"));
  let time = Date.parse("2026-11-21T03:00:00.000Z");
  const mails: Mail[] = [];
  const settings = { ...database.settings, ...ownStorage(), ASSAY_DATA_DIR: folder };
  const config = readConfig({ ...settings, ASSAY_BASE_URL: baseUrl });
  const { db, pool } = connect(database.settings.DATABASE_URL, { max: 12 });
  recordStatements(pool);
  const log = pino({ level: "silent" });
  const deps: Deps = {
    config,
    db,
    pool,
    blobs: { ...(await openBlobs(config.storage)), signedUrls },
    now: () => new Date(time),
    outbound: createOutbound(config.allowNetworks),
    sendMail: async (mail) => void mails.push(mail),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    direct: createDirect(database.connectionString, log),
    log,
    ...overrides,
  };
  const app = await buildApp(deps);
  const changed: Changed[] = [];
  app.server.on("request", (request, response) => {
    response.once("finish", () => note(request.method, request.url, response.statusCode));
  });
  const givenAccount = async (
    plan: "starter" | "growth" | "enterprise" = "enterprise",
  ): Promise<TestAccount> => {
    const made = await db
      .transaction()
      .execute((tx) => createAccount(tx, deps.now(), { name: "Acme", email: "owner@acme.test", plan }));
    await db
      .updateTable("accounts")
      .set({ rate_limit_per_minute: plan === "enterprise" ? 100_000 : made.account.rate_limit_per_minute })
      .where("id", "=", made.account.id)
      .execute();
    return accountOf(app, made, changed);
  };
  afterAll(async () => {
    await drain(app, 0); // app.close() would wait a minute for a connection on which no request was sent
    const unlogged = await findUnlogged(db, changed);
    const statusLog = inject("statusLog");
    if (statusLog !== undefined) await appendFile(statusLog, `${[...seen].join("\n")}\n`);
    handOver();
    await db.destroy();
    await database.drop();
    await deps.blobs.removeAll().finally(() => rm(folder, { recursive: true, force: true }));
    if (unlogged.length > 0) throw new Error(`the audit log tells nothing of ${unlogged.join(", ")}`);
  });
  return {
    ...(await givenAccount()),
    app,
    deps,
    db,
    settings,
    mails,
    givenAccount,
    anonymous: requestOf(app, undefined, changed),
    requestWith: (key) => requestOf(app, key, changed),
    advance: (ms) => {
      time += ms;
    },
    runJobs: () => runDueJobs(deps, countedRun(deps)),
  };
}

/** The changes of which the audit log should tell, and does not. Nothing is left of an account that was deleted. */
async function findUnlogged(db: Db, changed: readonly Changed[]): Promise<string[]> {
  const logged = new Set(
    (await db.selectFrom("audit_log").select("request_id").execute()).map(({ request_id }) => request_id),
  );
  const accounts = new Set((await db.selectFrom("accounts").select("id").execute()).map(({ id }) => id));
  return changed
    .filter(({ account_id }) => account_id === undefined || accounts.has(account_id))
    .filter(({ request_id }) => !logged.has(request_id))
    .map(({ what }) => what);
}

/** What a successful request changed, where it is one of which the audit log tells. */
function changeBy(
  method: string,
  url: string,
  body: unknown,
  { statusCode, headers }: { statusCode: number; headers: Response["headers"] },
): Changed[] {
  const what = `${method} ${url.split("?")[0]}`;
  const isRead =
    /^(GET|HEAD|OPTIONS) /.test(what) || /"dry_run":true|dry_run=true/.test(url + JSON.stringify(body));
  const isElsewhere = !what.includes(" /v1/") || UNLOGGED.some((pattern) => pattern.test(what));
  if (isRead || isElsewhere || statusCode >= 300 || headers["idempotent-replayed"] !== undefined) return [];
  return [{ what, request_id: String(headers["x-request-id"]) }];
}

/** What was answered; nothing of an event stream, which never ends. */
async function bytesOf(response: LightMyRequestResponse): Promise<Buffer> {
  if (/event-stream/.test(String(response.headers["content-type"]))) return Buffer.alloc(0);
  return buffer(response.stream());
}

function accountOf(
  app: FastifyInstance,
  { account: { id }, key }: Awaited<ReturnType<typeof createAccount>>,
  changed: Changed[],
): TestAccount {
  return { accountId: id, key, request: requestOf(app, key, changed, id) };
}

/** Requests to `app` with `key`; adds those that changed something to `changed`. */
export function requestOf(
  app: FastifyInstance,
  key: string | undefined,
  changed: Changed[],
  account_id?: string,
): Request {
  return async (method, url, body, headers = {}) => {
    const isRaw = typeof body === "string" || Buffer.isBuffer(body);
    const response = await app.inject({
      payloadAsStream: true,
      method,
      url,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || isRaw ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isRaw ? body : JSON.stringify(body) }),
    });
    note(method, url, response.statusCode);
    changed.push(...changeBy(method, url, body, response).map((change) => ({ ...change, account_id })));
    const isJson =
      /json/.test(String(response.headers["content-type"])) &&
      !/ndjson/.test(String(response.headers["content-type"]));
    const bytes = await bytesOf(response);
    const text = bytes.toString();
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  };
}

/** Resolves once `count` queries on `db` wait for a lock, so that a test can order transactions for certain. */
export async function untilSomeoneWaits(db: Db, count = 1): Promise<void> {
  await untilHolds(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db);
    if (rows.length < count) throw new Error("nobody waits yet");
  });
}
