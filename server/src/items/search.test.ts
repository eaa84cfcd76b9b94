import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, givenBatch } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";

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
