import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import type { EventType } from "@assay/domain/event-types.ts";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { annotateAll, givenBatch } from "../../test/given.ts";
import { startService, type TestAccount } from "../../test/service.ts";
import { untilHolds } from "../../test/until.ts";
import { buildApp } from "../app.ts";
import { emit } from "../events/emit.ts";
import { connect as connectTo } from "../platform/database/db.ts";
import { sweepHistory } from "../webhooks/store/retention.ts";
import { follow } from "./follow.ts";
import { createWatchers } from "./watchers.ts";

const service = await startService();
const { app, db, deps, advance, givenAccount } = service;
const origin = await app.listen({ port: 0, host: "127.0.0.1" });

async function given(
  { accountId }: TestAccount,
  n: number,
  type: EventType = "batch.created",
): Promise<void> {
  const event = { account_id: accountId, type, data: { n }, created_at: deps.now() };
  advance(1); // the numbers of one read follow the times
  await db.transaction().execute((tx) => emit(tx, event));
}

interface Told {
  readonly id?: string;
  readonly event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: parsed from the service's response
  readonly data?: any;
}

/** Reads a stream; `told` grows, `ended` resolves when the service ends it. */
async function open(account: TestAccount, after?: string, at = origin) {
  const aborting = new AbortController();
  onTestFinished(() => aborting.abort());
  const headers = { authorization: `Bearer ${account.key}`, ...(after && { "last-event-id": after }) };
  const response = await fetch(`${at}/v1/stream`, { headers, signal: aborting.signal });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/event-stream; charset=utf-8",
  ]);
  const told: Told[] = [];
  const ended = read(response, told);
  ended.catch(() => undefined);
  await untilHolds(() => expect(told.length).toBeGreaterThan(0)); // its first id: it receives events from now on
  const events = () => told.filter(({ data }) => data !== undefined);
  return {
    told,
    ended,
    response,
    close: () => aborting.abort(),
    ns: () => events().map(({ data }) => data.data.n),
    lastId: () => told.findLast(({ id }) => id !== undefined)?.id,
  };
}

async function read({ body }: Response, told: Told[]): Promise<"ended"> {
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      told.push({ ...fields, ...(fields.data !== undefined && { data: JSON.parse(fields.data) }) });
    }
  }
  return "ended";
}

test("a stream starts now, and sends events in the form of webhooks", async () => {
  const account = await givenAccount();
  await given(account, 0);
  const stream = await open(account);

  await given(account, 1, "project.updated");

  await untilHolds(() => expect(stream.ns()).toEqual([1]));
  const { body } = await account.request("GET", "/v1/events?limit=2");
  expect(stream.told.at(-1)).toEqual({ id: stream.lastId(), event: "project.updated", data: body.data[1] });
  expect(stream.response.headers.get("cache-control")).toBe("no-store");
  expect(stream.response.headers.get("x-ratelimit-limit")).toBe("100000");
});

test("a reader that reconnects with the last id misses nothing and gets nothing twice, however much it missed", async () => {
  const account = await givenAccount();
  const first = await open(account);
  await given(account, 0);
  await untilHolds(() => expect(first.ns()).toEqual([0]));
  first.close();
  const slow = await db.startTransaction().execute();
  const event = { account_id: account.accountId, type: "batch.failed" as const, created_at: deps.now() };
  await emit(slow, { ...event, data: { n: -1 } });
  for (let n = 1; n <= 45; n += 1) await given(account, n);

  const second = await open(account, first.lastId());
  const missed = Array.from({ length: 45 }, (_, index) => index + 1);
  await untilHolds(() => expect(second.ns()).toEqual(missed));
  await slow.commit().execute(); // created before, committed later: sent later

  await untilHolds(() => expect(second.ns()).toEqual([...missed, -1]));
});

