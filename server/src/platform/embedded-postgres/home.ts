import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { makeFile } from "../make-file.ts";
import {
  canReach,
  chooseBinaries,
  chooseUser,
  exists,
  makeFallbackDir,
  type PostgresUser,
  renameUnlessMade,
} from "./binaries.ts";

const run = promisify(execFile);

export interface PostgresHomeOptions {
  /** Folder of the database and of `postgres.json`, as an absolute path; created if it is missing. */
  readonly dataDir: string;
  /**
   * If we run as root: the folder for binaries and data if PostgreSQL's user cannot reach their usual
   * folders.
   */
  readonly fallbackDir: string;
  /** False: initialize without waiting for the disk. */
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

/** The connection settings of the server, in `<dataDir>/postgres.json`, readable by its owner only. */
interface PostgresAccess {
  /** The data directory, relative to the folder of the file, or absolute if it is outside. */
  readonly directory: string;
  readonly port: number;
  readonly password: string;
}

/** The parts of an embedded server that outlive its process. */
export interface PostgresHome {
  /** The folder of `postgres`, `initdb` and `pg_ctl`. */
  readonly bin: string;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  readonly user: PostgresUser;
  readonly access: PostgresAccess;
}

/**
 * Finds or creates the home of the embedded server of `dataDir`: the binaries, an initialized data directory,
 * port and password. PostgreSQL refuses to run as root, so if we run as root, all of it belongs to another
 * user.
 */
export async function openPostgresHome(options: PostgresHomeOptions): Promise<PostgresHome> {
  const { dataDir, fallbackDir } = options;
  await mkdir(dataDir, { recursive: true });
  const known = await readAccess(dataDir);
  const user = await chooseUser(path.resolve(dataDir, known?.directory ?? "postgres"));
  const access = known ?? (await newAccess(options, user));
  const cluster = path.resolve(dataDir, access.directory);
  const home = { bin: await chooseBinaries(user, fallbackDir), cluster, user, access };
  if (!(await exists(path.join(cluster, "PG_VERSION")))) {
    options.log(`creating a database in ${cluster}`);
    await initialize(home, options.durable);
  }
  return home;
}

/** Saves the server's port for the next start. */
export async function rememberPort(dataDir: string, { access }: PostgresHome, port: number): Promise<void> {
  if (port === access.port) return;
  const file = accessFile(dataDir);
  await writeFile(`${file}.new`, serialize({ ...access, port }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Runs one of PostgreSQL's programs to completion; throws with its output if it fails. */
export async function runPostgresProgram(
  home: PostgresHome,
  program: "initdb" | "pg_ctl",
  args: readonly string[],
): Promise<void> {
  await run(path.join(home.bin, program), args, { ...home.user, cwd: "/" });
}

async function initialize(home: PostgresHome, durable: boolean): Promise<void> {
  // Names unique to this process: another start may be working on the same data.
  const fresh = `${home.cluster}.${process.pid}`;
  const passwordFile = `${fresh}.password`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, home.access.password, { mode: 0o600 });
  await give(fresh, home.user);
  await give(passwordFile, home.user);
  const args = [
    ...["-D", fresh, "--username=assay", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ...["--no-instructions", ...(durable ? [] : ["--no-sync"])],
  ];
  try {
    await runPostgresProgram(home, "initdb", args);
  } finally {
    await rm(passwordFile);
  }
  // Last step: a data directory under its final name is always complete.
  await renameUnlessMade(fresh, home.cluster);
}

async function readAccess(dataDir: string): Promise<PostgresAccess | undefined> {
  const file = accessFile(dataDir);
  if (await exists(file)) return JSON.parse(await readFile(file, "utf8"));
  const cluster = path.join(dataDir, "postgres");
  if (!(await exists(cluster))) return undefined;
  throw new Error(`the password of the database in ${cluster} is lost: ${file} is missing`);
}

async function newAccess(options: PostgresHomeOptions, user: PostgresUser): Promise<PostgresAccess> {
  const access = {
    directory: canReach(user, options.dataDir) ? "postgres" : await elsewhere(options),
    port: 0,
    password: randomBytes(24).toString("base64url"),
  };
  if (await makeFile(accessFile(options.dataDir), serialize(access))) return access;
  // Another start was faster: its password is the one in use.
  return (await readAccess(options.dataDir)) ?? access;
}

function serialize(access: PostgresAccess): string {
  return `${JSON.stringify(access, null, 2)}\n`;
}

function accessFile(dataDir: string): string {
  return path.join(dataDir, "postgres.json");
}

/** Ends in random characters, so that a recreated data folder never finds the database of its predecessor. */
async function elsewhere({ dataDir, fallbackDir }: PostgresHomeOptions): Promise<string> {
  await makeFallbackDir(fallbackDir);
  const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  return path.join(fallbackDir, `${hash}-${randomBytes(4).toString("hex")}`);
}

async function give(file: string, user: PostgresUser): Promise<void> {
  if (user.uid !== undefined) await chown(file, user.uid, user.gid);
}
