import { createClient } from "@redis/client";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareRedis } from "../../../test/redis.ts";
import { startService } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { buildApp } from "../../app.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { createSharedRateLimiter } from "./shared-rate-limit.ts";

const NOW = 1_800_000_000_000;
const service = await startService();
const [redis, lateRedis] = [await prepareRedis(), await prepareRedis()];
const apps: FastifyInstance[] = [];
beforeAll(redis.start);
afterAll(async () => {
  for (const app of apps) await app.close();
});

interface Line {
  readonly level: number;
  readonly msg: string;
}

/** One API process on the shared database and store, with its own clock. */
async function givenProcess({ aheadByMs = 0, url = redis.url } = {}) {
  const logged: Line[] = [];
  const note = (line: Line): void => {
    if (line.msg.includes("store")) logged.push(line); // requests have separate lines
  };
  const app = await buildApp({
    ...service.deps,
    config: { ...service.deps.config, redisUrl: url },
    now: () => new Date(service.deps.now().getTime() + aheadByMs),
    log: pino({ level: "info" }, { write: (line) => note(JSON.parse(line)) }),
  });
  apps.push(app);
  const get = async (key: string, url = "/v1/account") => {
    const headers = key === "" ? {} : { authorization: `Bearer ${key}` };
    const response = await app.inject({ url, headers, remoteAddress: "192.0.2.1" });
    return { status: response.statusCode, headers: response.headers, left: remaining(response.headers) };
  };
  return { get, logged };
}

function remaining(headers: Readonly<Record<string, unknown>>): number {
  return Number(headers["x-ratelimit-remaining"]);
}

const openClient = () => createClient({ url: redis.url }).connect();

async function inStore<T>(work: (client: Awaited<ReturnType<typeof openClient>>) => Promise<T>): Promise<T> {
  const client = await openClient();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Ages the entries of the store, as if time had passed there. */
async function age(ms: number): Promise<void> {
  await inStore(async (client) => {
    for (const key of await client.keys("*")) {
      const [times, ttl] = [await client.lRange(key, 0, -1), await client.pTTL(key)];
      await client.del(key);
      if (ttl <= ms) continue;
      await client.rPush(
        key,
        times.map((time) => String(Number(time) - ms)),
      );
      await client.pExpire(key, ttl - ms);
    }
  });
}

test("exactly the plan's 60 of 200 concurrent requests to two processes pass", async () => {
  const { key } = await service.givenAccount("starter");
  const [one, two] = [await givenProcess(), await givenProcess()];

  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : two).get(key)),
  );

  const passed = responses.filter(({ status }) => status === 200);
  expect(passed.map(({ left }) => left).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 60 }, (_, n) => n),
  );
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(140);
});

test("processes with different clocks agree, and the minute slides: at most 60 requests pass across its edge", async () => {
  const { key } = await service.givenAccount("starter");
  const [one, two] = [await givenProcess(), await givenProcess({ aheadByMs: 3_600_000 })];
  for (let left = 59; left >= 30; left -= 1) expect((await one.get(key)).left).toBe(left);
  await age(40_000);
  for (let left = 29; left >= 0; left -= 1) expect((await two.get(key)).left).toBe(left);
  await age(15_000);

  const refused = [await one.get(key), await two.get(key)];
  const wait = Number(refused[0]?.headers["retry-after"]);
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(wait).toBeGreaterThan(1);
  expect(wait).toBeLessThanOrEqual(5);
  await age(wait * 1_000);

  expect(await two.get(key)).toMatchObject({ status: 200, left: 29 });
  expect(await one.get(key, "/healthz")).toMatchObject({ status: 200, left: 29 });
});

test("callers without a key share a limit by network over all processes, and use up nobody else's", async () => {
  const { key } = await service.givenAccount("starter");
  const [one, two] = [await givenProcess(), await givenProcess()];

  expect([(await one.get("")).left, (await two.get("bad")).left]).toEqual([59, 58]);
  expect((await two.get(key)).left).toBe(59);
});

test("entries expire after a minute, and a peek stores nothing", async () => {
  const { accountId, key } = await service.givenAccount("starter");
  const { get } = await givenProcess();
  const name = `assay:rate:${accountId}`;
  await get(key, "/healthz");
  expect(await inStore((client) => client.exists(name))).toBe(0);

  for (let count = 0; count < 60; count += 1) await get(key);
  await age(10_000);
  expect((await get(key)).status).toBe(429);

  const ttls = await inStore(async (client) =>
    Promise.all((await client.keys("*")).map((one) => client.pTTL(one))),
  );
  expect(Math.min(...ttls)).toBeGreaterThan(0);
  expect(Math.max(...ttls)).toBeLessThanOrEqual(60_000);
  expect(await inStore((client) => client.pTTL(name))).toBeLessThanOrEqual(50_000);
  expect(await inStore((client) => client.lLen(name))).toBe(60);
});

