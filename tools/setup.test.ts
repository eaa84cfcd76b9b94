import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const SETUP = fileURLToPath(new URL("setup.js", import.meta.url));
const OLD = "v20.19.0";

test("the set-up finds the packaged Node where it runs on the old one of the machine, and not by npm", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-setup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const old = join(folder, "node");
  await writeFile(old, `#!/bin/sh\necho ${OLD}\n`);
  await chmod(old, 0o755);
  const asOld = `data:text/javascript,Object.defineProperty(process, "version", { value: "${OLD}" })`;
  const PATH = [folder, "/usr/bin", "/bin"].join(delimiter);

  const said = execFileSync(process.execPath, ["--import", asOld, SETUP], {
    env: { PATH },
    encoding: "utf8",
  });

  expect(said).toBe("");
});
