import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

const DAY_MS = 24 * 3_600_000;

/** Lets an annotator answer some texts, a minute each, and say that they worked for half of it. */
async function work(
  annotator: string,
  batch_id: string,
  { answers, label = "yes" }: { answers: number; label?: string },
) {
  for (let left = answers; left > 0; left -= 1) {
    const task = await claim(service, annotator, { batch_id });
    service.advance(60_000);
    bodyOf(await submit(service, task, label, { active_ms: 30_000 }), 200);
  }
}

async function memberOf(external_id: string): Promise<string> {
  return bodyOf(await request("GET", `/v1/members?external_id=${external_id}`), 200).data[0].id;
}

test("an annotator who begins to answer otherwise than the others is marked, and only they", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 3 } };
  const { id } = await givenBatch(service, { texts: 30, settings });
  for (const annotator of ["ann", "bob", "cid"]) await work(annotator, id, { answers: 15 });
  service.advance(10 * DAY_MS);
  for (const annotator of ["ann", "bob"]) await work(annotator, id, { answers: 15 });
  await work("cid", id, { answers: 15, label: "no" });

  const trends = bodyOf(await request("GET", `/v1/batches/${id}/trends`), 200);
  expect(trends).toMatchObject({ batch_id: id, is_limited: false });
  const cid = await memberOf("cid");
  const drifts = trends.annotators.map(
    ({ member_id, drift }: { member_id: string; drift: { has_dropped: boolean }[] }) => [
      member_id,
      drift.some(({ has_dropped }) => has_dropped),
    ],
  );
  expect(drifts).toHaveLength(3);
  expect(new Map(drifts)).toEqual(
    new Map([
      [await memberOf("ann"), false],
      [await memberOf("bob"), false],
      [cid, true],
    ]),
  );
  const { days, drift } = trends.annotators.find((one: { member_id: string }) => one.member_id === cid);
  expect(days).toMatchObject([
    { answers: 15, timed: 15, active_minutes: 7.5, compared: 15, agreeing: 15, gold_answered: 0 },
    { answers: 15, timed: 15, active_minutes: 7.5, compared: 15, agreeing: 0, gold_answered: 0 },
  ]);
  expect(drift).toMatchObject([
    { measure: "gold", p: null, has_dropped: false },
    {
      ...{ measure: "consensus", has_dropped: true, before: { compared: 15, right: 15, high: 1 } },
      recent: { compared: 15, right: 0, low: 0 },
    },
  ]);
});

test("a batch is forecast from its days of work, and a certified one tells the hours of a label", async () => {
  const { id } = await givenBatch(service, { texts: 40, settings: { quality_policy: { overlap: 1 } } });
  const forecast = async () => bodyOf(await request("GET", `/v1/batches/${id}/forecast`), 200);
  expect(await forecast()).toMatchObject({
    ...{
      items_left: 40,
      answers_left: 40,
      finish: null,
      days: [],
      seconds_per_answer: null,
      hours_left: null,
    },
  });
  for (let day = 0; day < 6; day += 1) {
    await work("ann", id, { answers: 5 });
    service.advance(DAY_MS);
  }

  const finish = new Date(service.deps.now().getTime() + 2 * DAY_MS).toISOString();
  expect(await forecast()).toMatchObject({
    ...{
      items_left: 10,
      answers_left: 10,
      days: [5, 5, 5, 5, 5, 5],
      seconds_per_answer: 30,
      adjudications_left: 0,
    },
    finish: { median: finish, low: finish, high: finish },
    ...{ hours_left: expect.closeTo(10 / 120, 9), hours_spent: expect.closeTo(30 / 120, 9) },
    ...{ certified_labels: 0, hours_per_certified_label: null },
  });

  await annotateAll(service, id, ["ann"]);
  await runJobs();
  expect((await forecast()).audits_left).toBeGreaterThan(0);
  await auditAll(service, id, "eve");
  await runJobs();
  expect(await forecast()).toMatchObject({
    ...{ items_left: 0, answers_left: 0, audits_left: 0, certified_labels: 40, hours_left: 0 },
    hours_per_certified_label: expect.closeTo(1 / 120, 9),
  });
});

test("a forecast counts the answers that open items need in this round, and none of those that wait for an adjudicator", async () => {
  const settings = { quality_level: "standard", quality_policy: { overlap: 2 } };
  const { id } = await givenBatch(service, { texts: 3, settings });
  const left = async () => {
    const { items_left, answers_left, adjudications_left } = bodyOf(
      await request("GET", `/v1/batches/${id}/forecast`),
      200,
    );
    return { items_left, answers_left, adjudications_left };
  };
  await annotateAll(service, id, ["ann", "bob"]);
  await runJobs();
  await auditAll(service, id, "eve", () => "no");
  await runJobs();
  bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);
  expect(await left()).toEqual({ items_left: 3, answers_left: 6, adjudications_left: 0 });

  const first = await claim(service, "ann", { batch_id: id });
  expect((await left()).answers_left).toBe(6);
  bodyOf(await submit(service, first, "no"), 200);
  expect((await left()).answers_left).toBe(5);
  await annotateAll(service, id, ["bob"], () => "yes");
  expect((await left()).answers_left).toBe(3);
  const sent = { filter: { batch_id: id }, action: "adjudicate" };
  bodyOf(await request("POST", "/v1/items/bulk", sent), 202);
  await runJobs();
  expect(await left()).toEqual({ items_left: 3, answers_left: 2, adjudications_left: 1 });
});

test("an annotator’s answers are compared with what audits found right, once the verdict is there", async () => {
  const { id } = await givenBatch(service, { texts: 4, settings: { quality_policy: { overlap: 1 } } });
  const audited = async () =>
    bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200).annotators[0].audit_confusion;
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  expect(await audited()).toEqual([]);
  await auditAll(service, id, "eve");
  await runJobs();
  expect(await audited()).toEqual([{ answer: "yes", accepted: "yes", count: expect.any(Number) }]);
});

test("neither is shown to another account", async () => {
  const { id } = await givenBatch(service);
  const other = await service.givenAccount();
  for (const report of ["trends", "forecast"]) {
    expect((await other.request("GET", `/v1/batches/${id}/${report}`)).status).toBe(404);
  }
});
