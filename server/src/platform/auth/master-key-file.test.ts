import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadMasterKeys } from "./master-key-file.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-secrets-"));
afterAll(() => rm(folder, { recursive: true }));

test("concurrent first starts create one master key, readable by its owner only", async () => {
  const dataDir = join(folder, "new", "data");

  const keys = await Promise.all(Array.from({ length: 10 }, () => loadMasterKeys(undefined, dataDir)));

  expect(new Set(keys.map(([key]) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]?.[0]).toHaveLength(32);
  expect((await stat(join(dataDir, "master.key"))).mode & 0o777).toBe(0o600);
  expect(await loadMasterKeys(undefined, dataDir)).toEqual(keys[0]);
});

test("a configured key is used and nothing is written; a file without a key is not overwritten", async () => {
  const configured = Buffer.alloc(32, 9);
  expect(await loadMasterKeys(configured.toString("base64"), join(folder, "never"))).toEqual([configured]);
  await expect(stat(join(folder, "never"))).rejects.toThrow("ENOENT");

  await writeFile(join(folder, "master.key"), "");
  await expect(loadMasterKeys(undefined, folder)).rejects.toThrow("32 bytes");
  expect(await readFile(join(folder, "master.key"), "utf8")).toBe("");
});

test("a file may list several keys, the newest first", async () => {
  const [newest, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  await writeFile(join(folder, "master.key"), `${newest.toString("base64")}\n${older.toString("base64")}\n`);

  expect(await loadMasterKeys(undefined, folder)).toEqual([newest, older]);
});
