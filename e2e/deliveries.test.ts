import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { emit } from "@assay/server/src/events/emit.ts";
import { type Receiver, startReceiver } from "@assay/server/test/receiver.ts";
import { startService } from "@assay/server/test/service.ts";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const MAIN = join(ROOT, "server/src/main.ts");
const service = await startService({ now: () => new Date() });
const { db, deps } = service;
const started: ChildProcess[] = [];
const receivers: Receiver[] = [];

afterEach(async () => {
  for (const worker of started.splice(0)) await end(worker, "SIGKILL");
  for (const receiver of receivers.splice(0)) await receiver.close();
});

/** Starts a worker process on the service's database. */
function startWorker(): ChildProcess {
  const env = {
    ...process.env,
    ...service.settings,
    ASSAY_ROLE: "worker",
    ASSAY_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"), // the service's
    ASSAY_LOG_LEVEL: "silent",
  };
  const worker = spawn(process.execPath, [MAIN], { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
  started.push(worker);
  return worker;
}

/** The exit code; null if a signal ended the process. */
async function end(worker: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
  if (worker.exitCode !== null || worker.signalCode !== null) return worker.exitCode;
  worker.kill(signal);
  const [code] = await once(worker, "exit");
  return code;
}

async function givenReceiver() {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const { accountId, request } = await service.givenAccount();
  const { body: webhook } = await request("POST", "/v1/webhooks", { url: receiver.url });
  return { ...receiver, accountId, webhook_id: String(webhook.id) };
}

async function givenEvents({ accountId }: { accountId: string }, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      await emit(tx, { account_id: accountId, type: "batch.created", created_at: deps.now(), data: { n } });
    }
  });
}

/** The number of the webhook's deliveries by status. */
async function statuses({ webhook_id }: { webhook_id: string }): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) from deliveries where webhook_id = ${webhook_id} group by status
  `.execute(db);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function untilDelivered(receiver: { webhook_id: string }, delivered: number): Promise<void> {
  await vi.waitFor(async () => expect(await statuses(receiver)).toEqual({ delivered }), { timeout: 60_000 });
}

function eventIds({ requests }: Pick<Receiver, "requests">): Set<unknown> {
  return new Set(requests.map(({ headers }) => headers["webhook-id"]));
}

test("four worker processes deliver 1,000 events, each once", async () => {
  const receiver = await givenReceiver();
  const before = await db.selectFrom("job_workers").select("id").execute();
  for (let count = 0; count < 4; count += 1) startWorker();
  await vi.waitFor(
    async () => {
      const living = await db.selectFrom("job_workers").select("id").execute();
      expect(living).toHaveLength(before.length + 4);
    },
    { timeout: 60_000 },
  );

  await givenEvents(receiver, 1_000);
  await untilDelivered(receiver, 1_000);

  expect(receiver.requests).toHaveLength(1_000);
  expect(eventIds(receiver).size).toBe(1_000);
});

test("deliveries of a killed worker are sent again after their lease, with the same ids", async () => {
  const receiver = await givenReceiver();
  receiver.answer("hang");
  await givenEvents(receiver, 1);
  const killed = startWorker();
  await receiver.received(1);

  expect(await end(killed, "SIGKILL")).toBeNull();
  const held = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("webhook_id", "=", receiver.webhook_id)
    .executeTakeFirstOrThrow();
  expect(held).toMatchObject({ status: "pending", attempt_count: 0, claimed_at: expect.any(Date) });
  expect(Number(held.due_at) - Number(held.claimed_at)).toBe(60_000);
  receiver.answer(200);
  await db.updateTable("deliveries").set({ due_at: held.claimed_at }).where("id", "=", held.id).execute(); // after the minute
  startWorker();
  await untilDelivered(receiver, 1);

  const [first, second, ...others] = receiver.requests;
  expect(others).toEqual([]);
  for (const name of ["webhook-id", "x-delivery-id", "x-delivery-attempt", "x-signature"]) {
    expect(second?.headers[name]).toBe(first?.headers[name]);
  }
  expect(second?.body).toBe(first?.body);
});

test("a worker that is stopped under load loses nothing and leaves nothing that would be sent twice", async () => {
  const receiver = await givenReceiver();
  await givenEvents(receiver, 400);
  const stopping = startWorker();
  await receiver.received(50);

  expect(await end(stopping, "SIGTERM")).toBe(0);

  const arrived = receiver.requests.length;
  expect(await statuses(receiver)).toEqual({ delivered: arrived, pending: 400 - arrived });
  startWorker();
  await untilDelivered(receiver, 400);
  expect(receiver.requests).toHaveLength(400);
  expect(eventIds(receiver).size).toBe(400);
});
