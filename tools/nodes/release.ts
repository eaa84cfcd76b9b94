import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The last release: the commit that an upgrade starts from. Processes since it survive the migrations of this version, so that
 * they are replaced one after another; those before it are replaced together.
 */
export const RELEASE = "7512fc6b352b8f94b4938637149e8d6d81431f0c";

/** What this machine or checkout lacks, so that nothing can be proven here. */
export class Obstacle extends Error {}

/** An earlier version of the service. */
export interface Release {
  /** Its files, with their packages. */
  readonly folder: string;
  /** Whether its processes may run beside those of this version. */
  readonly isRolling: boolean;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A commit of this repository, made into a folder at first use; throws if there is no such commit. */
export async function findRelease(commit: string): Promise<Release> {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, maxBuffer: 2 ** 30, stdio: "pipe" });
  let id: string;
  try {
    id = git("rev-parse", "--verify", "--end-of-options", `${commit}^{commit}`).toString().trim();
  } catch (cause) {
    throw new Obstacle(`this checkout has no commit ${commit}: fetch it, with its history`, { cause });
  }
  const base = git("merge-base", RELEASE, id).toString().trim();
  const folder = path.join(tmpdir(), "assay-releases", id); // not in node_modules, whose TypeScript Node does not run
  if (!existsSync(folder)) await makeFolder(folder, git("archive", id));
  return { folder, isRolling: base === RELEASE };
}

async function makeFolder(folder: string, archive: Buffer): Promise<void> {
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    execFileSync("tar", ["-x", "-C", partial], { input: archive, maxBuffer: 2 ** 30 });
    const options = ["ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", options, { cwd: partial, stdio: "inherit" });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}
