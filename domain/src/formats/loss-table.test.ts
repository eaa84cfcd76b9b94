import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FULL_ITEMS } from "../../test/full-items.ts";
import { lossTable } from "../../test/loss-table.ts";
import { EVERY_TYPE } from "./every-type.ts";

test("docs/formats.md has the table of what each type loses in each format", () => {
  const docs = readFileSync(new URL("../../../docs/formats.md", import.meta.url), "utf8");

  expect(Object.keys(FULL_ITEMS).toSorted()).toEqual([...EVERY_TYPE].sort());
  // `node domain/test/loss-table.ts` prints the table
  expect(docs).toContain(`\n\n${lossTable()}\n`);
});