test("counts like the limiter of one process, whatever the gaps and changes of plan", async () => {
  const log = pino({ level: "silent" });
  const shared = await createSharedRateLimiter(redis.url, createRateLimiter(), log);
  const steps = fc.array(
    fc.record({ gap: fc.constantFrom(0, 0, 8_000, 24_000, 32_000), limit: fc.constantFrom(3, 5, 8) }),
    { maxLength: 25 },
  );
  let callers = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      callers += 1;
      const passed: number[] = [];
      let now = NOW;
      for (const { gap, limit } of steps) {
        if (gap > 0) await age(gap);
        now += gap;
        const used = passed.filter((time) => time > now - 60_000);
        const { allowed, remaining, resetInSeconds } = await shared.take(`c${callers}`, "p", limit, NOW);
        expect(allowed).toBe(used.length < limit);
        if (allowed) passed.push(now);
        const window = allowed ? [...used, now] : used;
        expect(remaining).toBe(Math.max(0, limit - window.length));
        const frees = remaining > 0 ? window.at(-1) : window[window.length - limit];
        const exact = ((frees ?? now) + 60_000 - now) / 1_000;
        expect(resetInSeconds).toBeGreaterThan(exact - 4); // the store's clock advanced meanwhile
        expect(resetInSeconds).toBeLessThanOrEqual(exact);
      }
    }),
    { numRuns: 15 },
  );
  shared.close();
});

test("a store whose clock was set back locks nobody out", async () => {
  const { key } = await service.givenAccount("starter");
  const { get } = await givenProcess();
  for (let count = 0; count < 60; count += 1) await get(key);
  await age(-3_600_000);

  expect(await get(key)).toMatchObject({ status: 200, left: 59 });
});

test("while the store is down processes count in the database, log that once, and share it again afterwards", async () => {
  const { key } = await service.givenAccount("growth");
  const [one, two] = [await givenProcess(), await givenProcess()];
  expect([(await one.get(key)).left, (await two.get(key)).left]).toEqual([299, 298]);

  await redis.stop();
  const down = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : two).get(key)));
  expect(down.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(Math.min(...down.map(({ left }) => left))).toBe(280);
  expect(down[0]?.headers).toMatchObject({
    "x-ratelimit-limit": "300",
    "x-ratelimit-reset": expect.stringMatching(/^\d+$/),
    "ratelimit-policy": '"growth";q=300;w=60',
    ratelimit: expect.stringMatching(/^"growth";r=\d+;t=6[01]$/),
  });
  await redis.start();

  await untilHolds(async () => expect((await one.get(key)).left).toBeGreaterThan(290));
  await untilHolds(async () => {
    const left = (await one.get(key)).left;
    expect((await two.get(key)).left).toBe(left - 1);
  });
  expect(one.logged.map(({ level, msg }) => [level, msg])).toEqual([
    [40, "the rate-limit store is unavailable (ASSAY_REDIS_URL): requests are counted in the database"],
    [30, "the rate-limit store is available again"],
  ]);
});

test("a store that hangs delays requests once, not each of them", async () => {
  const { key } = await service.givenAccount("growth");
  const { get, logged } = await givenProcess();
  expect((await get(key)).left).toBe(299);

  redis.pause();
  const held = await Promise.all(Array.from({ length: 10 }, () => get(key)));
  const tookMs: number[] = [];
  for (let count = 0; count < 10; count += 1) {
    const started = performance.now();
    expect((await get(key)).status).toBe(200);
    tookMs.push(performance.now() - started);
  }
  redis.resume();

  expect(held.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(Math.min(...tookMs)).toBeLessThan(500); // each that asks the store waits for that long
  expect(logged).toHaveLength(1);
  await untilHolds(async () => {
    await get(key);
    expect(logged.map(({ level }) => level)).toEqual([40, 30]);
  });
});

test("a service starts without its store, and shares as soon as it is available", async () => {
  const { key } = await service.givenAccount("growth");
  const [one, two] = [await givenProcess({ url: lateRedis.url }), await givenProcess({ url: lateRedis.url })];
  expect([(await one.get(key)).left, (await two.get(key)).left]).toEqual([299, 298]); // in the database

  await lateRedis.start();

  await untilHolds(async () => {
    const left = (await one.get(key)).left;
    expect((await two.get(key)).left).toBe(left - 1);
  });
});

test("a store that refuses to count is logged once, however many requests it refuses", async () => {
  const { accountId, key } = await service.givenAccount("growth");
  const { get, logged } = await givenProcess();
  await inStore((client) => client.set(`assay:rate:${accountId}`, "not a list"));

  for (let left = 299; left >= 295; left -= 1) expect((await get(key)).left).toBe(left);

  expect(logged).toHaveLength(1);
  await inStore((client) => client.del(`assay:rate:${accountId}`));
});
