import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { connect } from "../server/src/platform/database/db.ts";
import { freePort } from "../server/test/free-port.ts";
import { type ApiDocument, operationsOf, urlOf } from "../server/test/operations.ts";
import { createTestDatabase, type TestDatabase } from "../server/test/postgres.ts";
import { startReceiver } from "../server/test/receiver.ts";
import { ownStorage } from "../server/test/s3.ts";
import { untilReady } from "../tools/tour/own-service.ts";

const MAIN = join(import.meta.dirname, "../server/src/main.ts");
const KEY = `bootstrap-${randomBytes(24).toString("base64url")}`;
const MASTER_KEY = randomBytes(32).toString("base64");
const WITHIN_MS = 60_000;

/** Starts the service in its own process with the most verbose log; returns its output. */
async function run({ settings }: TestDatabase, use: (baseUrl: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-secrets-"));
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      ...settings,
      ...ownStorage(),
      ASSAY_DATA_DIR: folder,
      ASSAY_BOOTSTRAP_API_KEY: KEY,
      ASSAY_MASTER_KEY: MASTER_KEY,
      ASSAY_LOG_LEVEL: "trace",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    const baseUrl = `http://localhost:${port}`;
    await untilReady(baseUrl, child);
    await use(baseUrl);
  } finally {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  }
  return (await printed).join("\n");
}

/** All rows of all tables as text; bytes in hexadecimal. */
async function dump(connectionString: string): Promise<string> {
  const { db } = connect(connectionString, { max: 1 });
  try {
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
      db,
    );
    const rows: string[] = [];
    for (const { schema, name } of tables) {
      const found = await sql<{ row: string }>`
        select t::text as row from ${sql.table(`${schema}.${name}`)} as t`.execute(db);
      rows.push(...found.rows.map(({ row }) => row));
    }
    return rows.join("\n");
  } finally {
    await db.destroy();
  }
}

/** A whole response, or the first piece of a stream. */
async function textOf(response: Response): Promise<string> {
  const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isEndless || response.body === null) return response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

test("no key and no secret is in the database, the log or the responses", {
  timeout: WITHIN_MS,
}, async () => {
  const database = await createTestDatabase();
  const receiver = await startReceiver();
  const secrets = [KEY, MASTER_KEY];
  let stored = "";
  let read = "";

  const printed = await run(database, async (baseUrl) => {
    const send = async (method: string, path: string, body?: object, key = KEY) => {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(method === "POST" ? { "idempotency-key": path } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await textOf(response) };
    };
    const made = async (path: string, body: object) => {
      const { status, text } = await send("POST", path, body);
      expect(status, text).toBe(201);
      return JSON.parse(text);
    };
    const key = await made("/v1/api-keys", { name: "ci" });
    const webhook = await made("/v1/webhooks", { url: receiver.url });
    const project = await made("/v1/projects", { annotation_type: "text_classification" });
    secrets.push(key.key, webhook.secret);
    // with the new key, with wrong ones, and with the key in the URL, where it must not be
    await send("PATCH", `/v1/projects/${project.id}`, { name: "Signed" }, key.key);
    await send("GET", `/v1/projects?api_key=${key.key}`);
    await send("GET", "/v1/projects", undefined, `${key.key}x`);
    await send("POST", "/v1/webhooks", { url: receiver.url, secret: webhook.secret, wrong: true });
    await receiver.received(1);

    const document: ApiDocument = JSON.parse((await send("GET", "/openapi.json")).text);
    const ids: Record<string, string> = { "api-keys": key.id, webhooks: webhook.id, projects: project.id };
    for (const operation of operationsOf(document).filter(({ method }) => method === "GET")) {
      const url = urlOf(operation, (collection) => ids[collection] ?? "none");
      read += (await send("GET", url)).text;
    }
    stored = await dump(database.connectionString);
  });
  await receiver.close();
  await database.drop();

  expect(printed).toContain('"level"');
  expect(read).toContain("secret_hint");
  for (const secret of secrets) {
    const forms = [secret, Buffer.from(secret).toString("hex"), encodeURIComponent(secret)];
    for (const [place, content] of Object.entries({ printed, stored, read }))
      expect(
        forms.filter((form) => content.includes(form)),
        place,
      ).toEqual([]);
  }
  // the bytes of the master key and the secret in all encodings
  const bytes = [MASTER_KEY, String(secrets.at(-1)).replace("whsec_", "")].map((base64) =>
    Buffer.from(base64, "base64"),
  );
  expect(bytes.filter((secret) => stored.includes(secret.toString("hex")))).toEqual([]);
});
