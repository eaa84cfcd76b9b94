import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { auditAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { importAnswers } from "../../test/import-answers.ts";
import { startService, type TestAccount } from "../../test/service.ts";

const service = await startService();
const { advance, db, deps, givenAccount, runJobs } = service;
const DAY_MS = 24 * 3_600_000;

async function report({ request }: TestAccount, query = "") {
  return bodyOf(await request("GET", `/v1/work?${query}`), 200).data;
}

/** Answers one item after this many seconds, with the given active time. */
async function work(
  account: TestAccount,
  annotator: string,
  batch_id: string,
  seconds: number,
  active_ms?: number,
) {
  const task = await claim(account, annotator, { batch_id });
  advance(seconds * 1_000);
  const answer = bodyOf(
    await submit(account, task, "yes", active_ms === undefined ? {} : { active_ms }),
    200,
  );
  advance(1); // a report ends before now
  return answer;
}

const ONE = { quality_policy: { overlap: 1, gold_share: 0 } };

test("each member's answers are counted, with the active time sent, limited to the possible time", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, texts: 4, settings: ONE });
  await work(account, "ann", batch.id, 90, 60_000);
  await work(account, "ann", batch.id, 30, 3_600_000); // longer than from lease to submit
  await work(account, "bob", batch.id, 30);

  expect(await report(account)).toEqual([
    {
      ...{
        member_id: expect.stringMatching(/^mem_/),
        member_name: "ann",
        member_external_id: "ann",
        answers: 2,
        audits: 0,
        items: 2,
        objects: 0,
      },
      ...{ active_minutes: 1.5, accepted: 0, corrected: 0, undecided: 2 },
    },
    expect.objectContaining({ member_name: "bob", answers: 1, active_minutes: 0.5 }),
  ]);
});

test("an answer whose task is open again has no active time until it is submitted again", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, settings: ONE });
  const task = await claim(account, "ann", { batch_id: batch.id });
  advance(60_000);
  bodyOf(await submit(account, task, "yes", { active_ms: 30_000 }), 200);
  advance(60_000);
  bodyOf(await account.request("POST", `/v1/tasks/${task.id}/reopen`, {}), 200);
  advance(1);

  expect(await report(account)).toMatchObject([{ answers: 1, active_minutes: 0 }]);
  advance(60_000);
  bodyOf(await submit(account, task, "yes", { active_ms: 45_000 }), 200);
  advance(1);
  expect(await report(account)).toMatchObject([{ answers: 1, active_minutes: 0.75 }]);
});

test("lines can be grouped by project, batch and day too, within a time range", async () => {
  const account = await givenAccount();
  const first = await givenBatch(service, { account, texts: 3, settings: ONE });
  const second = await givenBatch(service, { account, settings: { ...ONE, name: "Roads" } });
  const from = deps.now().toISOString();
  await work(account, "ann", first.id, 1);
  await work(account, "bob", first.id, 1);
  advance(DAY_MS);
  const day = deps.now().toISOString();
  await work(account, "ann", second.id, 1);

  const days = await report(account, "group_by=day");
  expect(days.map(({ day, answers, items }: Record<string, unknown>) => [day, answers, items])).toEqual([
    [from.slice(0, 10), 2, 2],
    [day.slice(0, 10), 1, 1],
  ]);
  expect(await report(account, "group_by=project,batch")).toMatchObject([
    { project_id: first.project_id, batch_id: first.id, answers: 2 },
    { project_id: second.project_id, project_name: "Roads", batch_id: second.id, answers: 1 },
  ]);
  expect(await report(account, `group_by=day&project_id=${first.project_id}`)).toMatchObject([
    { answers: 2 },
  ]);
  expect(await report(account, "group_by=batch,member")).toHaveLength(3);
  expect(await report(account, `group_by=batch&from=${day}`)).toMatchObject([{ batch_id: second.id }]);
  expect(await report(account, `group_by=batch&to=${day}`)).toMatchObject([{ batch_id: first.id }]);
  advance(31 * DAY_MS);
  expect(await report(account)).toEqual([]);
});

