import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";

/** A file of neither program is not checked for types by `npm run check`. */
test("each TypeScript file belongs to one of the two programs whose types are checked", {
  timeout: 60_000,
}, () => {
  const checked = new Set(
    [".", "workbench"].flatMap((program) =>
      linesOf("tsc", "-p", program, "--listFilesOnly").map((file) => relative(process.cwd(), file)),
    ),
  );
  const files = globSync("**/*.{ts,tsx}", { exclude: ["**/node_modules", "**/dist", "**/.*"] });
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => !checked.has(file))).toEqual([]);
});

function linesOf(command: string, ...options: readonly string[]): string[] {
  return execFileSync(command, options, { encoding: "utf8", maxBuffer: 64 << 20 })
    .trim()
    .split("\n");
}
