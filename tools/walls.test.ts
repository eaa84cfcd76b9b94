import { join } from "node:path";
import { expect, test } from "vitest";
import { fileCycles, folderCycles, tableFaults, wallFaults, writesOf } from "./walls.ts";

const ROOT = "server/src";

function cyclesOf(files: Readonly<Record<string, string>>): string[] {
  return folderCycles(new Map(Object.entries(files)), ROOT);
}

function faultsOf(files: Readonly<Record<string, string>>): string[] {
  return tableFaults(new Map(Object.entries(files)), new Set(["items", "tasks"]));
}

test("folders and files import each other in one direction, and each table is written by one folder", () => {
  expect(wallFaults(join(import.meta.dirname, ".."))).toEqual([]);
});

test("a circle of three folders is found, with an import for each arrow", () => {
  const [fault] = cyclesOf({
    "server/src/a/one.ts": 'import { two } from "../b/two.ts";',
    "server/src/b/two.ts": 'export async function two() {\n  return import("../c/three.ts");\n}',
    "server/src/c/three.ts": 'import {\n  one,\n} from "../a/one.ts";',
    "server/src/d/four.ts": 'import { one } from "../a/one.ts";',
  });
  expect(fault).toContain("server/src/a, server/src/b, server/src/c");
  expect(fault).toContain("server/src/c/three.ts imports server/src/a/one.ts");
  expect(fault).not.toContain("server/src/d");
});

test("imports of types count, as do a folder and the folder in it", () => {
  expect(
    cyclesOf({
      "server/src/a/one.ts": 'import type { Two } from "./b/two.ts";',
      "server/src/a/b/two.ts": 'import type { One } from "../one.ts";',
    }),
  ).toHaveLength(1);
});

test("a circle of two files in one folder is found, where types are imported too", () => {
  const files = {
    "server/src/a/one.ts": 'import type { Two } from "./two.ts";',
    "server/src/a/two.ts": 'import { one } from "./one.ts";\nimport { three } from "./three.ts";',
    "server/src/a/three.ts": 'import type { Deps } from "../deps.ts";',
    "server/src/deps.ts": 'import type { Three } from "./a/three.ts";',
  };
  const faults = fileCycles(new Map(Object.entries(files)), ROOT);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(
    "these files import each other in a circle: server/src/a/one.ts, server/src/a/two.ts",
  );
});

test("a circle within one folder is not reported for folders, comments import nothing, and Deps may be imported", () => {
  expect(
    cyclesOf({
      "server/src/a/one.ts": 'import "./two.ts";\nimport type { Deps } from "../deps.ts";',
      "server/src/a/two.ts": 'import "./one.ts";\n// import "../b/three.ts";\n/** import("../b/three.ts") */',
      "server/src/b/three.ts": 'import "../a/one.ts";',
      "server/src/deps.ts": 'import type { One } from "./a/one.ts";',
    }),
  ).toEqual([]);
});

test("a table that two folders write is a fault, whether through kysely or in SQL", () => {
  const write = 'await tx.updateTable("items").set(change).execute();';
  expect(faultsOf({ "server/src/a/one.ts": write, "server/src/a/two.ts": write })).toEqual([]);
  expect(
    faultsOf({ "server/src/a/one.ts": write, "server/src/b/two.ts": "sql`delete from items where id = 1`" }),
  ).toEqual(["items is written by 2 folders: server/src/a/one.ts, server/src/b/two.ts"]);
  expect(faultsOf({ "server/src/a/one.ts": "tx.deleteFrom(table)" })).toHaveLength(1);
});

test.each([
  ["sql`\n  insert into items (id) select 1`", ["items"]],
  ["sql`with gone as (delete from tasks) update items set a = 1`", ["tasks", "items"]],
  ["copyIn(`copy items (id) from stdin`)", ["items"]],
  ['db\n  .insertInto("tasks")', ["tasks"]],
  ["sql`delete from $" + "{sql.table(table)}`", [undefined]],
])("%j writes %j", (text, tables) => {
  expect(writesOf(text)).toEqual(expect.arrayContaining(tables));
});

test.each([
  "sql`select from items order by id for update of items skip locked`",
  "sql`insert into other (id) values (1) on conflict (id) do update set id = excluded.id`",
  "/** update items */",
])("%j writes neither items nor tasks", (text) => {
  expect(writesOf(text).filter((table) => table === "items" || table === "tasks")).toEqual([]);
});
