import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { mayAnnotate, mayAudit, ROLES, SCOPES, scopesOf } from "@assay/domain/member.ts";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const page = await readFile(join(ROOT, "docs/security.md"), "utf8");
const rows = [...page.matchAll(/^\| (\d+) \| [^|]+ \| `([^`]+)`: (.+) \|$/gm)].map(
  ([, number = "", file = "", title = ""]) => [Number(number), file, title] as const,
);

test("each of the thirty failures names its test", () => {
  expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

test.each(rows)("row %i: %s has the test %s", async (_, file, title) => {
  expect(await readFile(join(ROOT, file), "utf8")).toContain(`"${title}"`);
});

test("every test file that the page names exists", () => {
  const named = [...page.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = ""]) => file);
  expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

test("the table of roles matches the code", () => {
  const [, rest = ""] = page.split("| | owner | manager | reviewer | annotator | viewer |");
  const [rows = ""] = rest.split("\n\n");
  const table = [...rows.matchAll(/^\| `?([\w:, ]+?)`? \| ((?:(?:yes|no) \| ?){5})$/gm)].map(
    ([, may = "", cells = ""]) => [may, cells.match(/yes|no/g)],
  );
  const say = (is: boolean) => (is ? "yes" : "no");
  expect(table).toEqual([
    ...SCOPES.map((scope) => [scope, ROLES.map((role) => say(scopesOf(role).includes(scope)))]),
    ["annotate", ROLES.map((role) => say(mayAnnotate(role)))],
    ["audit and adjudicate", ROLES.map((role) => say(mayAudit(role)))],
  ]);
});
