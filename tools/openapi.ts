// Writes openapi.json, which is all that clients know of the server, and what the TypeScript and Python clients make of it.
// With --check it writes nothing and fails where a file is not what it would write.

import { readFile, writeFile } from "node:fs/promises";
import { ERROR_CODES } from "@assay/domain/errors.ts";
import { generatePython } from "../python/generate/generate.ts";
import { generateSources } from "../sdk/generate.ts";
import { describeApi } from "../server/src/describe.ts";

const document = await describeApi();
const files = {
  "openapi.json": `${JSON.stringify(document, null, 2)}\n`,
  ...Object.fromEntries(
    Object.entries(await generateSources(document, ERROR_CODES)).map(([name, text]) => [
      `sdk/src/${name}`,
      text,
    ]),
  ),
  ...generatePython(document),
};
const isCheck = process.argv.includes("--check");

for (const [name, text] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url);
  const present = await readFile(file, "utf8").catch(() => "");
  if (present === text) continue;
  if (!isCheck) await writeFile(file, text);
  else {
    process.stderr.write(`${name} is not what the routes say: run npm run fix\n`);
    process.exitCode = 1;
  }
}
