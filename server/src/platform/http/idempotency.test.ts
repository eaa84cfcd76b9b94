import { randomBytes } from "node:crypto";
import { ServiceError } from "@assay/domain/errors.ts";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, givenBatch, givenLines, givenProject } from "../../../test/given.ts";
import { givenPerson } from "../../../test/people.ts";
import { startService, type TestAccount, untilSomeoneWaits } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { lockAccount } from "../../accounts/store.ts";
import { buildApp } from "../../app.ts";
import { connect } from "../database/db.ts";
import { type Answer, idempotent } from "./idempotency.ts";

const service = await startService();
const { db, deps, advance } = service;

function add({ request }: TestAccount, key: string, body: object = { name: "Ada" }, query = "") {
  return request("POST", `/v1/members${query}`, body, { "idempotency-key": key });
}

async function membersOf({ request }: TestAccount): Promise<number> {
  return (await request("GET", "/v1/members?role=annotator&limit=100")).body.data.length;
}

test("a repeat gets the first response with fresh headers, and changes nothing", async () => {
  const account = await service.givenAccount();

  const first = await add(account, "k");
  const again = await add(account, '"k"');

  expect([again.status, again.body, again.headers.location]).toEqual([
    201,
    first.body,
    first.headers.location,
  ]);
  expect(again.headers["idempotent-replayed"]).toBe("true");
  expect(first.headers).not.toHaveProperty("idempotent-replayed");
  expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  expect(Number(again.headers["x-ratelimit-remaining"])).toBe(
    Number(first.headers["x-ratelimit-remaining"]) - 1,
  );
  expect(await membersOf(account)).toBe(1);
});

test("a repeat gets a response that the version before stored, without fields of today", async () => {
  const account = await service.givenAccount();
  const { id, name } = (await add(account, "k")).body;
  const { db, secrets } = service.deps;
  const body_encrypted = secrets.encrypt(JSON.stringify({ id, name }));
  await db
    .updateTable("idempotency_keys")
    .set({ body_encrypted })
    .where("key", "=", "k")
    .where("account_id", "=", account.accountId)
    .execute();

  const again = await add(account, "k");

  expect([again.status, again.body]).toEqual([201, { id, name }]);
});

test("another body or another query under the same key is refused", async () => {
  const account = await service.givenAccount();
  await add(account, "k");

  expect(await add(account, "k", { name: "Bob" })).toMatchObject({
    status: 422,
    body: { error: "idempotency_key_reused" },
  });
  expect(await membersOf(account)).toBe(1);
  const { id } = await givenBatch(service, { texts: 1 });
  const gold = [{ external_id: "1", result: { label: "yes" } }];
  const send = (query: string) =>
    service.request("POST", `/v1/batches/${id}/gold${query}`, { gold }, { "idempotency-key": "k" });
  expect([(await send("")).status, (await send("?dry_run=true")).status]).toEqual([200, 422]);
});

test("an error after the commit does not change the success, and a path of any length may have a key", async () => {
  const account = await service.givenAccount();
  const sent = Fastify({ logger: false });
  const body = { name: "Ada" };
  sent.post("/done/*", (request, reply) => {
    request.caller = { ...CALLER, account_id: account.accountId, payer: account.accountId };
    const afterCommit = () => Promise.reject(new Error("the connection is lost"));
    return idempotent(deps, { request, reply, afterCommit }, async () => ({ status: 201, body }));
  });
  const noise = randomBytes(4_000).toString("hex"); // random data cannot be compressed to fit an index

  for (const key of [undefined, "k", "k"]) {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const answer = await sent.inject({ method: "POST", url: `/done/${noise}`, headers, payload: body });
    expect([answer.statusCode, answer.json()]).toEqual([201, body]);
  }
});

const CALLER = {
  kind: "key" as const,
  key_id: "key_1",
  key_name: "k",
  plan: "enterprise",
  rate_limit_per_minute: 60,
  scopes: new Set<never>(),
};

