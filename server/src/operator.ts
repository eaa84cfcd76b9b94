import { existsSync } from "node:fs";
import { join } from "node:path";
import { ServiceError } from "@assay/domain/errors.ts";
import { SCOPES, type Scope } from "@assay/domain/member.ts";
import { createKey } from "./accounts/keys.ts";
import { revokeAnyKey } from "./accounts/revoke-any-key.ts";
import {
  type AccountRow,
  getAccount,
  type KeyRow,
  listAccounts,
  listKeys,
  updateAccount,
} from "./accounts/store.ts";
import { BLOBS, type Digests, TABLES } from "./backup/manifest.ts";
import { restoreBackup } from "./backup/restore.ts";
import { writeBackup } from "./backup/write.ts";
import { readKeySet, revokeKey as revokeCertificateKey, rotateKey } from "./certificates/keys.ts";
import { type Revoked, revokeCertificate } from "./certificates/logged.ts";
import type { KeySet } from "./certificates/schemas.ts";
import type { SigningKeyRow } from "./certificates/store.ts";
import { readConfig } from "./config.ts";
import { type Environment, findDatabase, urlName } from "./find-database.ts";
import { createAccount, PLAN_RATES } from "./installation/create-account.ts";
import { deleteAccount, type Removed } from "./installation/delete-account.ts";
import { appendToLog } from "./log/append.ts";
import type { Invitation } from "./members/invitations.ts";
import { inviteOwner } from "./members/invite-owner.ts";
import { findMasterKeys } from "./platform/auth/master-key-file.ts";
import { type Rotation, rotateMasterKey } from "./platform/auth/rotate.ts";
import { createSecrets, type Secrets } from "./platform/auth/secrets.ts";
import { type Moved, moveBlobs } from "./platform/blobs/move.ts";
import { openBlobs } from "./platform/blobs/open.ts";
import type { Checked } from "./platform/blobs/s3-check.ts";
import { databaseClock } from "./platform/database/clock.ts";
import { connect, type Db } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrate.ts";
import type { AccountsTable } from "./platform/database/tables.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./platform/embedded-postgres/server.ts";
import { createLog } from "./platform/log.ts";
import { parseStorageUrl } from "./platform/storage-url.ts";

/** Operations on the database that only the operator of the service may run. */
export interface Operator {
  readonly createAccount: (
    account: NewAccount,
  ) => Promise<{ readonly account: AccountRow; readonly key: string }>;
  readonly listAccounts: () => Promise<AccountRow[]>;
  /** A link with which the account's first owner sets a password; it begins with the service's `ASSAY_BASE_URL`. */
  readonly inviteOwner: (account_id: string) => Promise<Invitation>;
  /** `rate` is requests a minute, for `enterprise` only; if absent, the plan's. */
  readonly setPlan: (account_id: string, plan: Plan, rate?: number) => Promise<AccountRow>;
  /** Irrevocable; see `deleteAccount`. */
  readonly deleteAccount: (account_id: string) => Promise<Removed>;
  readonly createKey: (
    account_id: string,
    name: string,
    scopes?: readonly string[],
  ) => Promise<{ readonly row: KeyRow; readonly key: string }>;
  /** Includes revoked ones. */
  readonly listKeys: (account_id: string) => Promise<KeyRow[]>;
  /** Even the last one: the operator can create another. */
  readonly revokeKey: (id: string) => Promise<KeyRow>;
  /** Every key that signs or has signed certificates, oldest first. */
  readonly listCertificateKeys: () => Promise<KeySet["keys"]>;
  /** Returns the new key. */
  readonly rotateCertificateKey: () => Promise<SigningKeyRow>;
  /** Returns how many certificates were signed again; see `revokeKey` of certificates. */
  readonly revokeCertificateKey: (id: string) => Promise<{ readonly certificates: number }>;
  /** Permanent, also for certificates of deleted accounts; the reason is published. */
  readonly revokeCertificate: (id: string, reason: string | null) => Promise<Revoked>;
  /** Encrypts all stored secrets with the first master key. Throws if another process still encrypts with an older one. */
  readonly reencrypt: () => Promise<Rotation>;
  /** Copies all blobs from one store to another, each named as in `ASSAY_STORAGE_URL`; see `moveBlobs`. */
  readonly moveStorage: (from: string, to: string, tell: (done: number) => void) => Promise<Moved>;
  readonly close: () => Promise<void>;
}

/** The contents of a backup. */
export interface BackupReport {
  readonly rows: number;
  readonly blobs: number;
  /** Fingerprints of the master keys. The keys are not in the backup, and a restore needs them. */
  readonly master_key: string;
}