test("an answer that an audit rejects counts as corrected, not accepted; a replaced one does not count", async () => {
  const account = await givenAccount();
  const settings = { quality_level: "basic", quality_policy: { overlap: 1, gold_share: 0 } };
  const batch = await givenBatch(service, { account, texts: 3, settings });
  const reopened = await work(account, "ann", batch.id, 1);
  bodyOf(await account.request("POST", `/v1/tasks/${reopened.task_id}/reopen`, {}), 200);
  bodyOf(
    await account.request("POST", `/v1/tasks/${reopened.task_id}/submit`, { result: { label: "no" } }),
    200,
  );
  await work(account, "ann", batch.id, 1);
  await work(account, "ann", batch.id, 1);
  await runJobs();
  await auditAll(account, batch.id, "eve");
  advance(1);
  const open = await report(account);
  await runJobs();

  expect(open).toEqual(
    expect.arrayContaining([expect.objectContaining({ member_name: "ann", accepted: 3, corrected: 0 })]),
  );
  expect(await report(account)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ member_name: "ann", answers: 3, items: 3, accepted: 2, corrected: 1 }),
      expect.objectContaining({ member_name: "eve", answers: 3, accepted: 0, corrected: 0 }),
    ]),
  );
});

test("a wrong answer to gold counts as corrected, even if its annotator corrected it later", async () => {
  const account = await givenAccount();
  const settings = { quality_policy: { overlap: 1, gold_share: 1 } };
  const batch = await givenBatch(service, { account, texts: 2, settings });
  const gold = [{ external_id: "1", result: { label: "yes" } }];
  bodyOf(await account.request("POST", `/v1/batches/${batch.id}/gold`, { gold }), 200);
  await work(account, "ann", batch.id, 1);
  const task = await claim(account, "bob", { batch_id: batch.id });
  bodyOf(await submit(account, task, "no"), 200);
  bodyOf(await account.request("POST", `/v1/tasks/${task.id}/reopen`, {}), 200);
  bodyOf(await submit(account, task, "yes"), 200);
  await work(account, "bob", batch.id, 1);
  advance(1);

  expect(await report(account)).toMatchObject([
    { member_name: "bob", answers: 2, accepted: 1, corrected: 1, undecided: 0 },
    { member_name: "ann", answers: 1, accepted: 1, corrected: 0, undecided: 0 },
  ]);
});

test("the reports of work and of pay count the same answers, hours and accepted answers", async () => {
  const account = await givenAccount();
  const over = await givenBatch(service, { account, texts: 2, settings: ONE });
  await work(account, "ann", over.id, 36, 18_000);
  await work(account, "ann", over.id, 36); // without its active time
  const running = await givenBatch(service, { account, texts: 3, settings: ONE });
  await work(account, "ann", running.id, 36);
  await importAnswers(account, running.id, [
    { external_id: "3", annotator: "ann", result: { label: "yes" }, active_ms: 60_000 },
  ]);
  advance(1);

  const same = { member_name: "ann", answers: 3, accepted: 2, undecided: 1 };
  expect(await report(account)).toMatchObject([{ ...same, active_minutes: 1.5 }]);
  const pay = bodyOf(await account.request("GET", "/v1/pay"), 200);
  expect(pay.data).toMatchObject([{ ...same, hours: "0.0250" }]);
});

test("objects, spans and segments are counted", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, settings: ONE });
  const { id } = await work(account, "ann", batch.id, 1);
  const result = JSON.stringify({ spans: [{}, {}, {}], relations: [{}] });
  await db.updateTable("annotations").set({ result }).where("id", "=", id).execute();

  expect(await report(account)).toMatchObject([{ objects: 3 }]);
});

test("the report is CSV on request, by format or by Accept", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, settings: ONE });
  await work(account, 'Ann "A", rater', batch.id, 60, 30_000);

  const byFormat = await account.request("GET", "/v1/work?format=csv&group_by=member,day");
  const byAccept = await account.request("GET", "/v1/work?group_by=member,day", undefined, {
    accept: "text/csv",
  });
  const json = await account.request("GET", "/v1/work?format=json", undefined, { accept: "text/csv" });

  expect(byFormat.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(byFormat.headers["content-disposition"]).toBe('attachment; filename="work.csv"');
  expect(parse(byFormat.body, { columns: true })).toEqual([
    expect.objectContaining({
      member_name: 'Ann "A", rater',
      member_external_id: 'Ann "A", rater',
      answers: "1",
      active_minutes: "0.5",
      day: deps.now().toISOString().slice(0, 10),
    }),
  ]);
  expect(byAccept.body).toBe(byFormat.body);
  expect(json.body.data).toHaveLength(1);
});

test("another account's work is not included, and invalid requests are refused", async () => {
  const account = await givenAccount();
  await work(account, "ann", (await givenBatch(service, { account, settings: ONE })).id, 1);

  expect(await report(await givenAccount())).toEqual([]);
  for (const query of [
    "group_by=batch;member",
    "group_by=",
    "from=2026",
    "format=xml",
    "from=2026-01-01T00:00:00Z&to=2025-12-31T00:00:00Z",
    "from=2020-01-01T00:00:00Z",
  ])
    expect((await account.request("GET", `/v1/work?${query}`)).status, query).toBe(400);
});