test("the scope of a key is one account, path and text", async () => {
  const [account, other] = [await service.givenAccount(), await service.givenAccount()];
  const elsewhere = account.request("POST", "/v1/api-keys", { name: "Ada" }, { "idempotency-key": "k" });

  const responses = [
    await add(account, "k"),
    await add(other, "k"),
    await add(account, "K"),
    await elsewhere,
  ];

  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
});

test("each person has separate keys, apart from those of API keys", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  const [ada, ben] = [await givenPerson(service), await givenPerson(service)];
  const claim = async (who: { readonly request: TestAccount["request"] }) => {
    const answer = await who.request("POST", "/v1/tasks/claim", { batch_id }, { "idempotency-key": "1" });
    return { id: bodyOf(answer, 200).data[0].id, replayed: answer.headers["idempotent-replayed"] };
  };

  const first = await claim(ada);
  const others = [await claim(ben), await claim(service)];

  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(3);
  expect(others.map(({ replayed }) => replayed)).toEqual([undefined, undefined]);
  expect(await claim(ada)).toEqual({ id: first.id, replayed: "true" });
  expect(await claim(service)).toEqual({ id: others[1]?.id, replayed: "true" });
});

test("after 24 hours the key is new", async () => {
  const account = await service.givenAccount();
  const first = await add(account, "k");

  advance(24 * 3_600_000 - 1);
  expect((await add(account, "k")).body).toEqual(first.body);
  advance(1);
  expect((await add(account, "k")).body.id).not.toBe(first.body.id);
});

test("an error is not stored: the same key succeeds once the cause is fixed", async () => {
  const account = await service.givenAccount();
  const taken = { name: "Ada", external_id: "x" };
  const { body } = await add(account, "first", taken);

  expect((await add(account, "k", taken)).status).toBe(409);
  await account.request("DELETE", `/v1/members/${body.id}`);

  expect((await add(account, "k", taken)).status).toBe(201);
});

test.each(["", '""', "x".repeat(256), "é"])("the key %.10j is refused", async (key) => {
  expect(await add(service, key)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
});

test("of many concurrent requests one runs, the others wait or get its response", async () => {
  const account = await service.givenAccount();

  const responses = await Promise.all(Array.from({ length: 50 }, () => add(account, "k")));

  const created = responses.filter(({ status }) => status === 201);
  const running = responses.filter(({ status }) => status === 409);
  expect(created.length + running.length).toBe(50);
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
  for (const { headers, body } of running) {
    expect([headers["retry-after"], body.error]).toEqual(["1", "idempotency_in_progress"]);
  }
  expect(await membersOf(account)).toBe(1);
});

test("a repeat during the first request gets a 409; if the first crashed, the repeat runs after a minute", async () => {
  const account = await service.givenAccount();
  const create = (request: TestAccount["request"]) =>
    request("POST", "/v1/api-keys", { name: "ci" }, { "idempotency-key": "k" });

  const { first, repeat } = await db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.accountId);
    const first = create(account.request);
    await untilSomeoneWaits(db);
    return { first, repeat: await create(account.request) };
  });

  expect(repeat).toMatchObject({ status: 409, body: { error: "idempotency_in_progress" } });
  expect((await first).status).toBe(201);
  await sql`update idempotency_keys set status = null where account_id = ${account.accountId}`.execute(db);
  expect((await create(account.request)).status).toBe(409);
  advance(60_000);
  expect((await create(account.request)).status).toBe(201);
});

/** Runs work under the key `k` of a new account, without a route; `sent` are the responses. */
async function givenRunner() {
  const account = await service.givenAccount();
  const caller = { account_id: account.accountId };
  const routeOptions = { config: {} };
  const headers = { "idempotency-key": "k" };
  const request = { method: "POST", url: "/v1/x", headers, body: {}, caller, routeOptions };
  const sent: unknown[] = [];
  const reply = {
    code: () => reply,
    header: () => reply,
    getSerializationFunction: () => undefined,
    send: (body: unknown) => sent.push(body),
  };
  const run = (work: () => Promise<Answer>, by = deps) =>
    idempotent(
      by,
      { request: request as unknown as FastifyRequest, reply: reply as unknown as FastifyReply },
      work,
    );
  return { run, sent };
}