export type Plan = AccountsTable["plan"];

interface NewAccount {
  readonly name: string;
  readonly email: string | null;
  readonly plan: Plan;
}

const MAX_RATE = 1_000_000;

/**
 * Opens the service's database without a pooler: `DATABASE_DIRECT_URL` or `DATABASE_URL`, otherwise the embedded one of `ASSAY_DATA_DIR`, whose service
 * must be running. Throws, with advice, if it cannot be reached or has not been set up yet.
 */
export async function openOperator(env: Environment): Promise<Operator> {
  const connectionString = await findDatabase(env);
  const { db } = connect(connectionString, { max: 2 });
  const { now } = await databaseClock(db);
  return {
    createAccount: (account) => db.transaction().execute((tx) => createAccount(tx, now(), account)),
    listAccounts: () => listAccounts(db),
    inviteOwner: (account_id) =>
      db.transaction().execute((tx) => inviteOwner(tx, readConfig(env), account_id, now())),
    setPlan: (account_id, plan, rate) => setPlan(db, now(), { account_id, plan, rate }),
    deleteAccount: async (account_id) => {
      const { storage, storageFallback, oidc } = readConfig(env);
      if (oidc?.roleClaim !== undefined) await assertGivesNoRoles(db, account_id);
      const blobs = await openBlobs(storage, storageFallback);
      return deleteAccount({ db, now, blobs, log: createLog("warn", process.stderr) }, account_id);
    },
    createKey: (account_id, name, scopes = SCOPES) =>
      db.transaction().execute(async (tx) => {
        const caller = { account_id, scopes: new Set(SCOPES) };
        return createKey(tx, caller, now(), { name, scopes: scopes.map(toScope) });
      }),
    listKeys: async (account_id) => listKeys(db, (await getAccount(db, account_id)).id),
    revokeKey: async (id) =>
      (await revokeAnyKey(db, id, now())) ?? missing(`API key ${id} that is not revoked`),
    listCertificateKeys: async () => (await readKeySet(db)).keys,
    rotateCertificateKey: async () => rotateKey({ db, now, secrets: await secretsOf(env) }),
    revokeCertificateKey: async (id) => ({
      certificates: await revokeCertificateKey({ db, now, secrets: await secretsOf(env) }, id),
    }),
    reencrypt: async () => rotateMasterKey(db, now(), await secretsOf(env)),
    revokeCertificate: async (id, reason) =>
      (await db.transaction().execute((tx) => revokeCertificate(tx, id, reason, now()))) ??
      missing(`certificate ${id}`),
    moveStorage: async (from, to, tell) =>
      moveBlobs(db, await openBlobs(parseStorageUrl(from)), await openBlobs(parseStorageUrl(to)), tell),
    close: () => db.destroy(),
  };
}

/**
 * Migrates the database of `DATABASE_URL`, or of `DATABASE_DIRECT_URL` beside a pooler. Waits for a process that
 * migrates it already. Returns the names of the migrations that it ran.
 */
export async function migrateDatabase(env: Environment): Promise<readonly string[]> {
  const { databaseUrl, databaseDirectUrl } = readConfig(env);
  const url = databaseDirectUrl ?? databaseUrl;
  if (url === undefined) {
    throw new Error("DATABASE_URL is missing: npm start migrates the embedded database itself");
  }
  return migrate(url);
}

/** Of the service's master key; throws if there is none. */
async function secretsOf(env: Environment): Promise<Secrets> {
  const config = readConfig(env);
  const { dataDir } = config;
  const keys = await findMasterKeys(config);
  if (keys === undefined) {
    throw new Error(
      `${dataDir} has no master.key: set ASSAY_DATA_DIR or ASSAY_MASTER_KEY to the value that the service uses`,
    );
  }
  return createSecrets(...keys);
}

/**
 * Writes everything to one file; see `writeBackup`. The service may run. If the embedded database does not, starts it
 * meanwhile.
 */
export async function backUp(
  env: Environment,
  file: string,
  { withFiles, log }: { readonly withFiles: boolean; readonly log: (line: string) => void },
): Promise<BackupReport> {
  const secrets = await secretsOf(env);
  const { storage, storageFallback } = readConfig(env);
  const { connectionString, stop } = await openForBackup(env, log);
  try {
    const blobs = await openBlobs(storage, storageFallback);
    const digests = await writeBackup({ connectionString, blobs, secrets }, file, withFiles);
    return reportOf(digests, secrets.fingerprints.join());
  } finally {
    await stop();
  }
}

