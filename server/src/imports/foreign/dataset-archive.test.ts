import { createReadStream, readdirSync, rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packTar } from "modern-tar";
import { afterAll, expect, test, vi } from "vitest";
import { givenZip } from "../../../test/upload-bodies.ts";
import { openArchive } from "./dataset-archive.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-archive-test-"));
vi.stubEnv("TMPDIR", folder); // other tests write into the usual one at the same time
afterAll(async () => {
  vi.unstubAllEnvs(); // the next test files run in the same worker
  await rm(folder, { recursive: true });
});

const loseFolder = () => {
  for (const name of readdirSync(folder))
    if (name.startsWith("assay-") && !name.endsWith(".alive"))
      rmSync(join(folder, name), { recursive: true });
};

const tar = await packTar([{ header: { name: "a.txt", size: 1, type: "file" }, body: "a" }]);
test.each([
  ["zip", givenZip([{ name: "a.txt", content: "a" }])],
  ["tar", Buffer.from(tar)],
] as const)("a fault of the disk while a %s is unpacked is not the archive's", async (kind, bytes) => {
  const path = join(folder, kind);
  await writeFile(path, bytes);
  const blob = {
    size_bytes: bytes.length,
    sha256: "",
    async borrow() {
      loseFolder();
      return { path, giveBack: async () => undefined };
    },
    open() {
      loseFolder();
      return createReadStream(path);
    },
  };

  const fault = await openArchive({ filename: "a", declared: undefined, blob }, kind).catch(
    (thrown: unknown) => thrown,
  );

  expect(fault).toMatchObject({ name: "Error", code: "ENOENT", syscall: "open" });
});
