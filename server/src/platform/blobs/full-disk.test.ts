import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bodyOf } from "../../../test/given.ts";
import { startService } from "../../../test/service.ts";
import { givenSmallDisk } from "../../../test/small-disk.ts";
import { sendRaw } from "../../../test/upload-bodies.ts";
import { diskBlobs } from "./disk.ts";

const MIB = 1024 * 1024;
const { folder, isMounted } = givenSmallDisk(4);
const { request, anonymous } = await startService({ blobs: await diskBlobs(join(folder, "blobs")) });

test.skipIf(!isMounted)(
  "an upload to a full disk is refused with 507 and leaves nothing; with room again it succeeds",
  async () => {
    const ballast = join(folder, "ballast");
    await writeFile(ballast, Buffer.alloc(3.5 * MIB));
    const large = `{"text":"${"x".repeat(MIB)}"}\n`;

    expect(await sendRaw(request, "large.jsonl", large)).toMatchObject({
      status: 507,
      headers: { "retry-after": "60" },
      body: { error: "insufficient_storage", message: expect.stringContaining("the service's disk is full") },
    });
    expect(await anonymous("GET", "/readyz")).toMatchObject({
      status: 200,
      body: { status: "degraded", checks: { database: "ok", storage: "failed" } },
    });

    rmSync(ballast);
    expect(await anonymous("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ok" } });
    bodyOf(await sendRaw(request, "large.jsonl", large), 201);
  },
);
