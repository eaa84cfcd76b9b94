import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { withOwnService } from "../tour/own-service.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/**
 * Packs the command line, installs it in an empty project, and uses it there as somebody without a checkout: `node tools/cli/check.ts`.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-cli-package-"));
  try {
    const project = await installIn(folder);
    await withOwnService(async ({ baseUrl, key }) => {
      const env = { PATH: process.env.PATH, HOME: folder };
      const assay = async (...args: string[]) =>
        (await run("npx", ["--no-install", "assay", ...args], { cwd: project, env })).stdout.trim();
      const login = spawn("npx", ["--no-install", "assay", "login", "--url", baseUrl], { cwd: project, env });
      login.stdin.end(`${key}\n`);
      const [said, [code]] = await Promise.all([text(login.stderr), once(login, "exit")]);
      if (code !== 0) throw new Error(`the login failed: ${said}`);
      const made = [
        "project",
        "create",
        "--type",
        "text_classification",
        "--label",
        "good",
        "--label",
        "bad",
      ];
      const id = await assay(...made);
      await mkdir(join(project, "reviews"));
      await writeFile(join(project, "reviews/1.txt"), "The room was lovely.");
      const batch = await assay("push", "reviews", "--project", id);
      await writeFile(join(project, "more.csv"), "text,label\nLoud.,bad\nKind.,good\n");
      const imported = JSON.parse(await assay("import", "csv", "more.csv", "--project", id, "--json"));
      await assay("export", "--batch", imported.batch_id, "-o", "labels.jsonl");
      const labels = (await readFile(join(project, "labels.jsonl"), "utf8")).trim().split("\n");
      if (labels.length !== 2) throw new Error(`the export has ${labels.length} lines`);
      const shown = JSON.parse(await assay("batch", "show", batch));
      if (shown.item_count !== 1) throw new Error(`the batch has ${shown.item_count} items`);
      if (!(await assay("man")).includes(".SS batch watch")) throw new Error("the man page lacks a command");
    });
    console.log("npx assay works from the package: login, project, push, import, export, batch show, man");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An empty project with the packed command line, which must bring nothing else. */
async function installIn(folder: string): Promise<string> {
  const project = join(folder, "stranger");
  await mkdir(project);
  await run("npm", ["pack", "--pack-destination", folder], { cwd: join(ROOT, "cli") });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no package");
  await writeFile(join(project, "package.json"), '{ "private": true }\n');
  const install = ["install", "--no-audit", "--no-fund", "--offline", join("..", tarball)];
  await run("npm", install, { cwd: project });
  const { stdout } = await run("npm", ["ls", "--all", "--parseable"], { cwd: project });
  const installed = stdout.trim().split("\n").slice(1);
  if (installed.length !== 1) throw new Error(`the package brought others:\n${stdout}`);
  return project;
}

await main();
