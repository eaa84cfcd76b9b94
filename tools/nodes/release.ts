import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The last release: the commit that a rolling upgrade starts from. */
export const RELEASE = "aaa6759c54330d0f56a5050158a9cbe523b9ad70";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The folder with a commit of this repository and its packages, made at first use; throws if there is no such commit. */
export async function releaseFolder(commit: string): Promise<string> {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, maxBuffer: 2 ** 30, stdio: "pipe" });
  let id: string;
  try {
    id = git("rev-parse", "--verify", "--end-of-options", `${commit}^{commit}`).toString().trim();
  } catch (cause) {
    throw new Error(`this checkout has no commit ${commit}: fetch it, with its history`, { cause });
  }
  const folder = path.join(tmpdir(), "assay-releases", id); // not in node_modules, whose TypeScript Node does not run
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  await mkdir(partial, { recursive: true });
  try {
    execFileSync("tar", ["-x", "-C", partial], { input: git("archive", id), maxBuffer: 2 ** 30 });
    const options = ["ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", options, { cwd: partial, stdio: "inherit" });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return folder;
}