async function openForBackup(env: Environment, log: (line: string) => void): Promise<EmbeddedPostgres> {
  try {
    return { connectionString: await findDatabase(env), stop: async () => undefined };
  } catch (fault) {
    const dataDir = env.ASSAY_DATA_DIR || "./data";
    if (urlName(env) !== undefined || !existsSync(join(dataDir, "postgres.json"))) throw fault;
    log("the service does not run: its database is started for the backup");
    return startEmbeddedPostgres({ dataDir, log });
  }
}

/** Tries the store of `ASSAY_STORAGE_URL`; needs no database. */
export async function checkStorage(env: Environment): Promise<readonly Checked[]> {
  const { storage, baseUrl } = readConfig(env);
  if (storage.kind === "s3") {
    const { checkS3 } = await import("./platform/blobs/s3-check.ts");
    return checkS3(storage, new URL(baseUrl).origin);
  }
  await (await openBlobs(storage)).assertReady();
  return [{ operation: `the folder ${storage.folder}`, fault: undefined }];
}

/**
 * Restores a backup into the database of `DATABASE_URL`, otherwise into the embedded one of `ASSAY_DATA_DIR`,
 * which it creates and starts. Database and folder must be empty except for the master key. See
 * `restoreBackup`.
 */
export async function restore(
  env: Environment,
  file: string,
  log: (line: string) => void,
): Promise<BackupReport> {
  const config = readConfig(env);
  const { dataDir, storage } = config;
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const keys = await findMasterKeys(config);
  let embedded: EmbeddedPostgres | undefined;
  let connectionString = databaseUrl ?? "";
  const openDatabase = async (): Promise<string> => {
    if (databaseUrl !== undefined) return databaseUrl;
    embedded = await startEmbeddedPostgres({ dataDir, log });
    connectionString = embedded.connectionString;
    return connectionString;
  };
  const secrets = keys && createSecrets(...keys);
  try {
    const blobs = await openBlobs(storage);
    const target = { openDatabase, blobs, secrets };
    const { digests, manifest } = await restoreBackup(target, file);
    await logRestoration(connectionString, manifest.created_at);
    return reportOf(digests, manifest.master_key);
  } finally {
    await embedded?.stop();
  }
}

/** The log says that it went back to a backup, so that nobody has to guess why it forgot entries. */
async function logRestoration(connectionString: string, backup_at: string): Promise<void> {
  const { db } = connect(connectionString, { max: 1 });
  try {
    const { now } = await databaseClock(db);
    await db.transaction().execute((tx) => appendToLog(tx, { at: now(), type: "restoration", backup_at }));
  } finally {
    await db.destroy();
  }
}

function reportOf(digests: Digests, master_key: string): BackupReport {
  const tables = Object.entries(digests).filter(([part]) => part.startsWith(TABLES));
  const rows = tables.reduce((sum, [, { count }]) => sum + count, 0);
  return { rows, blobs: digests[BLOBS]?.count ?? 0, master_key };
}

interface PlanChange {
  readonly account_id: string;
  readonly plan: Plan;
  readonly rate: number | undefined;
}

async function setPlan(db: Db, now: Date, { account_id, plan, rate }: PlanChange): Promise<AccountRow> {
  if (rate !== undefined && plan !== "enterprise") {
    throw new ServiceError(
      "invalid_request",
      `the plan ${plan} always has ${PLAN_RATES[plan]} requests a minute; only the plan enterprise takes a rate`,
    );
  }
  if (rate !== undefined && !(Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE)) {
    throw new ServiceError("invalid_request", `the rate must be from 1 to ${MAX_RATE} requests a minute`);
  }
  const { id } = await getAccount(db, account_id);
  return updateAccount(db, id, { plan, rate_limit_per_minute: rate ?? PLAN_RATES[plan], updated_at: now });
}

/** Throws for the account in which the identity provider gives roles: after it, people would get them in the next one. */
async function assertGivesNoRoles(db: Db, account_id: string): Promise<void> {
  const [oldest] = await listAccounts(db);
  if (oldest?.id !== account_id) return;
  throw new ServiceError(
    "conflict",
    `the identity provider gives people roles in ${account_id}, the oldest account, and would give them in the next one: ` +
      "unset ASSAY_OIDC_ROLE_CLAIM and restart the service first",
  );
}

function toScope(name: string): Scope {
  const scope = SCOPES.find((known) => known === name);
  if (scope === undefined)
    throw new ServiceError(
      "invalid_request",
      `there is no scope ${name}; the scopes are ${SCOPES.join(", ")}`,
    );
  return scope;
}

function missing(what: string): never {
  throw new ServiceError("not_found", `there is no ${what}`);
}
