import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** Which workspaces the files of each may import; only `tools` and `e2e` may import everything. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  server: ["domain"],
  sdk: [],
  python: ["sdk"],
  cli: ["domain", "server", "sdk"],
  workbench: ["domain", "sdk"],
  e2e: ["domain", "server", "sdk", "cli", "tools"],
  tools: ["domain", "server", "sdk", "python", "cli", "workbench"],
};
/** The tests of the SDK and of the workbench call a real service, which tools know how to start. */
const TEST_ARROWS: Readonly<Record<string, readonly string[]>> = {
  sdk: ["server"],
  workbench: ["server", "tools"],
};
const FORBIDDEN_NAME = /^(utils?|helpers?|common|lib|core|shared)(\.[a-z.]+)?$/;

const files = Object.keys(ARROWS).flatMap((workspace) => filesUnder(join(ROOT, workspace)));
const sources = files
  .filter((file) => /\.(ts|tsx|js)$/.test(file))
  // The samples in these tests are strays.
  .filter((file) => file !== relative(ROOT, import.meta.filename) && file !== "tools/walls.test.ts");

test("imports follow the arrows: domain <- server <- cli, e2e and tools; sdk imports no other workspace", () => {
  expect(sources.length).toBeGreaterThan(10);
  const strays = sources.flatMap((file) => strayImports(file, readFileSync(join(ROOT, file), "utf8")));
  expect(strays).toEqual([]);
});

test("no file or folder has a name that says nothing", () => {
  expect(files.filter((file) => file.split("/").some((name) => FORBIDDEN_NAME.test(name)))).toEqual([]);
});

test.each([
  ["domain/src/a.ts", 'import { readFile } from "node:fs/promises";'],
  ["domain/src/a.ts", 'import type { Db } from "../../server/src/platform/database/db.ts";'],
  ["domain/src/a.ts", 'import "zod";'],
  ["domain/src/formats/a.ts", 'export { b } from "@assay/server/src/b.ts";'],
  ["server/src/a.ts", 'const sdk = await import("@assay/sdk/client.ts");'],
  ["server/src/a.test.ts", 'import { b } from "../../e2e/b.ts";'],
  ["sdk/src/a.ts", 'import { iou } from "@assay/domain/box.ts";'],
  ["sdk/src/a.ts", 'import {\n  a,\n  b,\n} from "../../server/src/a.ts";'],
  ["workbench/src/a.tsx", 'import { b } from "../../server/src/b.ts";'],
])("%s must not say %s", (file, source) => {
  expect(strayImports(file, source)).toHaveLength(1);
});

test.each([
  ["domain/src/formats/a.ts", 'import { Compile } from "typebox/compile";\nimport { b } from "../b.ts";'],
  ["domain/src/a.test.ts", 'import { test } from "vitest";\nimport { readFileSync } from "node:fs";'],
  ["server/src/a.ts", 'import { b } from "@assay/domain/b.ts";\nimport Fastify from "fastify";'],
  ["cli/src/a.ts", 'import { b } from "@assay/sdk/b.ts";'],
  ["sdk/src/a.test.ts", 'import { b } from "@assay/server/test/b.ts";'],
])("%s may say %s", (file, source) => {
  expect(strayImports(file, source)).toEqual([]);
});

/** Each import of `source`, the text of `file`, that its workspace must not make. */
function strayImports(file: string, source: string): string[] {
  const workspace = file.split("/")[0] ?? "";
  const arrows = [
    ...(ARROWS[workspace] ?? []),
    ...(/\.test\.ts$|^workbench\/test\//.test(file) ? (TEST_ARROWS[workspace] ?? []) : []),
  ];
  const isPure = file.startsWith("domain/src/") && !file.endsWith(".test.ts");
  const imports = source.matchAll(/(?<!["'])(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g);
  return [...imports]
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => {
      const target = workspaceOf(specifier, file);
      if (target === null) return isPure && !PURE.test(specifier);
      return target !== workspace && !arrows.includes(target);
    })
    .map((specifier) => `${file} imports ${specifier}`);
}

/** Packages that only compute. */
const PURE = /^(typebox|saxes|yaml|hyparquet-writer|@msgpack\/msgpack)(\/|$)/;

/** The workspace that an import leads to; null for packages from outside. */
function workspaceOf(specifier: string, file: string): string | null {
  if (specifier.startsWith(".")) return join(file, "..", specifier).split("/")[0] ?? null;
  return /^@assay\/([^/]+)/.exec(specifier)?.[1] ?? null;
}

/** Paths from the root, without what is installed, built or stored. */
function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist|data)\//.test(path));
}
