import type { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, givenLines, givenProject, submit } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { connect } from "../platform/database/db.ts";
import { lookAhead } from "./claimable.ts";

const service = await startService();
const { request, db, deps, advance } = service;

const LEASE = 15 * 60_000;

test("an item is leased to exactly as many annotators as its overlap, each once", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });

  const ann = await claim(service, "ann", { batch_id });
  expect(await claim(service, "ann", { batch_id })).toBeUndefined();
  const bob = await claim(service, "bob", { batch_id });

  expect(await claim(service, "eve", { batch_id })).toBeUndefined();
  expect(ann.item.id).toBe(bob.item.id);
});

test("forty concurrent claims never lease an item more often than its overlap", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 5 });
  const annotators = Array.from({ length: 40 }, (_, index) => `worker-${index % 8}`);

  await Promise.all(annotators.map((annotator) => claim(service, annotator, { batch_id })));

  const { rows } = await service.deps.pool.query(
    "select count(*)::int as tasks, count(distinct member_id)::int as members from tasks where batch_id = $1 group by item_id",
    [batch_id],
  );
  expect(rows).toHaveLength(5);
  for (const row of rows) expect(row).toEqual({ tasks: 2, members: 2 });
});

test("a claim that finds the only item locked waits for it instead of returning nothing", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });

  const claimed = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("batch_id", "=", batch_id).forUpdate().execute();
    const waiting = claim(service, "ann", { batch_id });
    await untilSomeoneWaits(db);
    return { waiting };
  });

  expect(await claimed.waiting).toMatchObject({ batch_id });
});

test("a claim skips an item that another is claiming and returns to it later", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const first = await db
    .selectFrom("items")
    .select("id")
    .where("batch_id", "=", batch_id)
    .orderBy("claim_order")
    .executeTakeFirstOrThrow();

  const passedOver = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("id", "=", first.id).forUpdate().execute();
    return claim(service, "ann", { batch_id });
  });
  const next = await claim(service, "ann", { batch_id });

  expect(passedOver.item.id).not.toBe(first.id);
  expect(next.item.id).toBe(first.id);
});

test("an item whose lease has expired is offered to a member who is long past it", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 3,
    settings: { quality_policy: { overlap: 1 } },
  });
  const lost = await claim(service, "slow", { batch_id });
  for (
    let task = await claim(service, "ann", { batch_id });
    task;
    task = await claim(service, "ann", { batch_id })
  ) {
    await submit(service, task, "yes");
  }
  advance(LEASE + 1);

  const again = await claim(service, "ann", { batch_id });

  expect(again.item.id).toBe(lost.item.id);
});

test("a released item can be claimed again, by the same member too", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });
  const task = await claim(service, "ann", { batch_id });

  bodyOf(await request("POST", `/v1/tasks/${task.id}/release`, {}), 200);

  expect((await claim(service, "ann", { batch_id })).item.id).toBe(task.item.id);
});

test("higher priority comes first, then the older batch", async () => {
  const account = await service.givenAccount();
  const { id: project_id } = await givenProject(account);
  const batches: string[] = [];
  for (const priority of [0, 5]) {
    const lines = [
      { text: `plain ${priority}`, priority: 0 },
      { text: `urgent ${priority}`, priority },
    ];
    const upload_id = await givenLines(service, account, lines);
    batches.push(
      bodyOf(await account.request("POST", "/v1/batches", { project_id, upload_ids: [upload_id] }), 201).id,
    );
    advance(1_000);
  }

  const texts: string[] = [];
  for (
    let task = await claim(account, "ann", { project_id });
    task;
    task = await claim(account, "ann", { project_id })
  ) {
    texts.push(task.item.text);
    await submit(account, task, "yes");
  }

  expect(texts[0]).toBe("urgent 5");
  expect(texts.slice(1, 3).sort()).toEqual(["plain 0", "urgent 0"]);
  expect(texts[3]).toBe("plain 5");
});

test("the order of claims does not follow the order of the file", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 30 });
  const { data } = bodyOf(
    await request("POST", "/v1/tasks/claim", { batch_id, annotator: "ann", count: 20 }),
    200,
  );

  const positions = data.map((task: { item: { position: number } }) => task.item.position);

  expect(data).toHaveLength(20);
  expect(positions).not.toEqual([...positions].sort((a, b) => a - b));
});

test("nothing of a batch on hold or of a paused project is leased", async () => {
  const { id: batch_id, project_id } = await givenBatch(service);
  bodyOf(await request("PATCH", `/v1/batches/${batch_id}`, { hold: true }), 200);
  expect(await claim(service, "ann", { batch_id })).toBeUndefined();

  bodyOf(await request("PATCH", `/v1/batches/${batch_id}`, { hold: false }), 200);
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { status: "paused" }), 200);

  expect(await request("POST", "/v1/tasks/claim", { batch_id })).toMatchObject({
    status: 409,
    body: { error: "project_not_active" },
  });
});

test("two concurrent claims of one member never lease the same item", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 1 });

  const claims = await db.transaction().execute(async (tx) => {
    await tx.selectFrom("items").select("id").where("batch_id", "=", batch_id).forUpdate().execute();
    const both = [claim(service, "ann", { batch_id }), claim(service, "ann", { batch_id })];
    await untilSomeoneWaits(db, 2);
    return { both };
  });

  const tasks = await Promise.all(claims.both);
  expect(tasks.filter((task) => task !== undefined)).toHaveLength(1);
  const { open_slots } = await db
    .selectFrom("items")
    .select("open_slots")
    .where("batch_id", "=", batch_id)
    .executeTakeFirstOrThrow();
  expect(open_slots).toBe(1);
});

