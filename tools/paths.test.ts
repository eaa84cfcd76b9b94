import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** Paths on a page start at the root of the repository, at the sources of server or workbench, or (links) at `docs/`. */
const BASES = ["", "server/src/", "workbench/src/", "docs/"];

/** The paths that a page names: words with a slash and the extension of a source file, and code spans of folders. */
function pathsOf(markdown: string): string[] {
  const files = markdown.matchAll(/(?<![\w/.:#@<>-])(?:[\w.-]+\/)+[\w.*-]+\.(?:tsx?|js|json|md)\b/g);
  const folders = markdown.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/)`/g);
  return [...[...files].map(([path]) => path), ...[...folders].map(([, path = ""]) => path)];
}

function exists(path: string): boolean {
  return BASES.some((base) => globSync(base + path, { cwd: ROOT }).length > 0);
}

test("paths are found in text, in code spans and with stars", () => {
  expect(
    pathsOf("`a/b.ts` -> c/d*.ts, see [e](f/g.md) and `h/`, not `i.ts`, <j>/k.ts or http://l/m.ts"),
  ).toEqual(["a/b.ts", "c/d*.ts", "f/g.md", "h/"]);
});

for (const page of ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/security.md"]) {
  test(`each path that ${page} names exists`, async () => {
    const paths = pathsOf(await readFile(join(ROOT, page), "utf8"));
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
}
