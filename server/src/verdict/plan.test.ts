import { LEVELS } from "@assay/domain/certification/levels.ts";
import { planRound } from "@assay/domain/certification/price.ts";
import { expect, test } from "vitest";
import { annotateAll, auditToVerdict, bodyOf, claimByRank, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { roundsOf } from "./audit.ts";
import { judgeBatch } from "./judge.ts";

const service = await startService();
const { request, db, deps, runJobs } = service;

async function givenCompleted(texts: number, policy: object = {}) {
  const batch = await givenBatch(service, {
    texts,
    settings: { quality_policy: { overlap: 1, ...policy } },
  });
  await annotateAll(service, batch.id, ["ann"]);
  await runJobs();
  return batch.id;
}

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

async function rowOf(id: string) {
  return db.selectFrom("batches").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The sizes of the stages of a round at level standard. */
function sizesOf(N: number, round = 1): number[] {
  return planRound(LEVELS.standard, N, round).stages.map(({ audits }) => audits);
}

test("only the audits up to the first open rank count", async () => {
  const id = await givenCompleted(30);
  const [first, ...others] = await claimByRank(service, db, id);
  if (first === undefined) throw new Error("no audit");
  for (const task of others) bodyOf(await submit(service, task, "yes"), 200);
  await runJobs();
  expect(await batchOf(id)).toMatchObject({
    status: "completed",
    audit: { required: others.length + 1, done: others.length },
  });

  bodyOf(await submit(service, first, "yes"), 200);
  await runJobs();

  expect(await batchOf(id)).toMatchObject({ status: "certified" });
  const [stage] = sizesOf(30);
  expect((await rowOf(id)).looks).toMatchObject([
    { method: "sequential", n: stage, d: 0, N: 30, alpha: 0.0375, stages: sizesOf(30) },
  ]);
});

test("the next stage opens with the last audit of a stage, so that nobody learns which audit found a wrong label", async () => {
  const id = await givenCompleted(30);
  const [stage, next] = sizesOf(30);
  const [first, ...others] = await claimByRank(service, db, id);
  if (first === undefined) throw new Error("no audit");
  expect((await batchOf(id)).audit).toMatchObject({ required: stage, most_required: sizesOf(30).at(-1) });

  bodyOf(await submit(service, first, "no"), 200);
  await runJobs();
  expect((await batchOf(id)).audit).toMatchObject({ required: stage, done: 1 });

  for (const task of others) bodyOf(await submit(service, task, "yes"), 200);
  await runJobs();
  expect((await batchOf(id)).audit).toMatchObject({ required: next, done: stage });
  expect(await claimByRank(service, db, id)).toHaveLength((next ?? 0) - (stage ?? 0));
});

test("a round fails at the wrong audit that is one too many, and cancels the others", async () => {
  const id = await givenCompleted(30);
  const tasks = await claimByRank(service, db, id);
  for (const task of tasks.slice(0, 5)) bodyOf(await submit(service, task, "no"), 200);
  await runJobs();

  expect(await batchOf(id)).toMatchObject({
    status: "failed",
    failure_reasons: [{ code: "quality", count: 5 }],
  });
  expect((await rowOf(id)).looks).toMatchObject([{ n: 5, d: 5, outcome: "failed" }]);
  const late = tasks[5];
  if (late === undefined) throw new Error("no audit was left");
  expect(await submit(service, late, "yes")).toMatchObject({ status: 409 });
  const canceled = bodyOf(await request("GET", `/v1/tasks/${late.id}`), 200);
  expect(canceled).toMatchObject({ status: "canceled", verdict: { outcome: "failed", required: null } });
  const open = db.selectFrom("tasks").select("id").where("batch_id", "=", id).where("kind", "=", "audit");
  expect(await open.where("status", "in", ["open", "leased"]).execute()).toEqual([]);
  expect(roundsOf(await rowOf(id))).toBe(1);
});

test("the plan follows the policy: a forgiving one tolerates six wrong labels", async () => {
  const id = await givenCompleted(60, { audit_plan: "forgiving" });
  const { stages } = planRound({ ...LEVELS.standard, audit_plan: "forgiving" }, 60, 1);

  expect((await batchOf(id)).audit).toMatchObject({
    ...{ required: stages[0]?.audits, most_required: stages.at(-1)?.audits, wrong_allowed: 6 },
  });
});

test("the number of looks cannot be chosen any more", async () => {
  const body = { annotation_type: "text_classification", quality_policy: { max_looks: 2 } };
  expect(await request("POST", "/v1/projects", body)).toMatchObject({
    status: 400,
    body: { message: "Unknown field: quality_policy.max_looks" },
  });
});

/** Makes the open audit one of a version without plans: its batch has the policy and numbers of that time. */
async function asBefore(id: string, audit: object) {
  const { policy } = await rowOf(id);
  await db
    .updateTable("batches")
    .set({
      audit: JSON.stringify(audit),
      policy: JSON.stringify({ ...policy, max_looks: 2 }),
      budget_round: 0,
    })
    .where("id", "=", id)
    .execute();
}

test.each([
  { open: { look: 1, look_of_round: 1 }, look: 1, alpha: 0.0375, rounds: 1 },
  { open: { look: 3, look_of_round: 1 }, look: 2, alpha: 0.009375, rounds: 2 },
  { open: { look: 2, look_of_round: 2 }, look: 2, alpha: 0.0125, rounds: 1 },
  { open: { look: 4, look_of_round: 2 }, look: 4, alpha: 0.003125, rounds: 2 },
])(
  "an audit that was open before there were plans goes on with one: $open",
  async ({ open, look, alpha, rounds }) => {
    const id = await givenCompleted(30);
    const { audit } = await rowOf(id);
    await asBefore(id, { ...open, required: audit?.required ?? 0, wrong_allowed: 1 });

    await judgeBatch(deps, { account_id: service.accountId, batch_id: id });
    const row = await rowOf(id);
    expect(row.audit).toMatchObject({ look, alpha, wrong_allowed: 4 });
    await auditToVerdict(service, id, "eve");

    const { status, looks, ...rest } = await rowOf(id);
    expect({ status, looks }).toMatchObject({
      status: "certified",
      looks: [{ look, alpha, method: "sequential", stages: row.audit?.stages }],
    });
    expect(roundsOf({ ...rest, looks })).toBe(rounds);
  },
);

test("a first look that drew more than the plan needs is certified by the first stage, and its other audits end", async () => {
  const id = await givenCompleted(60, { audit_plan: "forgiving" });
  const drawn = (await rowOf(id)).audit?.required ?? 0;
  const { policy } = await rowOf(id);
  const thrifty = JSON.stringify({ ...policy, audit_plan: "thrifty" });
  await db.updateTable("batches").set({ policy: thrifty }).where("id", "=", id).execute();
  await asBefore(id, { look: 1, look_of_round: 1, required: drawn, wrong_allowed: 1 });
  const [stage = 0] = sizesOf(60);
  expect(drawn).toBeGreaterThan(stage);
  const tasks = await claimByRank(service, db, id);
  for (const task of tasks.slice(1, stage)) bodyOf(await submit(service, task, "yes"), 200);
  await runJobs();
  expect((await batchOf(id)).audit).toMatchObject({ required: stage, done: stage - 1 });
  for (const task of tasks.slice(0, 1)) bodyOf(await submit(service, task, "yes"), 200);
  await runJobs();

  expect((await rowOf(id)).looks).toMatchObject([{ n: stage, outcome: "certified" }]);
  const left = db.selectFrom("tasks").select("status").where("batch_id", "=", id).where("kind", "=", "audit");
  const repeats = tasks.slice(0, stage).filter((_, index) => index % 10 === 0);
  expect(await left.where("status", "<>", "submitted").execute()).toEqual(
    [...tasks.slice(stage), ...repeats].map(() => ({ status: "canceled" })),
  );
});
