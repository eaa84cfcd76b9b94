import { randomUUID } from "node:crypto";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { openOperator } from "../../server/src/operator.ts";
import { type Figure, measured, quantile } from "./figures.ts";
import { type Part, repeat } from "./part.ts";
import { type Service, withService } from "./service.ts";

const LATENCY_P95 = { atMost: 200 };
const ACCOUNTS = 10;
/** 250 keys in all: the service looks up at most 300 unknown ones a minute for one address. */
const KEYS = 25;

interface Account {
  readonly id: string;
  /** The key of each stream; up to 25 different ones. */
  readonly keys: readonly string[];
}

/** Streams of events to readers in this process. */
export const streams: Part = {
  name: "streams",
  measure: (dataDir, quick) =>
    withService(dataDir, async (service) => {
      const accounts = await givenAccounts(service, quick ? 5 : 100);
      const readers = await openStreams(service, accounts);
      const count = accounts.length * (accounts[0]?.keys.length ?? 0);
      const spread = await measure(service, accounts, readers, { rounds: quick ? 2 : 30, atOnce: 1 });
      const burst = await measure(service, accounts, readers, { rounds: quick ? 2 : 30, atOnce: ACCOUNTS });
      for (const { response } of readers.opened) response.destroy();
      return [
        figure(`from a commit to ${count} streams of ${ACCOUNTS} accounts, 10 events/s, p95`, spread),
        figure(`the same, with an event of every account at once each second, p95`, burst),
      ];
    }),
};

function figure(work: string, latencies: readonly number[]): Figure {
  return {
    work,
    unit: "ms",
    measured: measured([quantile(latencies, 0.95)]),
    ceiling: undefined,
    target: LATENCY_P95,
    details: { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), events: latencies.length },
  };
}

async function givenAccounts({ connectionString, origin, db }: Service, streams: number): Promise<Account[]> {
  const operator = await openOperator({ DATABASE_URL: connectionString });
  const accounts = await repeat(ACCOUNTS, async (index) => {
    const account = { name: `Streams ${index}`, email: null, plan: "enterprise" as const };
    const made = await operator.createAccount(account);
    const headers = { authorization: `Bearer ${made.key}`, "content-type": "application/json" };
    const others = await repeat(Math.min(streams, KEYS) - 1, async (stream) => {
      const body = JSON.stringify({ name: `stream ${stream}`, scopes: ["events:read"] });
      const answer = await request(`${origin}/v1/api-keys`, { method: "POST", headers, body });
      const { key }: { key: string } = JSON.parse(await answer.body.text());
      return key;
    });
    const keys = [made.key, ...others];
    return {
      id: made.account.id,
      keys: Array.from({ length: streams }, (_, n) => keys[n % keys.length] ?? ""),
    };
  });
  await operator.close();
  await db.query("update accounts set rate_limit_per_minute = 1000000");
  return accounts;
}

interface Readers {
  readonly opened: readonly { readonly response: IncomingMessage }[];
  /** When each stream had received an event, by the event's id. */
  readonly received: Map<string, number[]>;
}

async function openStreams({ origin }: Service, accounts: readonly Account[]): Promise<Readers> {
  const received = new Map<string, number[]>();
  const opened = await Promise.all(
    accounts.flatMap(({ keys }) => keys).map((key) => openStream(`${origin}/v1/stream`, key, received)),
  );
  return { opened, received };
}

/** Resolves when the stream's first lines have come. */
function openStream(url: string, key: string, received: Map<string, number[]>) {
  return new Promise<{ response: IncomingMessage }>((resolve, reject) => {
    const asked = get(url, { agent: false, headers: { authorization: `Bearer ${key}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the stream got ${response.statusCode}`));
      let rest = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        const at = performance.now();
        resolve({ response });
        const blocks = (rest + chunk).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const [, id = ""] of blocks.map((block) => /"id":"(evt_[^"]+)"/.exec(block) ?? []))
          received.get(id)?.push(at);
      });
      response.on("error", () => undefined); // ended by the measurement
    });
    asked.on("error", reject);
  });
}

/** Milliseconds from before each commit to each stream. */
async function measure(
  { db }: Service,
  accounts: readonly Account[],
  { received }: Readers,
  { rounds, atOnce }: { readonly rounds: number; readonly atOnce: number },
): Promise<number[]> {
  const latencies: number[] = [];
  await repeat((rounds * ACCOUNTS) / atOnce, async (turn) => {
    const next = sleep((1_000 * atOnce) / ACCOUNTS);
    const told = Array.from({ length: atOnce }, (_, index) => accounts[(turn + index) % ACCOUNTS]?.id ?? "");
    const events = told.map((account) => ({ account, id: `evt_${randomUUID().replaceAll("-", "")}` }));
    for (const { id } of events) received.set(id, []);
    await db.query("begin");
    for (const { account, id } of events) {
      const body = JSON.stringify({ id, type: "project.updated", created_at: new Date(), data: {} });
      const values = [id, account, "project.updated", body, new Date()];
      await db.query(
        "insert into events (id, account_id, type, body, created_at) values ($1, $2, $3, $4, $5)",
        values,
      );
      await db.query("select pg_notify('events', $1)", [account]);
    }
    const begun = performance.now();
    await db.query("commit");
    const perEvent = accounts[0]?.keys.length ?? 0;
    while (events.some(({ id }) => (received.get(id)?.length ?? 0) < perEvent)) await sleep(5);
    for (const { id } of events) {
      latencies.push(...(received.get(id) ?? []).map((at) => at - begun));
      received.delete(id);
    }
    await next;
  });
  return latencies;
}
