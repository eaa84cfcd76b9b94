import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, givenLines, givenProject } from "../../test/given.ts";
import { randomOf } from "../../test/random.ts";
import { startService, type TestAccount } from "../../test/service.ts";
import { bulkItems } from "../bulk/bulk-job.ts";
import type { Candidate, Scope } from "./candidates.ts";
import { batchesAhead, claimable, isOpenFor, lookAhead, OPEN_STAGES, selectAhead } from "./claimable.ts";
import { expireLeases } from "./expired.ts";
import { leaseOpenTasks } from "./lease.ts";
import { reopenSlots } from "./leases.ts";
import { MOST_KEPT } from "./looks.ts";

const service = await startService();
const { db, deps, advance } = service;

const MEMBERS = ["ann", "bob", "eve"];
const MOVES = 60;
const JUDGED = { kinds: ["adjudicate", "audit"], isAlone: false };
/** The length of a list of batches with work. */
const FEW = 3;

async function scopeOf(account: TestAccount, annotator: string, project_id?: string): Promise<Scope> {
  const member = await db
    .selectFrom("members")
    .selectAll()
    .where("account_id", "=", account.accountId)
    .where("external_id", "=", annotator)
    .executeTakeFirstOrThrow();
  const { id: member_id, account_id, project_ids, groups } = member;
  return { account_id, member_id, is_model: false, batch_id: undefined, project_id, project_ids, groups };
}

/** The place of the next item and the first batches with work, as claims and lists find them and as reading all batches does. */
async function nextBoth(scope: Scope) {
  const { candidates } = await lookAhead(db, scope);
  const { rows } = await sql<Candidate>`${selectAhead(scope, undefined)}`.execute(db);
  const place = (found: Candidate | undefined) => [found?.batch_id ?? null, found?.priority ?? null];
  const batches = rows.flatMap(({ batch_id }) => batch_id ?? []);
  return {
    found: [place(candidates[0]), await batchesAhead(db, { scope, wish: null, most: FEW })],
    best: [place(rows[0]), batches.slice(0, FEW)],
  };
}

async function addBatch(account: TestAccount, project_id: string, priorities = [0, 0]): Promise<string> {
  const lines = priorities.map((priority, n) => ({ text: `text ${n}`, external_id: `${n}`, priority }));
  const upload_ids = [await givenLines(service, account, lines)];
  const { id } = bodyOf(await account.request("POST", "/v1/batches", { project_id, upload_ids }), 201);
  advance(1);
  return id;
}

const SEED = Math.floor(Math.random() * 1_000_000);

test(`a claim over an account or project gets the best of all batches, whatever has changed (seed ${SEED})`, async () => {
  const random = randomOf(SEED);
  const pick = <Value>(values: readonly Value[], otherwise: Value): Value =>
    values[Math.floor(random() * values.length)] ?? otherwise;
  const account = await service.givenAccount();
  const { id: first } = await givenProject(account);
  const { id: second } = await givenProject(account);
  const tasks: string[] = [];
  const batches: string[] = [];
  const project = () => pick([first, second], first);
  const batch = () => `/v1/batches/${pick(batches, "")}`;
  const onTask = (action: string, body: object) =>
    send("POST", `/v1/tasks/${pick(tasks, "none")}/${action}`, body);
  const send = (method: "POST" | "PATCH", url: string, body: object) => account.request(method, url, body);
  const claimOne = async (scope: object) => {
    const { body } = await send("POST", "/v1/tasks/claim", { annotator: pick(MEMBERS, "ann"), ...scope });
    tasks.push(...(body.data ?? []).map(({ id }: { id: string }) => id));
  };
  const add = async () =>
    batches.push(await addBatch(account, project(), [pick([0, 5], 0), pick([0, 5], 0)]));
  const moves: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 4 }, () => () => claimOne({})),
    ...Array.from(
      { length: 4 },
      () => () => onTask("submit", { result: { label: pick(["yes", "no"], "yes") } }),
    ),
    () => claimOne({ project_id: project() }),
    () => claimOne({ batch_id: pick(batches, "") }),
    () => onTask("release", {}),
    () => onTask("skip", { reason: "unclear" }),
    () => send("PATCH", batch(), { hold: pick([true, false, false], false) }),
    () => send("PATCH", batch(), { priority: pick(["low", "normal", "high"], "low") }),
    () =>
      send("PATCH", `/v1/projects/${project()}`, { status: pick(["paused", "active", "active"], "active") }),
    () => send("PATCH", `/v1/projects/${project()}`, { groups: pick([[], [], ["native"]], []) }),
    async () => {
      const filter = { batch_id: pick(batches, "") };
      const requeue = { action: "requeue" };
      const actions: object[] = [requeue, { action: "priority", priority: pick([0, 5, 9], 0) }];
      const { status, body } = await send("POST", "/v1/items/bulk", { filter, ...pick(actions, requeue) });
      if (status === 202) await bulkItems(deps, { account_id: service.accountId, job_id: body.id });
    },
    async () => {
      advance(16 * 60_000);
      await expireLeases(deps);
    },
  ];
  for (let n = 0; n < MOST_KEPT + 6; n += 1) await add();
  for (const annotator of MEMBERS) await claim(account, annotator);

  for (let move = 0; move < MOVES; move += 1) {
    await pick(moves, add)();
    const scope = await scopeOf(account, pick(MEMBERS, "ann"), pick([undefined, first, second], undefined));
    const { found, best } = await nextBoth(scope);
    expect(found).toEqual(best);
  }
});

