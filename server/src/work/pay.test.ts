import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { auditAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { importAnswers } from "../../test/import-answers.ts";
import { askToken, givenPerson } from "../../test/people.ts";
import { type Request, startService, type TestAccount } from "../../test/service.ts";

const service = await startService();
const { advance, deps, givenAccount, runJobs } = service;
const DAY_MS = 24 * 3_600_000;
const ONE = { quality_policy: { overlap: 1, gold_share: 0 } };

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

async function report({ request }: Pick<TestAccount, "request">, query = "") {
  return bodyOf(await request("GET", `/v1/pay?${query}`), 200);
}

async function idOf({ request }: TestAccount, name: string): Promise<string> {
  return bodyOf(await request("GET", `/v1/members?external_id=${name}`), 200).data[0].id;
}

async function setRate({ request }: TestAccount, id: string, day: string, rate: object) {
  return bodyOf(await request("PUT", `/v1/members/${id}/rates/${day}`, rate), 200);
}

/** Answers one item after `seconds`, all of them active. */
async function work(
  account: TestAccount,
  annotator: string,
  batch_id: string,
  seconds: number,
  label = "yes",
) {
  const task = await claim(account, annotator, { batch_id });
  advance(seconds * 1_000);
  return bodyOf(await submit(account, task, label, { active_ms: seconds * 1_000 }), 200);
}

test("work is paid by the rate of its day: new rates leave old work as it was", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, texts: 6, settings: ONE });
  const first = dayOf(deps.now());
  await work(account, "ann", batch.id, 60);
  const ann = await idOf(account, "ann");
  advance(DAY_MS);
  const second = dayOf(deps.now());
  await work(account, "ann", batch.id, 100);
  await work(account, "ann", batch.id, 20);
  advance(DAY_MS);
  const third = dayOf(deps.now());
  await work(account, "ann", batch.id, 30);
  await work(account, "bob", batch.id, 30);
  await setRate(account, ann, second, { unit: "hour", amount: "15.5", currency: "EUR" });
  await setRate(account, ann, third, { unit: "answer", amount: "0.125", currency: "EUR" });
  await setRate(account, await idOf(account, "bob"), first, { unit: "answer", amount: "7", currency: "JPY" });

  const { data, totals, from, to } = await report(account);

  expect(
    data.map((row: Record<string, unknown>) => [
      row.member_name,
      row.starts_on,
      row.hours,
      row.answers,
      row.rate,
      row.amount,
    ]),
  ).toEqual([
    ["ann", null, "0.0167", 1, null, null],
    ["ann", second, "0.0333", 2, "15.50", "0.52"],
    ["ann", third, "0.0083", 1, "0.125", "0.13"],
    ["bob", first, "0.0083", 1, "7", "7"],
  ]);
  expect(totals).toEqual([
    { currency: "EUR", amount: "0.65" },
    { currency: "JPY", amount: "7" },
  ]);
  expect(to).toBe(dayOf(new Date(deps.now().getTime() + DAY_MS)));
  expect(from).toBe(dayOf(new Date(deps.now().getTime() - 29 * DAY_MS)));
  expect((await report(account, `from=${second}&to=${third}`)).data).toEqual([
    expect.objectContaining({
      starts_on: second,
      answers: 2,
      member_external_id: "ann",
      currency: "EUR",
      unit: "hour",
    }),
  ]);
  expect((await report(account, `project_id=${batch.project_id}`)).data).toHaveLength(4);
  expect(await report(account, "project_id=proj_other")).toMatchObject({ data: [], totals: [] });
});

test("an answer is paid as accepted once its round is over and unless its audit found it wrong", async () => {
  const account = await givenAccount();
  const settings = { quality_level: "basic", quality_policy: { overlap: 1, gold_share: 0 } };
  const batch = await givenBatch(service, { account, texts: 3, settings });
  await work(account, "ann", batch.id, 1);
  const rate = { unit: "accepted_answer", amount: "1", currency: "EUR" };
  const ann = await idOf(account, "ann");
  await setRate(account, ann, dayOf(deps.now()), rate);
  expect((await report(account)).data).toMatchObject([
    { answers: 1, accepted: 0, undecided: 1, amount: "0.00" },
  ]);
  await work(account, "ann", batch.id, 1);
  await work(account, "ann", batch.id, 1, "no");
  await runJobs();
  expect((await report(account)).data).toMatchObject([{ accepted: 3, undecided: 0, amount: "3.00" }]);
  await auditAll(account, batch.id, "eve");
  await runJobs();

  expect((await report(account)).data).toMatchObject([
    { member_name: "ann", answers: 3, accepted: 2, undecided: 0, amount: "2.00" },
    { member_name: "eve", answers: 3, accepted: 0, undecided: 0, amount: null },
  ]);
});

