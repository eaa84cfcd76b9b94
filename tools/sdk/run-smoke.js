// The smoke test in a runtime that has files: node run-smoke.js BASE_URL API_KEY BATCH, where BATCH is certified

import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { Assay } from "@assay/sdk";
import { smoke } from "./smoke.js";

const [baseUrl, apiKey, batchId] = argv.slice(2);
for (const what of await smoke(baseUrl, apiKey, batchId)) console.log(what);

const client = new Assay({ baseUrl, apiKey });
const folder = await mkdtemp(join(tmpdir(), "assay-smoke-"));
const check = (what, holds) => {
  if (!holds) throw new Error(`not so: ${what}`);
  console.log(what);
};
try {
  const lines = Array.from({ length: 12 }, (_, n) =>
    JSON.stringify({ text: `${n}`.repeat(800_000 / `${n}`.length) }),
  );
  await writeFile(join(folder, "lines.jsonl"), lines.join("\n"));
  const upload = await client.uploads.fromFile(join(folder, "lines.jsonl"));
  check("a file is uploaded in pieces", upload.status === "ready" && upload.size_bytes > 8_388_608);

  await mkdir(join(folder, "texts/a"), { recursive: true });
  await writeFile(join(folder, "texts/1.txt"), "one");
  await writeFile(join(folder, "texts/a/2.txt"), "two");
  const journal = join(folder, "journal");
  const first = await client.uploads.fromFolder(join(folder, "texts"), { journal });
  const again = await client.uploads.fromFolder(join(folder, "texts"), { journal });
  check("a folder is uploaded once", first.file_count === 2 && again.file_count === 0);

  const path = join(folder, "dataset.jsonl");
  const { size_bytes } = await client.downloads.toFile(batchId, path, { format: "jsonl" });
  check("a dataset is saved", (await readFile(path)).length === size_bytes && size_bytes > 0);
} finally {
  await rm(folder, { recursive: true });
}
exit(0); // connections that are kept open would keep the process
