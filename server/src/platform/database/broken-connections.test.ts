import net from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../../test/postgres.ts";
import { copySnapshot, copyTransaction } from "./copy.ts";
import { connect, type Tx } from "./db.ts";

// A job whose connection breaks must fail: one that waited for an answer kept its slot, and its worker could not stop.

const { connectionString, drop } = await createTestDatabase();
const { db, pool } = connect(connectionString);
const other = new pg.Client(connectionString);
await other.connect();
afterAll(async () => {
  await other.end();
  await db.destroy();
  await drop();
});

const numbers = (tx: Tx) =>
  tx.selectFrom(sql<{ n: number }>`generate_series(1, 100000)`.as<"n">(sql`n(n)`)).selectAll();

/** Ends the session of `tx`, as PostgreSQL does when it is stopped. */
async function endSession(pid: number): Promise<void> {
  await other.query("select pg_terminate_backend($1)", [pid]);
}

async function pidOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  return Number(rows[0]?.pid);
}

async function untilGivenBack(): Promise<void> {
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
}

test("who reads rows fails when the connection breaks between two of them", async () => {
  const reading = db.transaction().execute(async (tx) => {
    const pid = await pidOf(tx);
    for await (const _row of numbers(tx).stream(10)) await endSession(pid);
  });

  await expect(reading).rejects.toThrow(/terminated|not queryable/);
  await untilGivenBack();
});

test("who stops reading rows goes on although the connection broke", async () => {
  const reading = db.transaction().execute(async (tx) => {
    const pid = await pidOf(tx);
    for await (const _row of numbers(tx).stream(10)) {
      await endSession(pid);
      throw new Error("enough");
    }
  });

  await expect(reading).rejects.toThrow(/enough|not queryable/);
  await untilGivenBack();
});

/** The URL of a way to the database that breaks off as soon as a client closes what it reads by, before the database can answer. */
async function untilClosing(): Promise<string> {
  const url = new URL(connectionString);
  const { hostname, port } = url;
  const closes = "C".charCodeAt(0); // the message Close of the protocol, in a packet of its own
  const server = net.createServer((from) => {
    const to = net.connect(Number(port), hostname);
    for (const socket of [from, to]) socket.on("error", () => undefined);
    to.pipe(from);
    from.on("end", () => to.end());
    from.on("data", (bytes) => {
      if (bytes[0] !== closes) return void to.write(bytes);
      from.destroy();
      to.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return url.href;
}

test("who reads rows fails when the connection breaks after the last one, before the database says that it is ready", async () => {
  const breaking = connect(await untilClosing());
  onTestFinished(() => breaking.db.destroy());
  const reading = breaking.db.transaction().execute(async (tx) => {
    for await (const _row of numbers(tx).limit(3).stream(10));
  });

  await expect(reading).rejects.toThrow(/connection ended|terminated|not queryable/);
  await expect.poll(() => breaking.pool.totalCount - breaking.pool.idleCount).toBe(0);
});

test("the same holds for rows that are read beside a COPY", async () => {
  const reading = copySnapshot(pool, async (tx) => {
    const pid = await pidOf(tx);
    for await (const _row of numbers(tx).stream(10)) await endSession(pid);
  });

  await expect(reading).rejects.toThrow(/terminated|not queryable/);
  await untilGivenBack();
});

test("who reads by COPY fails when the connection breaks", async () => {
  const reading = copySnapshot(pool, async (tx, copyOut) => {
    const pid = await pidOf(tx);
    for await (const _rows of copyOut("select repeat('x', 1000) from generate_series(1, 100000)"))
      await endSession(pid);
  });

  await expect(reading).rejects.toThrow();
  await untilGivenBack();
});

test("who writes by COPY fails when the connection breaks", async () => {
  await sql`create table copied (note text)`.execute(db);
  const writing = copyTransaction(pool, async (tx, copyIn) => {
    const pid = await pidOf(tx);
    async function* chunks() {
      for (let n = 0; n < 1_000; n += 1) {
        yield Buffer.from(`${"x".repeat(10_000)}\n`);
        if (n === 10) await endSession(pid);
      }
    }
    await copyIn("copy copied from stdin", chunks());
  });

  await expect(writing).rejects.toThrow();
  await untilGivenBack();
});
