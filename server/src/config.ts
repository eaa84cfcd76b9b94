import { ROLES, type Role } from "@assay/domain/member.ts";
import { RETRY_DELAYS } from "@assay/domain/retry.ts";
import type { TimeLimits } from "./platform/database/sessions.ts";
import { type BeaconChain, QUICKNET } from "./platform/drand.ts";
import { parseSlots, type Slots } from "./platform/jobs/lanes.ts";
import { isLoopback } from "./platform/network/loopback.ts";
import { folderOf, parseStorageUrl, type Storage } from "./platform/storage-url.ts";
import {
  apiKey,
  cidrs,
  databaseUrl,
  folders,
  hexOf,
  masterKeys,
  oneOf,
  optional,
  portNumber,
  seconds,
  timeLimit,
  url,
  webUrl,
  wholeNumber,
} from "./setting-values.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** The origin at which clients reach the service, without a trailing slash or `/v1`. */
  readonly baseUrl: string;
  /**
   * Whether only this machine uses the service: webhooks may reach loopback, and requests from elsewhere are
   * refused.
   */
  readonly isLocal: boolean;
  readonly dataDir: string;
  /** Where uploaded and exported files are stored. */
  readonly storage: Storage;
  /** Another store, from which blobs are read that `storage` lacks, while they are moved. */
  readonly storageFallback: Storage | undefined;
  readonly role: "all" | "api" | "worker";
  /** Undefined starts the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler in between; undefined where `databaseUrl` has none. */
  readonly databaseDirectUrl: string | undefined;
  /** Connections per process for requests. */
  readonly databaseConnections: number;
  /** Connections per process for jobs, deliveries and sweeps. */
  readonly workerConnections: number;
  /** How long requests and jobs wait for a connection. */
  readonly connectTimeoutMs: number;
  /** Of requests; jobs have none. */
  readonly timeLimits: TimeLimits;
  /** Jobs that run at once in each lane of this process. */
  readonly jobSlots: Slots;
  /** Keys of 32 bytes in base64, the newest first. Undefined makes one in `dataDir/master.key` at the first start. */
  readonly masterKey: string | undefined;
  /** A shell command that prints such keys; never together with `masterKey`. */
  readonly masterKeyCommand: string | undefined;
  /** Milliseconds at a stop during which the service goes on while `/readyz` is 503. */
  readonly drainMs: number;
  /** Milliseconds after that in which the process ends, whatever it waits for. */
  readonly stopMs: number;
  readonly smtpUrl: string | undefined;
  /**
   * The Redis or Valkey in which processes share their rate limits; if undefined, each process counts by
   * itself.
   */
  readonly redisUrl: string | undefined;
  /** CIDRs whose addresses may send `X-Forwarded-For`. */
  readonly trustProxy: readonly string[];
  /** CIDRs that webhooks and uploads by URL may reach even though they are private. */
  readonly allowNetworks: readonly string[];
  /** Absolute paths of folders whose files accounts may take by sources; empty for none. */
  readonly sourceFolders: readonly string[];
  /** Seconds before each retry of a failed delivery. */
  readonly retryDelays: readonly number[];
  readonly bootstrap: {
    readonly apiKey: string | undefined;
    readonly email: string | undefined;
    readonly plan: "starter" | "growth" | "enterprise";
  };
  /** Whether the first account gets the sample projects. */
  readonly sample: boolean;
  /** The identity provider for sign-in; undefined for none. */
  readonly oidc: Oidc | undefined;
  /** The public beacon for the nonces of samples; undefined for none. */
  readonly beacon: Beacon | undefined;
  readonly logLevel: string;
  /** Where metrics are served; if undefined, none are collected. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  /** Whether spans are sent to a collector, which OpenTelemetry's own variables name. */
  readonly isTraced: boolean;
  /** How the only person of a local service signs in; set by `assay label`, by no variable. */
  readonly entrance?: Entrance;
}

/** A link that signs in the first account's owner, once and without a password. */
export interface Entrance {
  /** 256 random bits. */
  readonly token: string;
  /** The person's name. */
  readonly name: string;
}

/** A chain of a public beacon (drand), and where its rounds are fetched. */
export interface Beacon extends BeaconChain {
  readonly url: string;
}

/** An identity provider (OpenID Connect); its redirect URI is `/auth/callback/sso` under the base URL. */
export interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The button's text after "Sign in with". */
  readonly name: string;
  /** The claim, a text or a list of texts, whose values map to roles. */
  readonly roleClaim: string | undefined;
  readonly roles: ReadonlyMap<string, Role>;
  /** Whether an address counts as proven if the provider omits `email_verified`. */
  readonly trustEmails: boolean;
}