test("imported answers earn nothing", async () => {
  const account = await givenAccount();
  const { id } = await givenBatch(service, { account, texts: 1, settings: ONE });
  await importAnswers(account, id, [
    { external_id: "1", annotator: "ann", result: { label: "yes" }, active_ms: 60_000 },
  ]);

  expect(await report(account)).toMatchObject({ data: [], totals: [] });
});

test("the report is CSV on request", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, texts: 1, settings: ONE });
  await work(account, "=ann", batch.id, 36);
  const { data } = bodyOf(await account.request("GET", "/v1/members?external_id=%3Dann"), 200);
  await setRate(account, data[0].id, "2026-01-01", { unit: "hour", amount: "20", currency: "USD" });

  const { headers, body } = await account.request("GET", "/v1/pay?format=csv");

  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toBe('attachment; filename="pay.csv"');
  expect(parse(body, { columns: true })).toEqual([
    {
      ...{
        member_id: data[0].id,
        member_name: "'=ann",
        member_external_id: "'=ann",
        starts_on: "2026-01-01",
      },
      ...{ unit: "hour", rate: "20.00", hours: "0.0100", answers: "1", accepted: "1", undecided: "0" },
      ...{ currency: "USD", amount: "0.20" },
    },
  ]);
});

test("a rate is set, replaced, listed, logged and deleted", async () => {
  const account = await givenAccount();
  const { id } = bodyOf(await account.request("POST", "/v1/members", { name: "Ada" }), 201);
  const rate = { unit: "hour", amount: "15.5", currency: "EUR" };
  await setRate(account, id, "2026-10-01", rate);
  expect(await setRate(account, id, "2026-11-01", { ...rate, amount: "0.123456" })).toMatchObject({
    ...{ member_id: id, starts_on: "2026-11-01", unit: "hour", amount: "0.123456", currency: "EUR" },
    set_by: expect.stringMatching(/^key_/),
  });
  await setRate(account, id, "2026-11-01", { ...rate, amount: "16" });

  const list = async () => bodyOf(await account.request("GET", `/v1/members/${id}/rates`), 200).data;
  expect(await list()).toMatchObject([
    { starts_on: "2026-11-01", amount: "16.00" },
    { starts_on: "2026-10-01", amount: "15.50" },
  ]);
  bodyOf(await account.request("DELETE", `/v1/members/${id}/rates/2026-11-01`), 204);
  expect((await account.request("DELETE", `/v1/members/${id}/rates/2026-11-01`)).status).toBe(404);
  expect(await list()).toMatchObject([{ starts_on: "2026-10-01" }]);
  const log = bodyOf(await account.request("GET", `/v1/audit-log?resource=${id}`), 200).data;
  const [first, replaced, last] = ["15.50", "0.123456", "16.00"].map((amount) => ({ ...rate, amount }));
  const day = { starts_on: "2026-11-01" };
  expect(log.map((change: Record<string, unknown>) => [change.action, change.rate])).toEqual([
    ["deleteMemberRate", { ...day, before: last, after: null }],
    ["setMemberRate", { ...day, before: replaced, after: last }],
    ["setMemberRate", { ...day, before: null, after: replaced }],
    ["setMemberRate", { starts_on: "2026-10-01", before: null, after: first }],
    ["createMember", null],
  ]);
  const viewer = await givenPerson(service, { role: "viewer" }, account);
  const seen = bodyOf(await viewer.request("GET", `/v1/audit-log?resource=${id}`), 200).data;
  expect(seen.map((change: Record<string, unknown>) => [change.action, change.rate])).toContainEqual([
    "setMemberRate",
    null,
  ]);
  expect(JSON.stringify(seen)).not.toContain("0.123456");
});