test("a request that loses its key after a pause longer than the lease rolls back its work", async () => {
  const { run, sent } = await givenRunner();

  const slow = run(async () => {
    advance(60_000);
    await run(async () => ({ status: 200, body: "second" }));
    return { status: 200, body: "first" };
  });

  await expect(slow).rejects.toMatchObject({ code: "idempotency_in_progress" });
  await run(async () => {
    throw new ServiceError("conflict", "never run");
  });
  expect(sent).toEqual(["second", "second"]);
});

test("a request that lost its key to one that still runs neither completes nor frees it", async () => {
  const { run, sent } = await givenRunner();
  const firstEnds = Promise.withResolvers<void>();
  let second: Promise<unknown> = Promise.resolve();

  const slow = run(async () => {
    advance(60_000);
    const begun = Promise.withResolvers<void>();
    second = run(async () => {
      begun.resolve();
      await firstEnds.promise;
      return { status: 200, body: "second" };
    });
    await begun.promise;
    return { status: 200, body: "first" };
  });

  await expect(slow.finally(firstEnds.resolve)).rejects.toMatchObject({ code: "idempotency_in_progress" });
  await second;
  expect(sent).toEqual(["second"]);
});

test("a key whose reservation is committed while the connection breaks is free at once", async () => {
  const { run, sent } = await givenRunner();
  let isBroken = true;
  const breaking = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isBroken) return result;
      isBroken = false;
      throw new Error("Connection terminated unexpectedly");
    },
  });

  await expect(run(async () => ({ status: 200, body: "x" }), { ...deps, db: breaking })).rejects.toThrow(
    "Connection terminated",
  );

  await untilHolds(() => run(async () => ({ status: 200, body: "done" })));
  expect(sent).toEqual(["done"]);
});

test("the stored response is encrypted", async () => {
  const account = await service.givenAccount();
  const { body } = await account.request("POST", "/v1/api-keys", { name: "ci" }, { "idempotency-key": "k" });

  const rows = await db
    .selectFrom("idempotency_keys")
    .selectAll()
    .where("account_id", "=", account.accountId)
    .execute();

  expect(rows).toHaveLength(1);
  expect(rows[0]?.body_encrypted?.includes(body.key)).toBe(false);
});

test("of fifty concurrent requests to two processes one makes the batch and its event, the others wait or get its response", async () => {
  const account = await service.givenAccount();
  const hook = await account.request("POST", "/v1/webhooks", { url: "https://hooks.acme.test/" });
  const { id: project_id } = await givenProject(account);
  const upload_id = await givenLines(service, account, [{ text: "one" }]);
  const { db: otherDb, pool } = connect(deps.config.databaseUrl ?? "", { max: 8 });
  const other = await buildApp({ ...deps, db: otherDb, pool });
  const post = async (app: FastifyInstance) => {
    const response = await app.inject({
      method: "POST",
      url: "/v1/batches",
      headers: { authorization: `Bearer ${account.key}`, "idempotency-key": "k" },
      payload: { project_id, upload_ids: [upload_id] },
    });
    return {
      status: response.statusCode,
      replayed: response.headers["idempotent-replayed"],
      body: response.json(),
    };
  };
  try {
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(index % 2 === 0 ? service.app : other)),
    );
    expect(await post(other)).toMatchObject({ status: 201, replayed: "true" });

    const created = responses.filter(({ status }) => status === 201);
    expect(created.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
    expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(50 - created.length);
    expect((await account.request("GET", "/v1/batches")).body.data).toHaveLength(1);
    const deliveries = await account.request("GET", `/v1/webhooks/${hook.body.id}/deliveries`);
    expect(deliveries.body.data.map((delivery: { event_type: string }) => delivery.event_type)).toEqual([
      "batch.created",
    ]);
  } finally {
    await other.close();
    await otherDb.destroy();
  }
});