/** Settings whose values never appear in messages: they are secrets or URLs that may contain a password. */
const HOLD_SECRETS: ReadonlySet<string> = new Set([
  "DATABASE_URL",
  "ASSAY_STORAGE_URL",
  "DATABASE_DIRECT_URL",
  "ASSAY_BASE_URL",
  "ASSAY_MASTER_KEY",
  "ASSAY_MASTER_KEY_COMMAND",
  "ASSAY_SMTP_URL",
  "ASSAY_REDIS_URL",
  "ASSAY_BOOTSTRAP_API_KEY",
  "ASSAY_OIDC_ISSUER",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
]);

/** Of a worker: four for deliveries and sweeps, and one for a job that needs a second one beside its transaction. */
const OTHER_CONNECTIONS = 5;
const LEAST_WORKER_CONNECTIONS = 6;

const NEEDS_DATABASE =
  "ASSAY_ROLE: api and worker require DATABASE_URL, because only one process can use an embedded database";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/**
 * The service's settings, read from `env` once at start. One error reports all faults, so that an operator
 * can fix them together. Only the process's entry points pass `process.env`.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];

  function read<T>(name: string, fallback: string, parse: (text: string) => T): T {
    const text = env[name] || fallback;
    try {
      return parse(text);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      faults.push(`${name}: ${why}${HOLD_SECRETS.has(name) ? "" : ` (got "${text}")`}`);
      return parse(fallback); // never used: the faults throw below
    }
  }

  read("TMPDIR", "/tmp", folderOfSockets);
  const dataDir = read("ASSAY_DATA_DIR", "./data", String);
  const host = read("HOST", "127.0.0.1", String);
  const port = read("PORT", "8080", portNumber);
  const baseUrl = read("ASSAY_BASE_URL", `http://localhost:${port}`, url("http:", "https:"));
  const trustProxy = read("ASSAY_TRUST_PROXY", "", cidrs);
  const isLocal = isLoopback(host) && isLoopback(new URL(baseUrl).hostname) && trustProxy.length === 0;
  const config: Config = {
    host,
    port,
    baseUrl,
    isLocal,
    dataDir,
    storage: read("ASSAY_STORAGE_URL", "", optional(parseStorageUrl)) ?? folderOf(dataDir),
    storageFallback: read("ASSAY_STORAGE_FALLBACK_URL", "", optional(parseStorageUrl)),
    role: read("ASSAY_ROLE", "all", oneOf("all", "api", "worker")),
    databaseUrl: read("DATABASE_URL", "", optional(databaseUrl)),
    databaseConnections: read("ASSAY_DATABASE_CONNECTIONS", "10", wholeNumber(2, 1_000)),
    databaseDirectUrl: read("DATABASE_DIRECT_URL", "", optional(databaseUrl)),
    workerConnections: read("ASSAY_WORKER_CONNECTIONS", "12", wholeNumber(LEAST_WORKER_CONNECTIONS, 1_000)),
    connectTimeoutMs: read("ASSAY_CONNECT_TIMEOUT", "10", wholeNumber(1, 3_600)) * 1_000,
    timeLimits: readTimeLimits(read),
    jobSlots: read("ASSAY_JOB_SLOTS", "", parseSlots),
    masterKey: read("ASSAY_MASTER_KEY", "", optional(masterKeys)),
    masterKeyCommand: read("ASSAY_MASTER_KEY_COMMAND", "", optional(env.ASSAY_MASTER_KEY ? notBoth : String)),
    drainMs: read("ASSAY_DRAIN_SECONDS", "0", wholeNumber(0, 600)) * 1_000,
    stopMs: read("ASSAY_STOP_SECONDS", "25", wholeNumber(1, 86_400)) * 1_000,
    smtpUrl: read("ASSAY_SMTP_URL", "", optional(url("smtp:", "smtps:"))),
    redisUrl: read("ASSAY_REDIS_URL", "", optional(url("redis:", "rediss:"))),
    trustProxy,
    sourceFolders: read("ASSAY_SOURCE_FOLDERS", "", folders),
    allowNetworks: [...read("ASSAY_ALLOW_NETWORKS", "", cidrs), ...(isLocal ? LOOPBACK : [])],
    retryDelays: read("ASSAY_WEBHOOK_RETRY_DELAYS", RETRY_DELAYS.join(), seconds),
    bootstrap: {
      apiKey: read("ASSAY_BOOTSTRAP_API_KEY", "", optional(apiKey)),
      email: read("ASSAY_BOOTSTRAP_EMAIL", "", optional(String)),
      plan: read("ASSAY_BOOTSTRAP_PLAN", "enterprise", oneOf("starter", "growth", "enterprise")),
    },
    sample: read("ASSAY_SAMPLE", env.ASSAY_BOOTSTRAP_API_KEY ? "0" : "1", oneOf("0", "1")) === "1",
    oidc: undefined,
    beacon: readBeacon(read),
    logLevel: read("ASSAY_LOG_LEVEL", "info", oneOf("trace", "debug", "info", "warn", "error", "silent")),
    metricsPort: read("ASSAY_METRICS_PORT", "", optional(portNumber)),
    metricsHost: read("ASSAY_METRICS_HOST", "127.0.0.1", String),
    isTraced: ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]
      .map((name) => read(name, "", optional(url("http:", "https:"))))
      .some((endpoint) => endpoint !== undefined),
  };
  faults.push(...faultsTogether(config));
  const oidc = readOidc(env, read, faults);
  if (faults.length > 0) throw new Error(`invalid settings:\n  ${faults.join("\n  ")}`);
  return { ...config, oidc };
}

/** With 35 bytes for the name of a socket (`makeTempFolder`), whose path can have 103 bytes in macOS and 107 in Linux. */
function folderOfSockets(path: string): void {
  if (Buffer.byteLength(path) > 68) throw new Error("must be a path of at most 68 bytes");
}

