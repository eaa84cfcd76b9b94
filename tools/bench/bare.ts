import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";

/** As many connections as the service has. */
const POOL_SIZE = 10;

/**
 * The ceiling: Fastify and pg without any of our code. Takes a connection string, prints its port, and has
 * one query per route: the row of a project, and one durable insert of a request's content.
 */
async function main(connectionString: string | undefined): Promise<void> {
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
  await pool.query("create table if not exists bench_inserts (id text primary key, body jsonb not null)");
  const app = Fastify();
  app.get<{ Params: { account: string; id: string } }>("/projects/:account/:id", async ({ params }) => {
    const { rows } = await pool.query("select * from projects where account_id = $1 and id = $2", [
      params.account,
      params.id,
    ]);
    return rows[0];
  });
  app.post("/inserts", async ({ body }) => {
    const { rows } = await pool.query("insert into bench_inserts (id, body) values ($1, $2) returning *", [
      randomUUID(),
      JSON.stringify(body),
    ]);
    return rows[0];
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  process.stdout.write(`${typeof address === "object" ? address?.port : address}\n`);
  process.on("SIGTERM", () => process.exit(0));
}

await main(process.argv[2]);
