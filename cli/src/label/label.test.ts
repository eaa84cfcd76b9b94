import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../run.ts";

// e2e/label.test.ts tests the whole command.

const folder = await mkdtemp(join(tmpdir(), "assay-label-"));
const [empty, other, photos] = ["empty", "other", "photos"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
for (const path of [empty, other, photos]) await mkdir(path);
await writeFile(join(other, "plan.pdf"), "%PDF-");
await writeFile(join(photos, "cat.jpg"), "bytes");
await writeFile(join(photos, "labels.csv"), "of somebody else");
const squatter = createServer().listen(0, "127.0.0.1");
await once(squatter, "listening");
const address = squatter.address();
const taken = typeof address === "object" ? address?.port : 0;
afterAll(async () => {
  squatter.close();
  await rm(folder, { recursive: true });
});

let runs = 0;

/** Runs a command line with its own state folder. */
async function assay(args: readonly string[], dataDir?: string) {
  runs += 1;
  const notes: string[] = [];
  const env = { XDG_STATE_HOME: join(folder, `state-${runs}`), ASSAY_DATA_DIR: dataDir };
  const code = await run(["label", ...args], {
    env,
    print: () => undefined,
    note: (line) => notes.push(line),
  });
  return { code, said: notes.join("\n") };
}

test.each([
  [[], 2, "FOLDER is missing"],
  [["/no/such/folder"], 1, "there is no folder /no/such/folder"],
  [[import.meta.filename], 1, "is not a folder"],
  [[empty], 1, "is empty: put images (jpg, png, webp, gif, tiff, avif), recordings"],
  [[other], 1, "contains no file that can be labeled (1 other files)"],
  [[photos, "--type", "video"], 2, "--type must be one of image_classification, multilabel"],
  [[photos, "--format", "conll"], 2, "--format must be one of jsonl, json, csv, parquet, hf_dataset, coco,"],
  [[photos, "--port", "80800"], 2, "--port must be from 1 to 65535"],
  [[photos, "--port", String(taken)], 1, `port ${taken} is taken`],
  [[photos, "--format", "csv"], 1, "labels.csv exists and was not written by assay label: move it away"],
] as const)("assay label %j fails with %i and says %s", async (args, code, words) => {
  expect(await assay(args)).toEqual({ code, said: expect.stringContaining(words) });
});

test("a folder that was started with one type refuses another", async () => {
  const dataDir = join(folder, "begun");
  await mkdir(dataDir);
  await writeFile(join(dataDir, "label.json"), JSON.stringify({ key: "k", type: "polygon", format: "json" }));

  const { code, said } = await assay([photos, "--type", "object_detection"], dataDir);

  expect([code, said]).toEqual([2, expect.stringContaining("is already labeled as polygon")]);
});

test("the data folder is outside the folder, named after its path, and its key is readable by its owner only", async () => {
  await assay([photos, "--port", String(taken)]);

  expect(await readdir(photos)).toEqual(["cat.jpg", "labels.csv"]);
  const state = join(folder, `state-${runs}`, "assay", "label");
  const [name = "", ...others] = await readdir(state);
  expect([name, others]).toEqual([expect.stringMatching(/^photos-[0-9a-f]{12}$/), []]);
  const { key } = JSON.parse(await readFile(join(state, name, "label.json"), "utf8"));
  expect(key).toMatch(/^[\w-]{43}$/);
});
