import { spawn, spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OwnService, withOwnService } from "./tour/own-service.ts";

const ROOT = join(import.meta.dirname, "..");
const SDK = pathToFileURL(join(ROOT, "sdk/src/index.ts")).href;
/** Their blocks are run by guide.test.ts of server/src/webhooks and of server/src/models. */
const TESTED_ELSEWHERE = ["docs/webhooks.md", "docs/models-as-annotators.md"];
/** The exports of other tools that docs/moving.md and docs/importing.md import. */
const EXPORTS = join(ROOT, "tools/moving");
const WITHIN_MS = 120_000; // the commands of one page start the command line up to twenty times

const LANGUAGES = ["sh", "bash", "ts", "python"] as const;
type Language = (typeof LANGUAGES)[number];

interface Block {
  readonly language: Language;
  readonly line: number;
  readonly source: string;
}

/** The fenced blocks of a page that a reader can run, without those marked `<!-- not run: reason -->`. */
function blocksOf(markdown: string): Block[] {
  const fences = /^ *(?:<!-- (?<mark>.+) -->\n\n? *)?```(?<language>.+)\n(?<source>(?:.*\n)*?) *```$/gm;
  return [...markdown.matchAll(fences)].flatMap(({ index, groups = {} }) => {
    const { mark = "", language: name, source = "" } = groups;
    const language = LANGUAGES.find((known) => known === name);
    if (language === undefined || /^not run: ./.test(mark)) return [];
    return [{ language, line: markdown.slice(0, index).split("\n").length, source }];
  });
}

test("a block is run unless a comment right before it says why not", () => {
  const page = [
    "```sh\nfirst\n```",
    "<!-- not run: it does not end -->\n```sh\nsecond\n```",
    "<!-- not run: it does not end -->\n\n```sh\nthird\n```",
    "<!-- not run: -->\n```ts\nfourth\n```",
    "<!-- not run: of another block -->\n\ntext\n\n```python\nfifth\n```",
    "1. list\n\n   ```sh\n   third in a list\n   ```\n\n   <!-- not run: needs it -->\n\n   ```sh\n   no\n   ```",
    "```json\n{}\n```\n\n```\nplain\n```\n\n```bash\nsixth\n```",
  ].join("\n\n");
  expect(blocksOf(page).map(({ language, source }) => [language, source.trim()])).toEqual([
    ["sh", "first"],
    ["ts", "fourth"],
    ["python", "fifth"],
    ["sh", "third in a list"],
    ["bash", "sixth"],
  ]);
});

const pages = await Promise.all(
  ["README.md", ...(await readdir(join(ROOT, "docs"))).filter(isPage).map((name) => `docs/${name}`)]
    .filter((page) => !TESTED_ELSEWHERE.includes(page))
    .map(async (page) => {
      const markdown = await readFile(join(ROOT, page), "utf8");
      return { page, blocks: blocksOf(markdown), verdicts: markdown.match(/^"sentence":.*$/gm) ?? [] };
    }),
).then((all) => all.filter(({ blocks }) => blocks.length > 0));

function isPage(name: string): boolean {
  return name.endsWith(".md");
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const folder = await mkdtemp(join(tmpdir(), "assay-docs-"));
const finished = Promise.withResolvers<void>();
let running: Promise<void>;
let service: OwnService;

beforeAll(async () => {
  await cp(EXPORTS, folder, { recursive: true });
  const started = Promise.withResolvers<OwnService>();
  running = withOwnService(async (own) => {
    started.resolve(own);
    await finished.promise;
  });
  running.catch(started.reject);
  service = await started.promise;
}, WITHIN_MS);

afterAll(async () => {
  finished.resolve();
  await running;
  await rm(folder, { recursive: true });
}, WITHIN_MS);

/** Runs a source as the last argument of `command`, with the reader's key; returns its output. */
async function run(
  [command, ...args]: readonly [string, ...string[]],
  source: string,
  cwd: string,
): Promise<string> {
  const { KEY: _, ...env } = process.env;
  const child = spawn(command, [...args, source.replaceAll("http://localhost:8080", service.baseUrl)], {
    cwd,
    env: { ...env, KEY: service.key, ASSAY_API_KEY: service.key },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: WITHIN_MS - 10_000,
  });
  const exit = new Promise((resolve) => child.on("close", resolve));
  const [printed, faults, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  expect(code, `${printed}\n${faults}`).toBe(0);
  return printed;
}

/** Stops at the first failing command; responses without success fail their curl; npx finds the commands of the checkout. */
const STRICT = `
set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
npx() { "${ROOT}/node_modules/.bin/$1" "\${@:2}"; }
`;

describe.each(pages)("$page", ({ blocks, verdicts }) => {
  const commands = blocks.filter(({ language }) => language === "sh" || language === "bash");
  if (commands.length > 0) {
    const script = commands.map(({ line, source }) => `echo "at line ${line}" >&2\n${source}`).join("\n");
    test("the commands work one after the other in one shell", { timeout: WITHIN_MS }, async () => {
      const printed = await run(["bash", "-c"], STRICT + script, folder);
      expect(printed).not.toContain('"error":"');
      for (const verdict of verdicts) expect(printed).toContain(verdict);
    });
  }

  for (const { language, line, source } of blocks) {
    if (language === "ts") {
      test(`the TypeScript at line ${line} works`, { timeout: WITHIN_MS }, async () => {
        const withSdk = source.replace('from "@assay/sdk"', `from "${SDK}"`); // the package is not built
        await run([process.execPath, "--input-type=module-typescript", "-e"], withSdk, folder);
      });
    }
    if (language === "python") {
      test.runIf(hasPython)(`the Python at line ${line} works`, { timeout: WITHIN_MS }, async () => {
        await run(["python3", "-c"], source, folder);
      });
    }
  }
});
