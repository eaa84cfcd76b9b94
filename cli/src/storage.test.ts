import { join } from "node:path";
import { bodyOf } from "@assay/server/test/given.ts";
import { startService } from "@assay/server/test/service.ts";
import { expect, test } from "vitest";
import { run } from "./run.ts";

const { request, deps, settings } = await startService();

async function assay(...args: readonly string[]) {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const code = await run(args, { env: { DATABASE_URL: deps.config.databaseUrl }, print, note: print });
  return { code, printed: printed.join("\n") };
}

test("storage move copies the files of the service, and names what is missing", async () => {
  const files = [{ filename: "a.txt", text: "The parcel came." }];
  const upload = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
  const folder = (name: string) => `file:${join(deps.config.dataDir, name)}`;
  const [old, fresh] = [settings.ASSAY_STORAGE_URL ?? folder("blobs"), folder("moved")];

  const empty = await assay("storage", "move", folder("none"), `${fresh}`);
  const moved = await assay("storage", "move", `${old}`, `${fresh}`);
  const again = await assay("storage", "move", `${old}`, `${fresh}`);

  expect(empty).toMatchObject({ code: 1, printed: expect.stringContaining(upload.files[0].sha256) });
  expect(moved).toEqual({ code: 0, printed: "Copied 1 of 1 files (16 bytes); the others were there" });
  expect(again).toEqual({ code: 0, printed: "Copied 0 of 1 files (0 bytes); the others were there" });
});

test("storage move needs two stores, and says which form they have", async () => {
  expect((await assay("storage", "move", "file:./data")).code).toBe(2);
  expect((await assay("storage", "move", "./data", "file:./other")).printed).toContain(
    "must be file:FOLDER or s3://",
  );
});