test("what cannot be a rate or a period is refused with the reason", async () => {
  const account = await givenAccount();
  const { id } = bodyOf(await account.request("POST", "/v1/members", { name: "Ada" }), 201);
  const good = { unit: "hour", amount: "1", currency: "EUR" };
  const put = (day: string, change: object = {}) =>
    account.request("PUT", `/v1/members/${id}/rates/${day}`, { ...good, ...change });
  for (const day of ["2026-02-30", "tomorrow", "1999-12-31", "2100-01-01"])
    expect(await put(day), day).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("starts_on") },
    });
  expect((await account.request("DELETE", `/v1/members/${id}/rates/2026-02-30`)).status).toBe(400);
  for (const change of [
    { amount: 15.5 },
    { amount: "-1" },
    { amount: "1e3" },
    { amount: "1.1234567" },
    { amount: "1234567890" },
    { amount: "01" },
    { currency: "ZZZ" },
    { currency: "eur" },
    { unit: "month" },
    { note: "x" },
  ])
    expect(await put("2026-11-01", change), JSON.stringify(change)).toMatchObject({ status: 400 });
  for (const query of [
    "from=2026-02-30",
    "to=now",
    "from=2026-11-02&to=2026-11-02",
    "from=2025-01-01&to=2026-01-03",
    "format=xml",
  ])
    expect((await account.request("GET", `/v1/pay?${query}`)).status, query).toBe(400);
  expect((await account.request("GET", "/v1/work/mine?from=2026-02-30")).status).toBe(400);
  expect((await account.request("GET", "/v1/pay?from=2025-01-01&to=2026-01-02")).status).toBe(200);
});

test("a member has at most 100 rates", async () => {
  const account = await givenAccount();
  const { id } = bodyOf(await account.request("POST", "/v1/members", { name: "Ada" }), 201);
  const rows = Array.from({ length: 100 }, (_, day) => ({
    ...{ account_id: account.accountId, member_id: id, unit: "hour" as const, amount: "1", currency: "EUR" },
    starts_on: dayOf(new Date(Date.UTC(2026, 0, 1 + day))),
    ...{ set_by: "key_x", set_at: deps.now() },
  }));
  await service.db.insertInto("pay_rates").values(rows).execute();
  const rate = { unit: "hour", amount: "2", currency: "EUR" };

  expect((await account.request("PUT", `/v1/members/${id}/rates/2027-01-01`, rate)).status).toBe(409);
  expect((await account.request("PUT", `/v1/members/${id}/rates/2026-01-01`, rate)).status).toBe(200);
});

/** The statuses of reading and changing pay, by a caller. */
async function statusesFor(request: Request, id: string) {
  const body = { unit: "hour", amount: "1", currency: "EUR" };
  const asked = [
    await request("GET", "/v1/pay"),
    await request("GET", `/v1/members/${id}/rates`),
    await request("PUT", `/v1/members/${id}/rates/2026-11-01`, body),
    await request("DELETE", `/v1/members/${id}/rates/2026-11-01`),
  ];
  return asked.map(({ status }) => status);
}

test("owners and managers see and set pay; others, other accounts and strangers do not", async () => {
  const account = await givenAccount();
  const other = await givenAccount();
  const { id } = bodyOf(await account.request("POST", "/v1/members", { name: "Ada" }), 201);
  const as = async (role: "annotator" | "reviewer" | "viewer" | "manager" | "owner") =>
    givenPerson(service, { role }, account);
  for (const role of ["annotator", "reviewer", "viewer"] as const)
    expect(await statusesFor((await as(role)).request, id), role).toEqual([403, 403, 403, 403]);
  for (const role of ["manager", "owner"] as const)
    expect(await statusesFor((await as(role)).request, id), role).toEqual([200, 200, 200, 204]);
  const limited = await givenPerson(service, { role: "manager", project_ids: [] }, account);
  expect(await statusesFor(limited.request, id)).toEqual([403, 403, 403, 403]);
  expect(await statusesFor(other.request, id)).toEqual([200, 404, 404, 404]);
  expect(await statusesFor(service.anonymous, id)).toEqual([401, 401, 401, 401]);

  const [manager, owner] = [await as("manager"), await as("owner")];
  const rate = { unit: "hour", amount: "1", currency: "EUR" };
  const put = ({ request }: typeof manager, of: string) =>
    request("PUT", `/v1/members/${of}/rates/2026-11-01`, rate);
  expect((await put(manager, manager.member_id)).status, "their own").toBe(403);
  expect((await put(manager, owner.member_id)).status, "an owner's").toBe(403);
  expect((await put(owner, manager.member_id)).status).toBe(200);
  expect((await put(owner, owner.member_id)).status).toBe(200);
});

