import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("a local start listens on loopback and allows webhooks to it", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    baseUrl: "http://localhost:8080",
    isLocal: true,
    allowNetworks: ["127.0.0.0/8", "::1/128"],
    retryDelays: [60, 300, 1_800, 7_200, 86_400],
    role: "all",
  });
});

test("the base URL follows the port, and its trailing slash is removed", () => {
  expect(readConfig({ PORT: "9000" }).baseUrl).toBe("http://localhost:9000");
  expect(readConfig({ ASSAY_BASE_URL: "https://assay.example/" }).baseUrl).toBe("https://assay.example");
});

test.each([
  { HOST: "0.0.0.0" },
  { ASSAY_BASE_URL: "https://assay.example" },
  { ASSAY_TRUST_PROXY: "10.0.0.0/8" },
])("with %j no private network may be reached", (env) => {
  expect(readConfig(env)).toMatchObject({ isLocal: false, allowNetworks: [] });
});

test("one error names every invalid setting", () => {
  const env = {
    PORT: "abc",
    ASSAY_BASE_URL: "ftp://x",
    ASSAY_ROLE: "boss",
    DATABASE_URL: "mysql://x",
    ASSAY_MASTER_KEY: "short",
    ASSAY_ALLOW_NETWORKS: "10.0.0.0",
    ASSAY_WEBHOOK_RETRY_DELAYS: "1,soon",
    ASSAY_BOOTSTRAP_API_KEY: "too short",
    ASSAY_LOG_LEVEL: "loud",
    TMPDIR: `/${"t".repeat(68)}`,
  };

  for (const name of Object.keys(env)) expect(() => readConfig(env)).toThrow(`\n  ${name}: `);
});

test("an invalid setting that may contain a secret is named without its value", () => {
  const secret = "hunter2";
  const env = {
    DATABASE_URL: `mysql://assay:${secret}@db/assay`,
    ASSAY_BASE_URL: `ftp://assay:${secret}@x`,
    ASSAY_MASTER_KEY: secret,
    ASSAY_SMTP_URL: `http://assay:${secret}@mail`,
    ASSAY_REDIS_URL: `http://:${secret}@redis`,
    ASSAY_BOOTSTRAP_API_KEY: secret,
    ASSAY_OIDC_ISSUER: `ldap://assay:${secret}@x`,
    OTEL_EXPORTER_OTLP_ENDPOINT: `grpc://assay:${secret}@x`,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `grpc://assay:${secret}@x`,
  };

  for (const name of Object.keys(env)) expect(() => readConfig(env)).toThrow(`\n  ${name}: `);
  expect(() => readConfig(env)).toThrow(new RegExp(`^(?:(?!${secret})[^])*$`));
});

test("master keys have 32 bytes each", () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");

  expect(readConfig({ ASSAY_MASTER_KEY: key(1) }).masterKey).toBe(key(1));
  const both = `${key(1)},${key(2)}`;
  expect(readConfig({ ASSAY_MASTER_KEY: both }).masterKey).toBe(both);
  expect(() => readConfig({ ASSAY_MASTER_KEY: `${key(1)},short` })).toThrow("must be 32 bytes in base64");
  expect(readConfig({ ASSAY_MASTER_KEY_COMMAND: "print-key" }).masterKeyCommand).toBe("print-key");
  expect(() => readConfig({ ASSAY_MASTER_KEY: key(1), ASSAY_MASTER_KEY_COMMAND: "print-key" })).toThrow(
    /ASSAY_MASTER_KEY_COMMAND: set either this or ASSAY_MASTER_KEY$/,
  );
  expect(() => readConfig({ ASSAY_MASTER_KEY: "," })).toThrow("must be 32 bytes in base64");
});

