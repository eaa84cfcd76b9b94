import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { makeFile } from "./make-file.ts";

test("of two that make a file at once, one does", async () => {
  const folder = givenFolder();
  const file = join(folder, "made");

  const made = await Promise.all([makeFile(file, "one"), makeFile(file, "two")]);

  expect(made.toSorted()).toEqual([false, true]);
  expect(readFileSync(file, "utf8")).toBe(made[0] ? "one" : "two");
  expect(readdirSync(folder)).toEqual(["made"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("whoever sees the file reads all of it", async () => {
  const file = join(givenFolder(), "made");
  const length = 16 << 20;

  const making = makeFile(file, "x".repeat(length));
  let size: number | undefined;
  while (size === undefined) {
    await setImmediate();
    size = statSync(file, { throwIfNoEntry: false })?.size;
  }
  await making;

  expect(size).toBe(length);
});

test("another fault is thrown, and leaves nothing", async () => {
  const folder = givenFolder();

  await expect(makeFile(join(folder, "missing", "made"), "x")).rejects.toThrow("ENOENT");
  expect(readdirSync(folder)).toEqual([]);
});

function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-made-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