function readTimeLimits(read: Read): TimeLimits {
  return {
    statementMs: read("ASSAY_STATEMENT_TIMEOUT", "60", timeLimit),
    lockMs: read("ASSAY_LOCK_TIMEOUT", "30", timeLimit),
    idleMs: read("ASSAY_IDLE_TRANSACTION_TIMEOUT", "300", timeLimit),
  };
}

/** What is wrong with settings that are right by themselves. */
function faultsTogether(config: Config): string[] {
  const faults: string[] = [];
  const { fetches, measures, models, ...others } = config.jobSlots; // these wait for other servers, without a connection
  const slots = Object.values(others).reduce((sum, count) => sum + count, 0);
  if (config.role !== "api" && config.workerConnections < slots + OTHER_CONNECTIONS) {
    const least = slots + OTHER_CONNECTIONS;
    faults.push(
      `ASSAY_WORKER_CONNECTIONS: must be at least ${least} for the ${slots} slots of ASSAY_JOB_SLOTS`,
    );
  }
  if (config.role !== "all" && config.databaseUrl === undefined) faults.push(NEEDS_DATABASE);
  if (config.databaseDirectUrl !== undefined && config.databaseUrl === undefined) {
    faults.push("DATABASE_DIRECT_URL: needs DATABASE_URL, which names the same database through a pooler");
  }
  return faults;
}

function notBoth(): never {
  throw new Error("set either this or ASSAY_MASTER_KEY");
}

type Read = <T>(name: string, fallback: string, parse: (text: string) => T) => T;

function readBeacon(read: Read): Beacon | undefined {
  const url = read("ASSAY_BEACON_URL", "", optional(webUrl));
  const chain = {
    hash: read("ASSAY_BEACON_CHAIN", QUICKNET.hash, hexOf(32)),
    publicKey: read("ASSAY_BEACON_PUBLIC_KEY", QUICKNET.publicKey, hexOf(96)),
    genesis: read("ASSAY_BEACON_GENESIS", String(QUICKNET.genesis), wholeNumber(0, 10_000_000_000)),
    period: read("ASSAY_BEACON_PERIOD", String(QUICKNET.period), wholeNumber(1, 86_400)),
  };
  return url === undefined ? undefined : { ...chain, url };
}

/** The settings of the identity provider; a client is required if there is an issuer. */
function readOidc(
  env: Readonly<Record<string, string | undefined>>,
  read: Read,
  faults: string[],
): Oidc | undefined {
  const issuer = read("ASSAY_OIDC_ISSUER", "", optional(url("http:", "https:")));
  const roles = read("ASSAY_OIDC_ROLES", "", roleMap);
  const needed = (name: string): string => {
    const text = env[name] ?? "";
    if (issuer !== undefined && text === "") faults.push(`${name}: is required with ASSAY_OIDC_ISSUER`);
    return text;
  };
  const oidc = {
    clientId: needed("ASSAY_OIDC_CLIENT_ID"),
    clientSecret: needed("ASSAY_OIDC_CLIENT_SECRET"),
    roleClaim: read("ASSAY_OIDC_ROLE_CLAIM", "", optional(String)),
    roles,
    trustEmails: read("ASSAY_OIDC_TRUST_EMAILS", "0", oneOf("0", "1")) === "1",
  };
  if (roles.size > 0 && oidc.roleClaim === undefined) {
    faults.push("ASSAY_OIDC_ROLES: needs ASSAY_OIDC_ROLE_CLAIM, the claim whose values it maps");
  }
  if (issuer === undefined) return undefined;
  return { ...oidc, issuer, name: env.ASSAY_OIDC_NAME || URL.parse(issuer)?.hostname || issuer };
}

/** Roles by the claim's values: `leads=manager,labelers=annotator`. */
function roleMap(text: string): ReadonlyMap<string, Role> {
  const pairs = text.split(",").filter((part) => part.trim() !== "");
  return new Map(
    pairs.map((pair) => {
      const [value = "", name] = pair.split("=").map((part) => part.trim());
      const role = ROLES.find((known) => known === name);
      if (role === undefined)
        throw new Error(`must be VALUE=ROLE pairs, separated by commas; the roles are ${ROLES.join(", ")}`);
      return [value, role] as const;
    }),
  );
}
