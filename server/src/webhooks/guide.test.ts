import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { deliverDue } from "../../test/deliveries.ts";
import { startService } from "../../test/service.ts";
import { untilHolds } from "../../test/until.ts";
import { emit } from "../events/emit.ts";
import { EVENT_DATA } from "../events/schemas.ts";

const SECRET = "whsec_YW5ub3RhdGlvbi1kYXRhLXNlcnZpY2UtMzJieXRlcyE=";
const NEXT_SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;

const service = await startService();
const { db, deps } = service;
const address = await service.app.listen({ port: 0, host: "127.0.0.1" });
const guide = await readFile(new URL("../../../docs/webhooks.md", import.meta.url), "utf8");
const folder = await mkdtemp(join(tmpdir(), "assay-guide-"));
const started: ChildProcess[] = [];

afterAll(async () => {
  for (const child of started) child.kill();
  await rm(folder, { recursive: true });
});

/** The blocks of a language without those marked `<!-- not run: reason -->`. */
function blocksOf(language: string): string[] {
  const fence = new RegExp(`(?<!^<!-- not run: [^\n]+ -->\n)^\`\`\`${language}\n(.*?)^\`\`\``, "gms");
  return [...guide.matchAll(fence)].map(([, text = ""]) => text);
}

function has(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}

/** Starts the guide's receiver as a separate process on a free port, and collects its output. */
async function givenReceiver(command: string, language: "ts" | "python") {
  const [text = ""] = blocksOf(language);
  const file = join(folder, language === "ts" ? "receiver.mts" : "receiver.py");
  await writeFile(file, text);
  const env = { ...process.env, WEBHOOK_SECRET: `${SECRET},${NEXT_SECRET}`, PORT: "0" };
  const child = spawn(command, [file], { env, stdio: ["ignore", "pipe", "ignore"] });
  started.push(child);
  const receiver = { printed: "", url: "" };
  child.stdout.on("data", (bytes: Buffer) => {
    receiver.printed += bytes.toString();
  });
  const port = () => receiver.printed.match(/^listening .*(?:port: |, )(\d+)/)?.[1];
  while (port() === undefined) await once(child.stdout, "data");
  receiver.url = `http://127.0.0.1:${port()}/hook`;
  return receiver;
}

const RECEIVERS = [
  ["TypeScript", process.execPath, "ts"],
  ["Python", "python3", "python"],
] as const;

test.each(RECEIVERS.filter(([, command]) => has(command)))(
  "the guide's receiver in %s takes what the service sends, once, and nothing else",
  async (_name, command, language) => {
    const receiver = await givenReceiver(command, language);
    const { accountId, request } = await service.givenAccount();
    const { body: webhook } = await request("POST", "/v1/webhooks", { url: receiver.url, secret: SECRET });
    const data = { project_id: "proj_1", project: { name: "é \u2028 1.0" } };
    await db
      .transaction()
      .execute((tx) =>
        emit(tx, { account_id: accountId, type: "project.updated", created_at: deps.now(), data }),
      );

    await deliverDue(deps);
    const { body: log } = await request("GET", `/v1/webhooks/${webhook.id}/deliveries`);
    const [{ event_id, status }] = log.data;
    const event = await db
      .selectFrom("events")
      .select("body")
      .where("id", "=", event_id)
      .executeTakeFirstOrThrow();
    const body = String(event.body);
    const signature = createHmac("sha256", SECRET).update(body).digest("hex");
    const post = async (text: string, headers: Record<string, string>) =>
      (await fetch(receiver.url, { method: "POST", body: text, headers })).status;

    expect(status).toBe("delivered");
    expect(await post(body, { "X-Signature": signature })).toBe(204);
    expect(await post(body.replace("é", "e"), { "X-Signature": signature })).toBe(401);
    expect(await post(body, { "X-Signature": "é" })).toBe(401);
    expect(await post(body, {})).toBe(401);
    const taken = new RegExp(`project.updated ${event_id}`, "g");
    await untilHolds(() => expect(receiver.printed.match(taken)).toHaveLength(1));

    await request("POST", `/v1/webhooks/${webhook.id}/rotate-secret`, { secret: NEXT_SECRET });
    const { body: test } = await request("POST", `/v1/webhooks/${webhook.id}/test`, { type: "batch.failed" });
    expect(test).toMatchObject({ status: "delivered", attempts: [{ status_code: 204 }] });
  },
);

/** Runs the guide's reader until it has saved its cursor; returns its output. */
async function runReader(baseUrl: string, apiKey: string): Promise<string> {
  const text = blocksOf("ts").find((block) => block.includes("/v1/events"));
  const file = join(folder, "reader.mts");
  const cursor = join(folder, "events.cursor");
  const before = await readFile(cursor, "utf8").catch(() => "");
  await writeFile(file, text ?? "");
  const env = { ...process.env, ASSAY_URL: baseUrl, ASSAY_API_KEY: apiKey };
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  let printed = "";
  child.stdout.on("data", (bytes: Buffer) => {
    printed += bytes.toString();
  });
  const noted = async () => expect(await readFile(cursor, "utf8")).not.toBe(before);
  await untilHolds(noted);
  child.kill();
  await once(child, "close");
  return printed;
}

test("the guide's reader gets each event once, and continues where it was when it is restarted", async () => {
  const account = await service.givenAccount();
  const event = { account_id: account.accountId, created_at: deps.now(), data: {} };
  await db.transaction().execute((tx) => emit(tx, { ...event, type: "batch.created" }));
  const first = await runReader(address, account.key);
  await db.transaction().execute((tx) => emit(tx, { ...event, type: "batch.failed" }));
  const second = await runReader(address, account.key);

  expect(first).toMatch(/^batch\.created evt_\w+\n$/);
  expect(second).toMatch(/^batch\.failed evt_\w+\n$/);
});

test.skipIf(!has("curl"))("the guide's commands work", async () => {
  const { body: webhook } = await service.request("POST", "/v1/webhooks", {
    url: "https://hooks.acme.test/",
  });
  await db
    .transaction()
    .execute((tx) =>
      emit(tx, { account_id: service.accountId, type: "batch.created", created_at: deps.now(), data: {} }),
    );
  const { body: log } = await service.request("GET", `/v1/webhooks/${webhook.id}/deliveries`);
  const env = {
    ...process.env,
    ASSAY_API_KEY: service.key,
    WEBHOOK_ID: webhook.id,
    DELIVERY_ID: log.data[0].id,
  };

  const commands = blocksOf("sh");
  for (const command of commands) {
    const script = command.replaceAll("curl ", "curl -sSf ").replaceAll("http://localhost:8080", address);
    const { stdout } = await promisify(execFile)("sh", ["-ec", script], { env });
    expect(stdout).toMatch(/^\{/);
  }
  expect(commands).toHaveLength(7);
});

test("the guide's example has the documented signature", () => {
  const [body = ""] = blocksOf("json");

  expect(guide).toContain(createHmac("sha256", SECRET).update(body.trim()).digest("hex"));
});

test("the guide names every event type with the fields of its data", () => {
  for (const [type, schema] of Object.entries(EVENT_DATA)) {
    const row = guide.split("\n").find((line) => line.startsWith(`| \`${type}\``));
    const properties = "properties" in schema ? Object.keys(schema.properties as object) : [];
    expect(row).toContain(properties.map((name) => `\`${name}\``).join(", "));
  }
});
