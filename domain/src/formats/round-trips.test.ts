import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { roundTripTable, withoutImporter } from "../../test/round-trips.ts";

test("docs/formats.md has the table of what comes back from each format, and names those that do not", async () => {
  const docs = readFileSync(new URL("../../../docs/formats.md", import.meta.url), "utf8");

  // `node domain/test/round-trips.ts` prints the table
  expect(docs).toContain(`\n\n${await roundTripTable()}\n`);
  const names = withoutImporter().map((name) => `\`${name}\``);
  expect(docs).toContain(`\nNo importer reads ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`);
});
