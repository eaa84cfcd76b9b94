import { existsSync } from "node:fs";
import { rename, rm, symlink } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../src/platform/database/migrate.ts";
import { bodyOf } from "./given.ts";
import { startOwnServer } from "./postgres.ts";
import { recordLog } from "./recorded-log.ts";
import { startService } from "./service.ts";
import { untilHolds } from "./until.ts";

/** Linux has it, for every user: nothing can be written to it, since no space is left, and it reads as zeros. */
const FULL = "/dev/full";

const server = await startOwnServer();
await migrate(server.connectionString);
const recorded = recordLog();
const { db, request } = await startService({ database: server, log: recorded.log });

/** The ids of a list, once the service is connected again to a restarted PostgreSQL. */
function idsOf(path: string): Promise<string[]> {
  return untilHolds(async () => {
    const { data } = bodyOf(await request("GET", path), 200);
    return data.map(({ id }: { id: string }) => id).sort();
  });
}

/** Puts the full device in the place of the file of a table without rows, and takes it away after `whileFull`. */
async function withoutRoomFor(table: string, whileFull: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ place: string; bytes: number }>`
    select current_setting('data_directory') || '/' || pg_relation_filepath(${table}) as place,
      pg_relation_size(${table})::integer as bytes`.execute(db);
  expect(rows).toMatchObject([{ bytes: 0 }]);
  const place = rows[0]?.place ?? "";
  await server.restart(async () => {
    await rename(place, `${place}.away`);
    await symlink(FULL, place);
  });
  await whileFull();
  await server.restart(async () => {
    await rm(place);
    await rename(`${place}.away`, place);
  });
}

test.skipIf(!existsSync(FULL))(
  `a full disk of PostgreSQL (here ${FULL}): changes get 507 with Retry-After, reads go on, nothing acknowledged is lost`,
  async () => {
    const createWebhook = () => request("POST", "/v1/webhooks", { url: "https://hooks.example.com" });
    const createProject = () =>
      request("POST", "/v1/projects", { name: "p", annotation_type: "text_classification" });
    const acknowledged: string[] = [bodyOf(await createWebhook(), 201).id];

    // the second table to which a new project writes
    await withoutRoomFor("project_versions", async () => {
      expect(await idsOf("/v1/webhooks")).toEqual(acknowledged);
      expect(await createProject()).toMatchObject({
        status: 507,
        headers: { "retry-after": "60" },
        body: { error: "insufficient_storage", message: "the database's disk is full" },
      });
      expect(recorded.lines("request refused").at(-1)).toMatchObject({
        err: { message: expect.stringContaining("No space left on device") },
      });
      expect(await idsOf("/v1/projects")).toEqual([]);
      acknowledged.push(bodyOf(await createWebhook(), 201).id);
    });

    expect(await idsOf("/v1/webhooks")).toEqual(acknowledged.sort());
    const { id } = bodyOf(await createProject(), 201);
    expect(await idsOf("/v1/projects")).toEqual([id]);
  },
);