test("every process streams the commits of all processes", async () => {
  const account = await givenAccount();
  const other = await buildApp(deps);
  onTestFinished(() => other.close());
  const at = await other.listen({ port: 0, host: "127.0.0.1" });
  const streams = await Promise.all([
    open(account),
    open(account, undefined, at),
    open(account, undefined, at),
  ]);

  await account.request("POST", "/v1/projects", { annotation_type: "text_classification" });
  await givenBatch(service, { account });

  for (const { told } of streams)
    await untilHolds(() => expect(told.map(({ event }) => event)).toContain("batch.created"));
});

test("one read of the database serves all streams of an account", async () => {
  const account = await givenAccount();
  const statements: string[] = [];
  const counted = connectTo(String(deps.config.databaseUrl), {
    onQuery: ({ query }) => void statements.push(query.sql),
  });
  const watchers = createWatchers({ ...deps, ...counted });
  onTestFinished(async () => {
    await watchers.stop();
    await counted.db.destroy();
  });
  const held = Array.from({ length: 30 }, () => watchers.watch(account.accountId));
  const ends = await Promise.all(held.map((watcher) => watcher.end()));
  expect(ends).toEqual(ends.map(() => 0));
  for (const watcher of held) await watcher.takeEvents(0);

  for (const n of [1, 2]) await given(account, n);
  const taken = held.map(async (watcher) => {
    const texts: string[] = [];
    for (let place = 0; texts.length < 2; ) {
      await watcher.wait(10_000);
      for (const event of await watcher.takeEvents(place)) {
        place = event.place;
        texts.push(event.text);
      }
    }
    return texts;
  });

  const [first, ...others] = await Promise.all(taken);
  expect(others).toEqual(others.map(() => first));
  expect(statements.filter((text) => /^select "place", "body"/.test(text)).length).toBeLessThanOrEqual(2);
});

