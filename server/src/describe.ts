import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { buildApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createSecrets } from "./platform/auth/secrets.ts";
import { diskBlobs } from "./platform/blobs/disk.ts";
import { connect } from "./platform/database/db.ts";
import { createDirect } from "./platform/database/direct.ts";
import { createOutbound } from "./platform/network/outbound.ts";

/** The OpenAPI document of this version, from a service that never connects to its database. */
export async function describeApi(): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), "assay-describe-"));
  const config = readConfig({ DATABASE_URL: "postgres://localhost/none", ASSAY_DATA_DIR: folder });
  const { db, pool } = connect(config.databaseUrl ?? "");
  const log = pino({ level: "silent" });
  const app = await buildApp({
    config,
    direct: createDirect("", log),
    db,
    pool,
    blobs: await diskBlobs(folder),
    now: () => new Date(),
    outbound: createOutbound([]),
    sendMail: async () => undefined,
    secrets: createSecrets(Buffer.alloc(32)),
    log,
  });
  try {
    return (await app.inject("/openapi.json")).json();
  } finally {
    await app.close();
    await db.destroy();
    await rm(folder, { recursive: true });
  }
}