test("members see the hours, answers and pay of their own work, and of nobody else's", async () => {
  const account = await givenAccount();
  const batch = await givenBatch(service, { account, texts: 3, settings: ONE });
  const [ann, bob] = [
    await givenPerson(service, { role: "annotator" }, account),
    await givenPerson(service, {}, account),
  ];
  for (const { request } of [ann, ann, bob]) {
    const [task] = bodyOf(await request("POST", "/v1/tasks/claim", { batch_id: batch.id }), 200).data;
    advance(36_000);
    bodyOf(
      await request("POST", `/v1/tasks/${task.id}/submit`, { result: { label: "yes" }, active_ms: 36_000 }),
      200,
    );
  }
  await setRate(account, ann.member_id, "2026-01-01", { unit: "hour", amount: "20", currency: "USD" });
  const mine = async ({ request }: Pick<TestAccount, "request">) =>
    bodyOf(await request("GET", "/v1/work/mine"), 200);

  expect(await mine(ann)).toEqual({
    ...{
      from: expect.any(String),
      to: expect.any(String),
      hours: "0.0200",
      answers: 2,
      accepted: 2,
      undecided: 0,
    },
    amounts: [{ currency: "USD", amount: "0.40" }],
  });
  expect(await mine(bob)).toMatchObject({ answers: 1, hours: "0.0100", amounts: [] });
  expect(await mine(account), "the key's own member").toMatchObject({ answers: 0, amounts: [] });
  expect((await service.anonymous("GET", "/v1/work/mine")).status).toBe(401);
});

test("annotators cannot tell gold from what their own report counts while the round is open", async () => {
  const account = await givenAccount();
  const settings = { quality_policy: { overlap: 1, gold_share: 1 } };
  const batch = await givenBatch(service, { account, texts: 3, settings });
  const gold = [{ external_id: "1", result: { label: "yes" } }];
  bodyOf(await account.request("POST", `/v1/batches/${batch.id}/gold`, { gold }), 200);
  const { request } = await givenPerson(service, { role: "annotator" }, account);
  const seen = [];
  for (const label of ["no", "yes"]) {
    const [task] = bodyOf(await request("POST", "/v1/tasks/claim", { batch_id: batch.id }), 200).data;
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: { label } }), 200);
    seen.push(bodyOf(await request("GET", "/v1/work/mine"), 200));
  }

  expect(seen).toMatchObject([
    { answers: 1, accepted: 0, undecided: 1 },
    { answers: 2, accepted: 0, undecided: 2 },
  ]);
});

test("members see their own work by day, and gold only where the project shows which items it is", async () => {
  const account = await givenAccount();
  const person = await givenPerson(service, { role: "annotator" }, account);
  const asThem: Request = async (...sent) => {
    const { token } = bodyOf(await askToken(service, person.cookie), 200); // one ends before the next day
    return service.requestWith(token)(...sent);
  };
  for (const feedback of [true, false]) {
    const settings = { quality_policy: { overlap: 1, gold_share: 1, feedback } };
    const batch = await givenBatch(service, { account, texts: 3, settings });
    const gold = ["1", "2"].map((external_id) => ({ external_id, result: { label: "yes" } }));
    bodyOf(await account.request("POST", `/v1/batches/${batch.id}/gold`, { gold }), 200);
    for (const label of ["yes", "no"]) {
      const [task] = bodyOf(await asThem("POST", "/v1/tasks/claim", { batch_id: batch.id }), 200).data;
      advance(60_000);
      const sent = { result: { label }, active_ms: 30_000 };
      bodyOf(await asThem("POST", `/v1/tasks/${task.id}/submit`, sent), 200);
    }
    advance(DAY_MS);
  }
  const other = await givenPerson(service, { role: "annotator" }, account);
  const daysOf = async (from: Request) => bodyOf(await from("GET", "/v1/work/mine/days"), 200);
  const own = await daysOf(asThem);

  expect(own.is_limited).toBe(false);
  const same = { answers: 2, audits: 0, active_minutes: 1, timed: 2 };
  expect(own.days).toEqual([
    { day: expect.any(String), ...same, feedback_answers: 2, feedback_right: 1 },
    { day: expect.any(String), ...same, feedback_answers: 0, feedback_right: 0 },
  ]);
  expect((await daysOf(other.request)).days).toEqual([]);
  expect((await daysOf(account.request)).days).toEqual([]);
  expect((await service.anonymous("GET", "/v1/work/mine/days")).status).toBe(401);
  await service.db
    .updateTable("tasks")
    .set({ updated_at: new Date(deps.now().getTime() - 61 * DAY_MS) })
    .execute();
  expect((await daysOf(asThem)).days).toEqual([]);
});
