import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { verifierKey } from "@assay/domain/log/note.ts";
import { buildApp } from "@assay/server/src/app.ts";
import { readConfig } from "@assay/server/src/config.ts";
import type { Deps } from "@assay/server/src/deps.ts";
import { appendToLog } from "@assay/server/src/log/append.ts";
import { loadKey, noteKey, proofOf, readHead } from "@assay/server/src/log/checkpoint.ts";
import { migrate } from "@assay/server/src/platform/database/migrate.ts";
import { startEmbeddedPostgres } from "@assay/server/src/platform/embedded-postgres/server.ts";
import { sha256 } from "@assay/server/src/platform/sha256.ts";
import { openDeps } from "@assay/server/src/service.ts";

const run = promisify(execFile);

const ENTRIES = 1_100;
/** Sizes of the log at which it proves an entry. */
const PROVEN = new Map([
  [1, [0]],
  [256, [0, 255]],
  [700, [3, 511, 699]],
  [ENTRIES, [0, 1_024, ENTRIES - 1]],
]);

/** Fills a log, serves it and lets the Go programs beside this file read it, as `.ci/run` does. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "assay-log-"));
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate(database.connectionString);
    const config = readConfig({
      ASSAY_DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      ASSAY_LOG_LEVEL: "error",
    });
    const { deps, close } = await openDeps(
      config,
      { url: database.connectionString, directUrl: database.connectionString },
      {},
    );
    const proofs = await fill(deps, dataDir);
    const app = await buildApp(deps);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    await read(deps, url, proofs).finally(async () => {
      await app.close();
      await close();
    });
  } finally {
    await database.stop();
    await rm(dataDir, { recursive: true });
  }
}

/** Appends the entries, and writes proofs into `folder`; gives their files. */
async function fill(deps: Deps, folder: string): Promise<string[]> {
  const files: string[] = [];
  for (let size = 1; size <= ENTRIES; size += 1) {
    await deps.db
      .transaction()
      .execute((tx) =>
        appendToLog(tx, { at: deps.now(), type: "revocation", certificate_id: `cert_${size}` }),
      );
    const head = PROVEN.has(size) ? await readHead(deps.db) : undefined;
    for (const position of head === undefined ? [] : (PROVEN.get(size) ?? [])) {
      const file = join(folder, `${position}-in-${size}.tlog-proof`);
      if (head !== undefined) await writeFile(file, await proofOf(deps, position, head));
      files.push(file);
    }
  }
  return files;
}

async function read(deps: Deps, url: string, proofs: readonly string[]): Promise<void> {
  const key = verifierKey(sha256, noteKey(await loadKey(deps)));
  const program = join(deps.config.dataDir, "reader");
  await run("go", ["build", "-o", program, "."], { cwd: join(import.meta.dirname, "reader") });
  const { stdout } = await run(program, [`${url}/log`, key, ...proofs]);
  process.stdout.write(stdout);
}

await main();
