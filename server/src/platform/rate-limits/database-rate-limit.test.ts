import fc from "fast-check";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { buildApp } from "../../app.ts";
import { invite } from "../../members/invitations.ts";
import { createDatabaseRateLimiter, sweepRateCounts } from "./database-rate-limit.ts";

const T0 = 1_800_000_000_000;
const service = await startService();
const { db, deps, givenAccount, advance } = service;

/** One API process on the shared database. */
async function givenProcess() {
  const app = await buildApp(deps);
  onTestFinished(() => app.close());
  const get = async (key: string) => {
    const { statusCode, headers } = await app.inject({
      url: "/v1/account",
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: statusCode, left: Number(headers["x-ratelimit-remaining"]) };
  };
  const post = async (url: string, payload: object) => {
    const headers = { origin: deps.config.baseUrl };
    return (await app.inject({ method: "POST", url, headers, payload })).statusCode;
  };
  return { get, post };
}

test("exactly the plan's 60 of 200 concurrent requests to two processes pass", async () => {
  const { key } = await givenAccount("starter");
  const [one, two] = [await givenProcess(), await givenProcess()];

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : two).get(key)),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
  advance(59_999);
  expect([(await one.get(key)).status, (await two.get(key)).status]).toEqual([429, 429]);
  advance(1);
  expect([(await one.get(key)).left, (await two.get(key)).left]).toEqual([59, 58]);
});

test("processes together let at most the limit pass in any 60 seconds, and it is free again within a second of that", async () => {
  const [one, two] = [createDatabaseRateLimiter(db), createDatabaseRateLimiter(db)];
  const steps = fc.array(
    fc.record({
      gap: fc.constantFrom(0, 1, 999, 1_000, 29_500, 30_000, 58_999, 59_000, 59_999, 60_000),
      limit: fc.constantFrom(2, 5, 61, 70), // to the millisecond, and to the second
      burst: fc.constantFrom(1, 3, 40),
    }),
    { maxLength: 15 },
  );
  let callers = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      callers += 1;
      const passed: number[] = [];
      let now = T0;
      for (const { gap, limit, burst } of steps) {
        now += gap;
        const asked = Array.from({ length: burst }, (_, index) =>
          (index % 2 === 0 ? one : two).take(`c${callers}`, "p", limit, now),
        );
        const allowed = (await Promise.all(asked)).filter((each) => each.allowed).length;
        const during = (ms: number) => passed.filter((time) => time > now - ms).length;
        expect(allowed).toBeLessThanOrEqual(Math.max(0, limit - during(60_000)));
        expect(allowed).toBeGreaterThanOrEqual(Math.min(burst, Math.max(0, limit - during(61_000))));
        passed.push(...Array.from({ length: allowed }, () => now));
      }
    }),
    { numRuns: 25 },
  );
});

test("a refused request waits as long as it is told, then passes", async () => {
  const [one, two] = [createDatabaseRateLimiter(db), createDatabaseRateLimiter(db)];
  await one.take("waits", "p", 2, T0);
  await two.take("waits", "p", 2, T0 + 10_000);

  expect(await one.take("waits", "p", 2, T0 + 20_000)).toEqual({
    ...{ allowed: false, policy: "p", limit: 2, remaining: 0, resetInSeconds: 40 },
  });
  const early = createDatabaseRateLimiter(db); // knows nothing yet
  expect((await early.take("waits", "p", 2, T0 + 59_999)).allowed).toBe(false);
  expect((await two.take("waits", "p", 2, T0 + 60_000)).allowed).toBe(true);
});

test("wrong passwords to two processes are counted together", async () => {
  const [one, two] = [await givenProcess(), await givenProcess()];
  const wrong = { email: "nobody@acme.test", password: "a wrong password" };

  const answers: number[] = [];
  for (let count = 0; count < 12; count += 1)
    answers.push(await (count % 2 === 0 ? one : two).post("/auth/sign-in/email", wrong));

  expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test("a link to join is used by one of two concurrent requests to two processes", async () => {
  const { accountId, request } = await givenAccount();
  const [one, two] = [await givenProcess(), await givenProcess()];
  const { body: member } = await request("POST", "/v1/members", { name: "Ada", email: "ada@acme.test" });
  const { url } = await invite(db, deps.config, { id: member.id, account_id: accountId }, deps.now());
  const accept = `/auth/invitations/${url.slice(url.lastIndexOf("/") + 1)}`;
  const sent = { name: "Ada", password: "correct horse battery" };

  const answers = await Promise.all([one.post(accept, sent), two.post(accept, sent)]);

  expect(answers.sort()).toEqual([204, 404]);
});

test("nothing passes while the database cannot count", async () => {
  const limiter = createDatabaseRateLimiter(db);
  await sql`alter table rate_counts rename to rate_counts_away`.execute(db);

  const refused = limiter.take("unlucky", "sign-in", 10, T0);
  await expect(refused).rejects.toThrow("rate_counts");
  await sql`alter table rate_counts_away rename to rate_counts`.execute(db);

  expect((await limiter.take("unlucky", "sign-in", 10, T0)).remaining).toBe(9);
});

test("rows of callers who were silent for a minute are removed", async () => {
  const limiter = createDatabaseRateLimiter(db);
  const now = deps.now().getTime();
  await limiter.take("silent", "p", 5, now - 60_000);
  await limiter.take("busy", "p", 5, now);

  await sweepRateCounts(deps);

  const { rows } = await sql`select payer from rate_counts where payer in ('silent', 'busy')`.execute(db);
  expect(rows).toEqual([{ payer: "busy" }]);
});

test("removing rows waits for no request that counts, so that the two cannot end in a deadlock", async () => {
  const limiter = createDatabaseRateLimiter(db);
  for (const payer of ["returning", "gone"]) await limiter.take(payer, "p", 5, deps.now().getTime() - 60_000);

  await db.transaction().execute(async (tx) => {
    await sql`select from rate_counts where payer = 'returning' for update`.execute(tx);
    await sweepRateCounts(deps);
  });

  const { rows } = await sql`select payer from rate_counts where payer in ('returning', 'gone')`.execute(db);
  expect(rows).toEqual([{ payer: "returning" }]);
});
