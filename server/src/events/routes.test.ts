import type { EventType } from "@assay/domain/event-types.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startService, type TestAccount, untilSomeoneWaits } from "../../test/service.ts";
import type { Tx } from "../platform/database/db.ts";
import { emit } from "./emit.ts";

const service = await startService();
const { db, deps, advance, givenAccount } = service;

interface Emitted {
  readonly type?: EventType;
  readonly data?: object;
}

async function emitIn(tx: Tx, { accountId }: TestAccount, { type, data }: Emitted = {}): Promise<void> {
  const event = { account_id: accountId, type: type ?? "batch.created", data: { ...data } };
  await emit(tx, { ...event, created_at: deps.now() });
}

async function given(account: TestAccount, ...events: Emitted[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const event of events) await emitIn(tx, account, event);
  });
}

/** A transaction with an event, open until the test commits it. */
async function givenOpen(account: TestAccount, data: object) {
  const tx = await db.startTransaction().execute();
  await emitIn(tx, account, { data });
  return tx;
}

async function list({ request }: TestAccount, query = "") {
  const { status, body } = await request("GET", `/v1/events?${query}`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
}

/** Everything that a reader gets from `cursor` on: the `n` of each event, and the cursor at the end. */
async function poll(account: TestAccount, cursor?: string, query = "") {
  const ns: number[] = [];
  let next = cursor;
  for (;;) {
    const body = await list(account, `${query}${next === undefined ? "" : `&cursor=${next}`}`);
    ns.push(...body.data.map(({ data }: { data: { n: number } }) => data.n));
    next = String(body.next_cursor);
    if (!body.has_more) return { ns, cursor: next };
  }
}

test("an event is read as the bytes that webhooks get, in the list and by its id", async () => {
  const account = await givenAccount();
  const data = {
    z: 1,
    a: { "10": "é", "9": "\u2028" },
    unknown: 'a "quoted" \\ line\n',
    big: 1e21,
    list: [[]],
  };
  await given(account, { type: "project.updated", data });
  const { id, body } = await db
    .selectFrom("events")
    .selectAll()
    .where("account_id", "=", account.accountId)
    .executeTakeFirstOrThrow();

  const one = await account.request("GET", `/v1/events/${id}`);
  const all = await account.request("GET", "/v1/events");

  expect([one.status, one.bytes.toString()]).toEqual([200, body]);
  expect(Object.keys(one.body)).toEqual(["id", "type", "created_at", "data"]);
  expect(all.bytes.toString()).toContain(`{"data":[${body}],"has_more":false,"next_cursor":"`);
  const again = await account.request("GET", `/v1/events/${id}`, undefined, {
    "if-none-match": String(one.headers.etag),
  });
  expect(again.status).toBe(304);
});

test("a reader at the end gets events that are committed later even if they were created earlier", async () => {
  const account = await givenAccount();
  const slow = await givenOpen(account, { n: 1 });
  advance(10);
  const fast = await givenOpen(account, { n: 2 });
  await fast.commit().execute();

  const first = await poll(account);
  await slow.commit().execute();
  const second = await poll(account, first.cursor);

  expect([first.ns, second.ns]).toEqual([[2], [1]]);
  expect((await poll(account)).ns).toEqual([2, 1]);
});

test("concurrent readers that number events wait for each other, and neither misses or repeats an event", async () => {
  const account = await givenAccount();
  await given(account, { data: { n: 1 } });
  const holder = await db.startTransaction().execute();
  await sql`select 1 from accounts where id = ${account.accountId} for no key update`.execute(holder);

  const first = poll(account);
  await untilSomeoneWaits(db);
  await given(account, { data: { n: 2 } }); // emitting an event does not wait for readers
  const second = poll(account);
  await untilSomeoneWaits(db, 2);
  await holder.commit().execute();

  for (const { ns, cursor } of await Promise.all([first, second])) {
    expect(ns).toEqual([1, 2]);
    expect(await poll(account, cursor)).toEqual({ ns: [], cursor });
  }
});

test("numbers that a reader is about to commit are visible before later ones", async () => {
  const account = await givenAccount();
  await given(account, { data: { n: 1 } });
  // A reader that has numbered events and not committed: its row is not visible yet.
  const slow = await db.startTransaction().execute();
  await sql`select 1 from accounts where id = ${account.accountId} for no key update`.execute(slow);
  await sql`update events set place = ${deps.now().getTime() * 1_000} where account_id = ${account.accountId}`.execute(
    slow,
  );
  await given(account, { data: { n: 2 } });

  const reading = poll(account);
  await untilSomeoneWaits(db);
  await slow.commit().execute();

  expect((await reading).ns).toEqual([1, 2]);
});

test("a reader can continue from the cursor at the end of an empty list, which stays the same", async () => {
  const account = await givenAccount();

  const { cursor } = await poll(account);
  expect((await poll(account, cursor)).cursor).toBe(cursor);
  const { headers } = await account.request("GET", `/v1/events?cursor=${cursor}`);
  await given(account, { data: { n: 1 } });

  expect(headers.link).toBeUndefined();
  expect((await poll(account, cursor)).ns).toEqual([1]);
});

test("250 events of one millisecond appear once each, seven per page, while others are added", async () => {
  const account = await givenAccount();
  await given(account, ...Array.from({ length: 250 }, (_, n) => ({ data: { n } })));
  const seen: number[] = [];
  let query = "limit=7";

  for (let pages = 0; pages < 36; pages += 1) {
    const { data, has_more, next_cursor } = await list(account, query);
    seen.push(...data.map((event: { data: { n: number } }) => event.data.n));
    expect(has_more).toBe(true);
    query = `limit=7&cursor=${next_cursor}`;
    await given(account, { data: { n: 250 + pages } });
  }

  expect(seen).toHaveLength(252);
  expect(new Set(seen).size).toBe(252);
  expect(Math.max(...seen)).toBeLessThan(260);
});

test("a filtered reader's cursor moves past omitted events, and fits no other filter", async () => {
  const account = await givenAccount();
  await given(account, { data: { n: 1 } }, { type: "batch.failed", data: { n: 2 } });
  const failed = await poll(account, undefined, "type=batch.failed");
  const { cursor } = await poll(account, undefined, "type=batch.certified");
  await given(account, { type: "batch.certified", data: { n: 3 } });

  expect(failed.ns).toEqual([2]);
  expect((await poll(account, cursor, "type=batch.certified")).ns).toEqual([3]);
  expect(cursor).not.toBe((await poll(await givenAccount(), undefined, "type=batch.certified")).cursor);
  for (const query of [
    `cursor=${cursor}`,
    "cursor=x",
    "type=batch.other",
    "created_after=2026",
    "limit=101",
  ]) {
    const refused = await account.request("GET", `/v1/events?${query}`);
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_request"]);
  }
});

test("a list can begin after a time", async () => {
  const account = await givenAccount();
  await given(account, { data: { n: 1 } });
  const time = deps.now().toISOString();
  advance(1);
  await given(account, { data: { n: 2 } });

  expect((await poll(account, undefined, `created_after=${time}`)).ns).toEqual([2]);
});

test("a history longer than one numbering step is read to its end", async () => {
  const account = await givenAccount();
  await sql`
    insert into events (id, account_id, type, body, created_at)
    select 'evt_' || ${account.accountId} || n, ${account.accountId}, 'batch.created', '{"data":{"n":' || n || '}}', ${deps.now()}
    from generate_series(1, 1001) as n
  `.execute(db);

  const none = await list(account, "type=batch.failed");
  expect([none.data, none.has_more]).toEqual([[], true]);
  expect(new Set((await poll(account, undefined, "limit=100")).ns).size).toBe(1_001);
});

test("after a restore, a reader's old cursor still misses nothing", async () => {
  const account = await givenAccount();
  await given(account, { data: { n: 1 } }, { data: { n: 2 } }, { data: { n: 3 } });
  const { cursor } = await poll(account);
  // As in the restored database: events and numbers after the backup do not exist.
  await sql`delete from events where account_id = ${account.accountId} and body like '%"n":3%'`.execute(db);
  await sql`update events set place = null where account_id = ${account.accountId} and body like '%"n":2%'`.execute(
    db,
  );
  advance(1);
  await given(account, { data: { n: 4 } });

  expect((await poll(account, cursor)).ns).toEqual([2, 4]);
});