test("work that a transaction gave while a claim looked for some is found once it is committed", async () => {
  const account = await service.givenAccount();
  const { id: batch_id } = await givenBatch(service, { texts: 1, account });
  const held = await claim(account, "ann", { batch_id });
  await claim(account, "bob", { batch_id });
  await claim(account, "eve", { batch_id });
  const scope = await scopeOf(account, "eve");

  await db.transaction().execute(async (tx) => {
    await sql`update tasks set status = 'released', lease_expires_at = null where id = ${held.id}`.execute(
      tx,
    );
    await reopenSlots(tx, [account.accountId], [held.item.id]);
    await sql`select pg_current_xact_id()`.execute(db); // a later transaction that is over before this one
    expect((await lookAhead(db, scope)).candidates).toEqual([]);
  });

  expect((await lookAhead(db, scope)).candidates).toMatchObject([{ batch_id }]);
});

test("a claim finds tasks that are reserved by the index of these, also before there are any", async () => {
  const account = await service.givenAccount();
  const { id: batch_id } = await givenBatch(service, { account });
  await claim(account, "ann", { batch_id });
  const query = selectAhead(await scopeOf(account, "ann"), undefined);

  const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(db);

  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("using tasks_reserved");
});

test("a claim reads no batch in which the last look found no work", async () => {
  const account = await service.givenAccount();
  const { id: project_id } = await givenProject(account, { quality_policy: { overlap: 2 } });
  for (let n = 0; n < 5; n += 1) {
    const batch_id = await addBatch(account, project_id);
    for (let done = 0; done < 2; done += 1) await claim(account, "ann", { batch_id });
  }
  const open = await addBatch(account, project_id);
  const scope = await scopeOf(account, "ann");
  await lookAhead(db, scope);
  await db.deleteFrom("work_changes").where("account_id", "=", account.accountId).execute();
  // Somebody gives it back without a record of it, so that only a claim that reads the batch can find it.
  await db
    .updateTable("tasks")
    .set({ status: "released" })
    .where("account_id", "=", account.accountId)
    .execute();
  await sql`update items set open_slots = 2, turn = 1000000000 where batch_id in (select id from batches
    where account_id = ${account.accountId})`.execute(db);

  expect((await lookAhead(db, scope)).candidates.map(({ batch_id }) => batch_id)).toEqual([open]);
});

