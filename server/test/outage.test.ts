import { expect, onTestFinished, test } from "vitest";
import { notify } from "../src/platform/database/direct.ts";
import { migrate } from "../src/platform/database/migrate.ts";
import { runWorker } from "../src/worker.ts";
import { bodyOf } from "./given.ts";
import { startOwnServer } from "./postgres.ts";
import { type Response, startService, untilSomeoneWaits } from "./service.ts";
import { untilHolds } from "./until.ts";
import { sendRaw } from "./upload-bodies.ts";

const server = await startOwnServer();
await migrate(server.connectionString);
const service = await startService({ database: server });
const { db, deps, request } = service;

const project = {
  name: "p",
  annotation_type: "text_classification",
  labels: [{ name: "yes" }, { name: "no" }],
};

/** Creates projects one after the other until `stop`; each is tried again, as its response says, until it is acknowledged. */
function startClient(name: string) {
  const acknowledged: string[] = [];
  const refused: Response[] = [];
  let isStopped = false;
  const running = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const headers = { "idempotency-key": `${name} ${n}` };
      for (;;) {
        const response = await request("POST", "/v1/projects", project, headers);
        if (response.status === 201) acknowledged.push(response.body.id);
        if (response.status === 201) break;
        refused.push(response);
      }
    }
  })();
  return {
    acknowledged,
    refused,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Uploads a file, which a worker then reads. */
function given(text: string): Promise<Response> {
  return sendRaw(request, "a.jsonl", `{"text": "${text}"}\n`);
}

async function untilReady(id: string): Promise<void> {
  await untilHolds(async () => {
    const { body } = await request("GET", `/v1/uploads/${id}`);
    expect(body.status).toBe("ready");
  });
}

test("a restarted PostgreSQL fails requests in flight with 503, and everything goes on by itself", async () => {
  const worker = await runWorker(deps);
  const heard: string[] = [];
  const listening = deps.direct.listen("news", (payload) => heard.push(payload));
  onTestFinished(async () => {
    await worker.stop();
    await listening.stop();
  });
  await untilReady(bodyOf(await given("before"), 201).id);
  const held = await db.startTransaction().execute();
  await held.selectFrom("accounts").select("id").where("id", "=", service.accountId).forUpdate().execute();
  const inFlight = request("POST", "/v1/projects", project, { "idempotency-key": "in flight" });
  await untilSomeoneWaits(db);

  const clients = ["a", "b", "c"].map(startClient);
  await server.restart(async () => {
    await untilHolds(() =>
      expect(clients.map(({ refused }) => refused.length > 0)).toEqual([true, true, true]),
    );
  });

  await expect(held.rollback().execute()).rejects.toThrow();

  const before = clients.map(({ acknowledged }) => acknowledged.length);
  await untilHolds(() => {
    for (const [n, { acknowledged }] of clients.entries())
      expect(acknowledged.length).toBeGreaterThan((before[n] ?? 0) + 3);
  });
  await Promise.all(clients.map((client) => client.stop()));
  const refused = [await inFlight, ...clients.flatMap((client) => client.refused)];
  expect(refused[0]).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
    body: { message: expect.stringMatching(/try again with the same Idempotency-Key$/) },
  });
  for (const { status, headers } of refused) {
    expect([
      [503, "5"],
      [409, "1"],
    ]).toContainEqual([status, headers["retry-after"]]);
  }
  const acknowledged = clients.flatMap((client) => client.acknowledged);
  const stored = await db
    .selectFrom("projects")
    .select("id")
    .where("account_id", "=", service.accountId)
    .execute();
  expect(stored.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  await untilReady(bodyOf(await given("after"), 201).id);
  await untilHolds(() => expect(heard).toEqual(["", ""])); // it listens again: earlier news would be missed
  await notify(db, "news", "again");
  await untilHolds(() => expect(heard).toEqual(["", "", "again"]));
  const again = () => request("POST", "/v1/projects", project, { "idempotency-key": "in flight" });
  await untilHolds(async () => expect(await again()).toMatchObject({ status: 201 }));
});