test("a claim starts at the member's cursor, whatever is before it", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 3 });
  const { member_id } = await claim(service, "ann", { batch_id });
  await claim(service, "bob", { batch_id });
  const { numUpdatedRows } = await db
    .updateTable("claim_cursors")
    .set({ claim_order: 2 ** 52 })
    .where("member_id", "=", member_id)
    .where("batch_id", "=", batch_id)
    .executeTakeFirstOrThrow();

  expect(numUpdatedRows).toBe(1n);
  expect(await claim(service, "ann", { batch_id })).toBeUndefined();
  expect(await claim(service, "bob", { batch_id })).toBeDefined();
});

test("two claims of one member that meet on an item lease it once and do not wait for each other's cursor", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 2 });
  const items = await db
    .selectFrom("items")
    .select(["id", "claim_order"])
    .where("batch_id", "=", batch_id)
    .orderBy("claim_order")
    .execute();
  const [first, second] = items.map(({ id }) => id);
  const { member_id, id } = await claim(service, "ann", { batch_id });
  bodyOf(await request("POST", `/v1/tasks/${id}/release`, {}), 200);
  await db
    .updateTable("items")
    .set({ turn: 0 })
    .where("id", "=", first ?? "")
    .execute();
  await db.deleteFrom("claim_cursors").where("batch_id", "=", batch_id).execute();

  const claimed = await db.transaction().execute(async (holder) => {
    await holder
      .selectFrom("items")
      .select("id")
      .where("id", "=", second ?? "")
      .forUpdate()
      .execute();
    const waiting = await db.transaction().execute(async (other) => {
      await other.updateTable("tasks").set({ status: "leased" }).where("id", "=", id).execute();
      const response = claim(service, "ann", { batch_id });
      await untilSomeoneWaits(db);
      return { response };
    });
    await untilSomeoneWaits(db);
    await holder
      .insertInto("claim_cursors")
      .values({
        account_id: service.accountId,
        member_id,
        batch_id,
        priority: 0,
        turn: 0,
        claim_order: items[1]?.claim_order ?? 0,
      })
      .execute();
    await holder.deleteFrom("claim_cursors").where("batch_id", "=", batch_id).execute();
    return waiting;
  });

  expect((await claimed.response).item.id).toBe(second);
});

test("even without table statistics, a claim reads of the member's tasks only those on the item it examines", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 80 });
  const wish = { batch_id, annotator: "busy", count: 20 };
  for (let claims = 0; claims < 3; claims += 1) {
    bodyOf(await request("POST", "/v1/tasks/claim", wish), 200);
  }
  const task = await claim(service, "busy", { batch_id });

  const { candidates, plan } = await explainLook(batch_id, task.member_id);

  expect(candidates).toHaveLength(1);
  expect(rowsRead(plan, "tasks")).toBeLessThan(5);
});

test("a claim does not pass over the old places of items that got another turn", async () => {
  const { id: batch_id } = await givenBatch(service, { texts: 80 });
  await claim(service, "early", { batch_id });

  const { plan } = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (old) => {
      await old.selectFrom("items").select("id").limit(1).execute(); // who sees the old places keeps them
      await db.updateTable("items").set({ turn: 1 }).where("batch_id", "=", batch_id).execute();
      const { member_id } = await claim(service, "early", { batch_id }); // has a cursor behind them
      return explainLook(batch_id, member_id);
    });

  expect(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]).toBeLessThan(80);
});

/** What `lookAhead` finds for a member in a batch, and the plan of its query. */
async function explainLook(batch_id: string, member_id: string) {
  const asked: CompiledQuery[] = [];
  const own = connect(deps.config.databaseUrl ?? "", { max: 1, onQuery: ({ query }) => asked.push(query) });
  const scope = { account_id: service.accountId, member_id, batch_id, project_id: undefined };
  const { candidates } = await lookAhead(own.db, {
    ...scope,
    is_model: false,
    project_ids: null,
    groups: [],
  });
  const [query] = asked;
  const { rows } = await own.pool.query(`explain (analyze, buffers, format json) ${query?.sql}`, [
    ...(query?.parameters ?? []),
  ]);
  await own.db.destroy();
  const plan: RootPlan = rows[0]["QUERY PLAN"][0].Plan;
  return { candidates, plan };
}

test("no claim is drawn for gold in a batch without known answers", async () => {
  const settings = { quality_policy: { overlap: 2, gold_share: 1 } };
  const { id: batch_id } = await givenBatch(service, { texts: 2, settings });
  const { member_id } = await claim(service, "ann", { batch_id });
  const scope = { account_id: service.accountId, member_id, batch_id, project_id: undefined };
  const ahead = () => lookAhead(db, { ...scope, is_model: false, project_ids: null, groups: [] });

  expect((await ahead()).candidates).toMatchObject([{ gold_share: 0 }]);
  const gold = [{ external_id: "1", result: { label: "no" } }];
  bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);
  expect((await ahead()).candidates).toMatchObject([{ gold_share: 1 }]);
});

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly Plan[];
}

interface RootPlan extends Plan {
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
}

/** Number of table rows that a plan has read, in all its scans. */
function rowsRead(plan: Plan, table: string): number {
  const own = plan["Relation Name"] === table ? plan["Actual Rows"] * plan["Actual Loops"] : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), own);
}
