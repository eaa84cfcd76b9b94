import { sql } from "kysely";
import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, givenLines, givenProject } from "../../test/given.ts";
import { randomOf } from "../../test/random.ts";
import { startService, type TestAccount } from "../../test/service.ts";
import { bulkItems } from "../bulk/bulk-job.ts";
import type { Candidate, Scope } from "./candidates.ts";
import { batchesAhead, lookAhead, selectAhead } from "./claimable.ts";
import { expireLeases } from "./expired.ts";
import { reopenSlots } from "./leases.ts";
import { MOST_KEPT } from "./looks.ts";

const service = await startService();
const { db, deps, advance } = service;

const WISH = { kinds: ["annotate"], isAlone: false };
const MEMBERS = ["ann", "bob", "eve"];
const MOVES = 60;
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
  return { account_id, member_id, batch_id: undefined, project_id, project_ids, groups };
}

/** The place of the next item and the first batches with work, as claims and lists find them and as reading all batches does. */
async function nextBoth(scope: Scope) {
  const { candidates } = await lookAhead(db, scope, WISH);
  const { rows } = await sql<Candidate>`${selectAhead(scope, WISH, undefined)}`.execute(db);
  const place = (found: Candidate | undefined) => [found?.batch_id ?? null, found?.priority ?? null];
  const batches = rows.flatMap(({ batch_id }) => batch_id ?? []);
  return {
    found: [place(candidates[0]), await batchesAhead(db, scope, FEW)],
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
    expect((await lookAhead(db, scope, WISH)).candidates).toEqual([]);
  });

  expect((await lookAhead(db, scope, WISH)).candidates).toMatchObject([{ batch_id }]);
});

test("a claim finds tasks that are reserved by the index of these, also before there are any", async () => {
  const account = await service.givenAccount();
  const { id: batch_id } = await givenBatch(service, { account });
  await claim(account, "ann", { batch_id });
  const query = selectAhead(await scopeOf(account, "ann"), WISH, undefined);

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
  await lookAhead(db, scope, WISH);
  await db.deleteFrom("work_changes").where("account_id", "=", account.accountId).execute();
  // Somebody gives it back without a record of it, so that only a claim that reads the batch can find it.
  await db
    .updateTable("tasks")
    .set({ status: "released" })
    .where("account_id", "=", account.accountId)
    .execute();
  await sql`update items set open_slots = 2, turn = 1000000000 where batch_id in (select id from batches
    where account_id = ${account.accountId})`.execute(db);

  expect((await lookAhead(db, scope, WISH)).candidates.map(({ batch_id }) => batch_id)).toEqual([open]);
});
