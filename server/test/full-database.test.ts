import { chownSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../src/platform/database/migrate.ts";
import { startOwnServer } from "./postgres.ts";
import { recordLog } from "./recorded-log.ts";
import { startService } from "./service.ts";
import { givenSmallDisk } from "./small-disk.ts";

const disk = givenSmallDisk(8);
const server = await startOwnServer();
await migrate(server.connectionString);
const recorded = recordLog();
const { accountId, db, request } = await startService({ database: server, log: recorded.log });

/** Moves the projects to a tablespace on the small disk. */
async function moveProjects(): Promise<void> {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db);
  const { uid, gid } = statSync(rows[0]?.data_directory ?? "");
  const folder = join(disk.folder, "tablespace");
  mkdirSync(folder);
  chownSync(disk.folder, uid, gid);
  chownSync(folder, uid, gid);
  await sql`create tablespace small location ${sql.lit(folder)}`.execute(db);
  await sql`alter table projects set tablespace small`.execute(db);
}

test.skipIf(!disk.isMounted)(
  "a full disk of PostgreSQL: changes get 507 with Retry-After, reads go on, and nothing acknowledged is lost",
  async () => {
    await moveProjects();
    await sql`create table ballast (bytes bytea) tablespace small`.execute(db);
    await sql`alter table ballast alter bytes set storage external`.execute(db);
    const fill = async () => {
      for (;;) await sql`insert into ballast values (repeat('x', 7000)::bytea)`.execute(db);
    };
    await expect(fill()).rejects.toMatchObject({ code: "53100" });
    const create = () =>
      request("POST", "/v1/projects", { name: "p", annotation_type: "text_classification" });
    const acknowledged: string[] = [];
    let answer = await create();
    for (; answer.status === 201; answer = await create()) acknowledged.push(answer.body.id);

    expect(answer).toMatchObject({
      status: 507,
      headers: { "retry-after": "60" },
      body: { error: "insufficient_storage", message: "the database's disk is full" },
    });
    expect(recorded.lines("request refused").at(-1)).toMatchObject({
      err: { message: expect.stringContaining("No space left on device") },
    });
    expect((await request("GET", "/v1/projects")).status).toBe(200);

    await sql`drop table ballast`.execute(db);
    answer = await create();
    expect(answer.status).toBe(201);
    acknowledged.push(answer.body.id);
    const stored = await db.selectFrom("projects").select("id").where("account_id", "=", accountId).execute();
    expect(stored.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  },
);