test("connections and the limits of time can be set", () => {
  expect(readConfig({})).toMatchObject({
    databaseConnections: 10,
    workerConnections: 12,
    connectTimeoutMs: 10_000,
    timeLimits: { statementMs: 60_000, lockMs: 30_000, idleMs: 300_000 },
  });
  const env = {
    ASSAY_DATABASE_CONNECTIONS: "50",
    ASSAY_WORKER_CONNECTIONS: "20",
    ASSAY_CONNECT_TIMEOUT: "3",
    ASSAY_STATEMENT_TIMEOUT: "5",
    ASSAY_LOCK_TIMEOUT: "2",
    ASSAY_IDLE_TRANSACTION_TIMEOUT: "0",
  };
  expect(readConfig(env)).toMatchObject({
    databaseConnections: 50,
    workerConnections: 20,
    connectTimeoutMs: 3_000,
    timeLimits: { statementMs: 5_000, lockMs: 2_000, idleMs: 0 },
  });
  expect(() => readConfig({ ASSAY_DATABASE_CONNECTIONS: "0" })).toThrow("from 2 to 1000");
  expect(() => readConfig({ ASSAY_WORKER_CONNECTIONS: "5" })).toThrow("from 6 to 1000");
});

test("a direct URL needs the one that it goes around", () => {
  const DATABASE_DIRECT_URL = "postgres://db/assay";
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow("DATABASE_DIRECT_URL: needs DATABASE_URL");
  const DATABASE_URL = "postgres://pooler/assay";
  expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
  });
});

test("a separate worker needs a database that both processes can reach", () => {
  expect(() => readConfig({ ASSAY_ROLE: "worker" })).toThrow("DATABASE_URL");
  expect(readConfig({ ASSAY_ROLE: "worker", DATABASE_URL: "postgres://db/assay" }).role).toBe("worker");
});

test("an identity provider needs a client, and the values of its claim map to roles", () => {
  const issuer = { ASSAY_OIDC_ISSUER: "https://login.acme.test/" };
  const client = { ASSAY_OIDC_CLIENT_ID: "assay", ASSAY_OIDC_CLIENT_SECRET: "s3cret" };
  const roles = { ASSAY_OIDC_ROLE_CLAIM: "groups", ASSAY_OIDC_ROLES: "leads=manager, labelers = annotator" };

  expect(readConfig({}).oidc).toBeUndefined();
  expect(readConfig({ ...issuer, ...client, ...roles }).oidc).toEqual({
    issuer: "https://login.acme.test",
    clientId: "assay",
    clientSecret: "s3cret",
    name: "login.acme.test",
    roleClaim: "groups",
    roles: new Map([
      ["leads", "manager"],
      ["labelers", "annotator"],
    ]),
    trustEmails: false,
  });
  expect(() => readConfig(issuer)).toThrow(/ASSAY_OIDC_CLIENT_ID: is required.*\n.*ASSAY_OIDC_CLIENT_SECRET/);
  expect(() => readConfig({ ...issuer, ...client, ASSAY_OIDC_ROLES: "leads=boss" })).toThrow(
    /ASSAY_OIDC_ROLES: must be VALUE=ROLE/,
  );
  expect(() => readConfig({ ...issuer, ...client, ASSAY_OIDC_ROLES: "leads=manager" })).toThrow(
    /ASSAY_OIDC_ROLES: needs ASSAY_OIDC_ROLE_CLAIM/,
  );
});

test("the slots of jobs are those of the lanes that are named, and leave connections for the rest", () => {
  const { jobSlots } = readConfig({
    ASSAY_JOB_SLOTS: "uploads=4, exports=0",
    ASSAY_WORKER_CONNECTIONS: "20",
  });
  expect(jobSlots).toEqual({
    ...{ verdicts: 2, uploads: 4, exports: 0, changes: 1 },
    ...{ fetches: 1, measures: 1, models: 8, housekeeping: 1 },
  });
  for (const wrong of ["verdict=1", "verdicts", "verdicts=-1", "verdicts=100"]) {
    expect(() => readConfig({ ASSAY_JOB_SLOTS: wrong })).toThrow(
      "ASSAY_JOB_SLOTS: must be LANE=NUMBER pairs with numbers from 0 to 99, separated by commas; " +
        "the lanes are verdicts, uploads, fetches, measures, models, exports, changes, housekeeping",
    );
  }
  expect(() => readConfig({ ASSAY_JOB_SLOTS: "uploads=4" })).toThrow(
    "ASSAY_WORKER_CONNECTIONS: must be at least 14 for the 9 slots of ASSAY_JOB_SLOTS",
  );
});