/** Batches of one item whose audit is open, without a record of it if `isHidden`. */
async function givenAudits(account: TestAccount, count: number, isHidden = false): Promise<string[]> {
  const { id: project_id } = await givenProject(account);
  const batches: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const batch_id = await addBatch(account, project_id, [0]);
    await claim(account, "ann", { batch_id });
    batches.push(batch_id);
  }
  const open = sql`status = 'open', member_id = null, lease_expires_at = null`;
  const ours = sql`where account_id = ${account.accountId} and batch_id = any(${batches}::text[])`;
  await sql`update tasks set ${isHidden ? open : sql`kind = 'audit', ${open}`} ${ours}`.execute(db);
  if (isHidden) await sql`update tasks set kind = 'audit' ${ours}`.execute(db);
  return batches;
}

test(`a list of audits has the first of all batches, whatever has changed (seed ${SEED})`, async () => {
  const random = randomOf(SEED);
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? "none";
  const account = await service.givenAccount();
  const batches = await givenAudits(account, 2 * FEW);
  const tasks: string[] = [];
  const claimOne = async () => {
    const task = await claim(account, pick(MEMBERS), { kinds: ["audit"] });
    if (task !== undefined) tasks.push(task.id);
  };
  const changeBatch = (change: object) => account.request("PATCH", `/v1/batches/${pick(batches)}`, change);
  const moves: readonly (() => Promise<unknown>)[] = [
    claimOne,
    claimOne,
    claimOne,
    () => account.request("POST", `/v1/tasks/${pick(tasks)}/release`, {}),
    () => account.request("POST", `/v1/tasks/${pick(tasks)}/skip`, { reason: "unclear" }),
    () => changeBatch({ hold: random() < 0.3 }),
    () => changeBatch({ priority: pick(["low", "normal", "high"]) }),
    async () => batches.push(...(await givenAudits(account, 1))),
    async () => {
      advance(16 * 60_000);
      await expireLeases(deps);
    },
  ];

  for (let move = 0; move < MOVES / 2; move += 1) {
    await moves[Math.floor(random() * moves.length)]?.();
    const scope = await scopeOf(account, pick(MEMBERS.slice(0, 1)));
    const { rows: judged } = await sql<{ id: string }>`
      select batches.id from ${claimable(scope, OPEN_STAGES)}
      and exists (select from tasks where tasks.batch_id = batches.id and ${isOpenFor(scope, JUDGED)})
      order by array_position(array['high', 'normal', 'low'], batches.priority), batches.created_at limit ${FEW}`.execute(
      db,
    );
    expect(await batchesAhead(db, { scope, wish: JUDGED, most: FEW })).toEqual(judged.map(({ id }) => id));
  }
});

test("a list reads no batch without audits for the member, unless one was opened since", async () => {
  const account = await service.givenAccount();
  const [seen] = await givenAudits(account, 1);
  const search = { scope: await scopeOf(account, "ann"), wish: JUDGED, most: FEW };
  expect(await batchesAhead(db, search)).toEqual([seen]);

  const [hidden] = await givenAudits(account, 1, true);
  await db.deleteFrom("work_changes").where("account_id", "=", account.accountId).execute();
  expect(await batchesAhead(db, search)).toEqual([seen]);
  for (const status of ["leased", "open"])
    await sql`update tasks set status = ${status} where batch_id = ${hidden}`.execute(db);
  expect(await batchesAhead(db, search)).toEqual([seen, hidden]);
});

test("a claim gets the audit of a later batch while others have locked those of the first ones", async () => {
  const account = await service.givenAccount();
  const batches = await givenAudits(account, MOST_KEPT + 1);
  const scope = await scopeOf(account, "ann");
  const wish = { kinds: ["audit"], isAlone: false, count: 1, now: new Date(), lease_expires_at: new Date() };
  const claimed = (wished: object) =>
    db.transaction().execute(async (tx) => {
      const tasks = await leaseOpenTasks(tx, scope, { ...wish, ...wished });
      return tasks.map(({ batch_id }) => batch_id);
    });

  await db.transaction().execute(async (tx) => {
    await leaseOpenTasks(tx, scope, { ...wish, count: MOST_KEPT });
    expect(await claimed({})).toEqual(batches.slice(-1));
  });

  expect(await claimed({ kinds: ["annotate", "audit"] })).toEqual([]);
});