test("what is committed while the connection for notifications is broken is sent after it is back", async () => {
  const account = await givenAccount();
  const stream = await open(account);
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid, 10000) as ended from pg_stat_activity
    where datname = current_database() and query ~* '^(listen |select 1$)'`.execute(db);
  expect(rows).toContainEqual({ ended: true });

  await given(account, 1);

  await untilHolds(() => expect(stream.ns()).toEqual([1]));
});

test("while the database is away a stream sends comments, and continues afterwards", async () => {
  const account = await givenAccount();
  const watchers = createWatchers(deps);
  onTestFinished(() => watchers.stop());
  const watcher = watchers.watch(account.accountId);
  let isAway = true;
  const isAllowed = async () => {
    if (isAway) throw new Error("the connection ended");
    return true;
  };
  const chunks = follow({ after: 0, watcher, isAllowed, cutOff: () => undefined, retryMs: 1 });
  await chunks.next();
  await given(account, 1);

  expect([(await chunks.next()).value, (await chunks.next()).value]).toEqual([":\n\n", ":\n\n"]);
  isAway = false;
  await untilHolds(async () => expect((await chunks.next()).value).toContain('"n":1'));
  await chunks.return(undefined);
});

test("no other account receives it", async () => {
  const account = await givenAccount();
  const stranger = await open(await givenAccount());
  await given(account, 1);
  const own = await open(account, "0");

  await untilHolds(() => expect(own.ns()).toEqual([1]));
  expect(stranger.ns()).toEqual([]);
});

test("progress of batches is sent between events, without an id", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, settings: { quality_level: "none" }, texts: 2 });
  const stream = await open(account);
  const progress = () => stream.told.findLast(({ event }) => event === "batch.progress");
  await untilHolds(() => expect(progress()?.data.data.answer_count).toBe(0));

  await annotateAll(account, batch.id, ["ann"]);

  await untilHolds(() =>
    expect(progress()).toEqual({
      event: "batch.progress",
      data: {
        ...{ type: "batch.progress", created_at: deps.now().toISOString() },
        data: {
          ...{ batch_id: batch.id, project_id: batch.project_id, item_count: 2 },
          ...{ annotated_count: 2, excluded_count: 0, answer_count: 2 },
        },
      },
    }),
  );
});

test("it ends with its key, before anything else is sent", async () => {
  const account = await givenAccount();
  const { body: key } = await account.request("POST", "/v1/api-keys", { name: "r", scopes: ["events:read"] });
  const stream = await open({ ...account, key: key.key });

  await account.request("DELETE", `/v1/api-keys/${key.id}`);
  await given(account, 1);

  expect(await stream.ended).toBe("ended");
  expect(stream.ns()).toEqual([]);
});

test("it ends when the service stops, which does not wait for it", async () => {
  const account = await givenAccount();
  const other = await buildApp(deps);
  const stream = await open(account, undefined, await other.listen({ port: 0, host: "127.0.0.1" }));

  await other.close();

  expect(await stream.ended).toBe("ended");
});

test("a reader that reads nothing is disconnected, and holds at most a page of events meanwhile", async () => {
  const account = await givenAccount();
  for (let n = 0; n < 50; n += 1) await given(account, n);
  const watchers = createWatchers(deps);
  onTestFinished(() => watchers.stop());
  const cutOff = vi.fn();
  const watcher = watchers.watch(account.accountId);
  const asked = { after: 0, watcher, isAllowed: async () => true, cutOff };
  const chunks = follow({ ...asked, patienceMs: 20 });

  await chunks.next();
  const { value } = await chunks.next();
  await untilHolds(() => expect(cutOff).toHaveBeenCalled());

  expect(String(value).match(/^data:/gm)).toHaveLength(20);
  await chunks.return(undefined);
});

test("comments keep a silent stream open", async () => {
  const account = await givenAccount();
  const watchers = createWatchers(deps);
  onTestFinished(() => watchers.stop());
  const watcher = watchers.watch(account.accountId);
  const asked = {
    watcher,
    isAllowed: async () => true,
    cutOff: () => undefined,
  };
  const chunks = follow({ ...asked, after: undefined, beatMs: 5 });

  await chunks.next();

  expect((await chunks.next()).value).toBe(":\n\n");
  await chunks.return(undefined);
});

test("a stream whose reader disconnects is removed", async () => {
  const account = await givenAccount();
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(`GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account.key}\r\n\r\n`);
  await once(socket, "data");
  const open = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const before = await open();
  socket.destroy();

  await untilHolds(async () => expect(await open()).toBeLessThan(before));
});

test("readers that leave before their key is checked hold no stream", async () => {
  const account = await givenAccount();
  const locked = await db.startTransaction().execute();
  await sql`lock table api_keys in access exclusive mode`.execute(locked);
  const responses: ServerResponse[] = [];
  app.server.on("request", (_request, response) => responses.push(response));
  for (let nth = 0; nth < 100; nth += 1) {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write(
      `GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${account.key}\r\n\r\n`,
    );
    await untilHolds(() => expect(responses).toHaveLength(nth + 1));
    socket.destroy();
  }
  await untilHolds(() => expect(responses.every(({ destroyed }) => destroyed)).toBe(true));

  await locked.rollback().execute();
  await untilHolds(async () => {
    const { headers } = await account.request("GET", "/v1/account");
    expect(Number(headers["x-ratelimit-remaining"])).toBeLessThan(100_000 - 100);
  });

  await open(account);
});

test("an account has at most 100 streams", async () => {
  const account = await givenAccount();
  const watchers = createWatchers(deps);
  onTestFinished(() => watchers.stop());
  const held = Array.from({ length: 100 }, () => watchers.watch(account.accountId));

  expect(() => watchers.watch(account.accountId)).toThrow(
    expect.objectContaining({ code: "limit_exceeded" }),
  );
  held[0]?.stop();
  watchers.watch(account.accountId);
});

test("an invalid id is refused, and one older than the kept events is accepted", async () => {
  const account = await givenAccount();
  await given(account, 1);
  await open(account, "0");
  advance(31 * 24 * 3_600_000);
  await sweepHistory(deps);
  await given(account, 2);

  const refused = await account.request("GET", "/v1/stream", undefined, { "last-event-id": "evt_x" });
  const stream = await open(account, "1");

  expect([refused.status, refused.body.error]).toEqual([400, "invalid_request"]);
  await untilHolds(() => expect(stream.ns()).toEqual([2]));
  expect((await account.request("HEAD", "/v1/stream")).status).toBe(200);
});
