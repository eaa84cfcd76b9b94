import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { makeTempFolder, removeLeftovers } from "./temp-folder.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-temp-test-"));
vi.stubEnv("TMPDIR", folder); // other tests write into the usual one at the same time
afterAll(async () => {
  vi.unstubAllEnvs(); // the next test files run in the same worker
  await rm(folder, { recursive: true });
});
beforeEach(removeLeftovers);

const MAKE = `
  import { makeTempFolder } from ${JSON.stringify(new URL("./temp-folder.ts", import.meta.url).href)};
  console.log((await makeTempFolder()).path);
  setInterval(() => undefined, 60_000);`;

/** Another process that has made a folder with a file in it. */
async function givenProcess(): Promise<{ readonly child: ChildProcess; readonly name: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", MAKE], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  const path = String(line).trim();
  await mkdir(join(path, "inner"));
  await writeFile(join(path, "inner", "0"), "bytes");
  return { child, name: basename(path) };
}

test("the temporary files of a killed process go, and those of living ones stay", async () => {
  const own = await makeTempFolder();
  const living = await givenProcess();
  const killed = await givenProcess();
  const dies = once(killed.child, "exit");
  killed.child.kill("SIGKILL");
  await dies;
  const before = await readdir(folder);
  expect(before).toContain(killed.name);

  await removeLeftovers();

  const left = before.filter((name) => !name.startsWith(killed.name));
  expect((await readdir(folder)).sort()).toEqual(left.sort());
  expect(left).toEqual(expect.arrayContaining([living.name, basename(own.path)]));
  await own.remove();
});

test("a folder that is removed leaves nothing", async () => {
  const before = await readdir(folder);
  const { path, remove } = await makeTempFolder();
  await writeFile(join(path, "0"), "bytes");
  await remove();
  expect(await readdir(folder)).toEqual(before);
});

test("what others left in the system's folder stays", async () => {
  for (const name of ["assay-00000000-of-another-machine", "assay-backup.tar", "other"])
    await mkdir(join(folder, name));
  await removeLeftovers();
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining(["assay-00000000-of-another-machine", "assay-backup.tar", "other"]),
  );
});
