import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { untilHolds } from "../../test/until.ts";

const service = await startService();
const { request, db } = service;

function search(batch_id: string, more = "") {
  return request("GET", `/v1/items?batch_id=${batch_id}&q=needle${more}`);
}

test("a search reads at most 16 MB of texts and continues from there", async () => {
  const { id } = await givenBatch(service, { texts: 4 });
  await sql`
    update file_lines set text = repeat('hay ', 1500000) || case when items.position = 4 then 'Needle' else '' end
    from items where items.batch_id = ${id} and file_lines.file_id = items.file_id
      and file_lines.line = coalesce(items.line, 0)`.execute(db);

  const first = bodyOf(await search(id), 200);
  const second = bodyOf(await search(id, `&cursor=${first.next_cursor}`), 200);

  expect(first).toMatchObject({ data: [], has_more: true });
  expect(second).toMatchObject({ data: [{ position: 4 }], has_more: false });
});

test("an account may run three searches at the same time, each for at most three seconds", async () => {
  const { id } = await givenBatch(service, { texts: 1 });

  await db.transaction().execute(async (tx) => {
    await sql`lock table file_lines in access exclusive mode`.execute(tx);
    const running = [search(id), search(id), search(id)];
    await untilSomeoneWaits(db, 3);

    const refused = await search(id);
    expect([refused.status, refused.body.error, refused.headers["retry-after"]]).toEqual([
      429,
      "rate_limit_exceeded",
      "1",
    ]);
    for (const { status, body } of await Promise.all(running)) {
      expect([status, body.error]).toEqual([503, "service_unavailable"]);
    }
  });

  expect((await search(id)).status).toBe(200);
});

test.each(["q=needle", "label=yes", "answer=yes", "metadata.k=v", "external_id=1&q=needle"])(
  "forty searches by %s do not hold up a stranger: three run, the others are refused",
  async (query) => {
    const { id } = await givenBatch(service, { texts: 1 });
    const stranger = await service.givenAccount();
    await db.transaction().execute(async (tx) => {
      await sql`lock table items in access exclusive mode`.execute(tx);
      const statuses: number[] = [];
      const running = Array.from({ length: 40 }, async () => {
        statuses.push((await request("GET", `/v1/items?batch_id=${id}&${query}`)).status);
      });
      await untilHolds(() => expect(statuses).toHaveLength(37));
      expect(new Set(statuses)).toEqual(new Set([429]));
      expect((await stranger.request("GET", "/v1/members")).status).toBe(200);
      await sql`commit`.execute(tx);
      await Promise.all(running);
      expect(statuses.slice(37)).toEqual([200, 200, 200]);
      await sql`begin`.execute(tx);
    });
  },
);

/** Some 2 MB that PostgreSQL cannot compress. */
const LARGE = sql`(select string_agg(md5(number::text), '') from generate_series(1, 60000) as number)`;

test.each([
  ["metadata.k=v", sql`metadata = jsonb_build_object('large', ${LARGE})`],
  ["label=yes", sql`result = jsonb_build_object('label', 'no', 'large', ${LARGE}), status = 'accepted'`],
])("a search by %s reads at most 16 MB and continues from there", async (query, enlarged) => {
  const { id } = await givenBatch(service, { texts: 4 });
  await sql`update items set ${enlarged} where batch_id = ${id}`.execute(db);
  const page = `/v1/items?batch_id=${id}&${query}`;

  const first = bodyOf(await request("GET", page), 200);
  const second = bodyOf(await request("GET", `${page}&cursor=${first.next_cursor}`), 200);

  expect(first).toMatchObject({ data: [], has_more: true });
  expect(second).toMatchObject({ data: [], has_more: false });
});

test("a bulk request that searches in items named by id obeys the same limits", async () => {
  const { id } = await givenBatch(service, { texts: 4 });
  await sql`
    update file_lines set text = repeat('hay ', 1500000) || 'needle' from items
    where items.batch_id = ${id} and file_lines.file_id = items.file_id
      and file_lines.line = coalesce(items.line, 0)`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from items where batch_id = ${id}`.execute(db);
  const filter = { batch_id: id, item_ids: rows.map((row) => row.id), q: "needle" };
  const change = { filter, action: "priority", priority: 5, dry_run: true };

  expect(bodyOf(await request("POST", "/v1/items/bulk", change), 200)).toEqual({
    count: 3,
    is_lower_bound: true,
  });
});
