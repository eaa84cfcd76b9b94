import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** The variables of an operator's command. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The setting that names the database without a pooler; undefined for the embedded one. */
export function urlName(env: Environment): string | undefined {
  return ["DATABASE_DIRECT_URL", "DATABASE_URL"].find((name) => env[name]);
}

/** The address of the running database, without a pooler. Throws, with advice, if it cannot be reached or has no tables yet. */
export async function findDatabase(env: Environment): Promise<string> {
  const name = urlName(env);
  const connectionString =
    (name === undefined ? undefined : env[name]) ?? (await findEmbedded(env.ASSAY_DATA_DIR || "./data"));
  await assertReady(connectionString, name ?? "the embedded database");
  return connectionString;
}

async function findEmbedded(dataDir: string): Promise<string> {
  const file = join(dataDir, "postgres.json");
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new Error(
      `${file} cannot be read: start Assay, or set ASSAY_DATA_DIR or DATABASE_URL to where its data is`,
      { cause },
    );
  });
  const { port, password }: { port: number; password: string } = JSON.parse(text);
  return `postgres://assay:${password}@127.0.0.1:${port}/postgres`;
}

async function assertReady(connectionString: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.query("select 1 from api_keys limit 1");
  } catch (cause) {
    const isEmpty = cause instanceof pg.DatabaseError && cause.code === "42P01";
    const what = isEmpty ? "has no tables yet" : "cannot be reached";
    throw new Error(`${name} ${what}: start Assay first (npm start)`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}
