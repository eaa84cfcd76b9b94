import { LEVELS } from "@assay/domain/certification/levels.ts";
import { planRound } from "@assay/domain/certification/price.ts";
import { expect, test } from "vitest";
import {
  auditAll,
  auditToVerdict,
  bodyOf,
  claim,
  givenBatch,
  givenLines,
  givenProject,
} from "../../test/given.ts";
import { answersOf, importAnswers } from "../../test/import-answers.ts";
import { startService } from "../../test/service.ts";
import { givenWav, sendRaw } from "../../test/upload-bodies.ts";
import { finishIfComplete } from "../batches/finish.ts";
import { addProgress } from "../queue/progress.ts";
import { roundsOf } from "./audit.ts";
import { judgeBatch } from "./judge.ts";

const service = await startService();
const { request, db, deps, runJobs } = service;

async function batchOf(id: string) {
  return (await request("GET", `/v1/batches/${id}`)).body;
}

interface Given {
  readonly items: number;
  readonly groupOf?: (item: number) => string | undefined;
  readonly settings?: object;
  readonly annotators?: readonly string[];
  readonly label?: string;
}

/** A batch whose items 1 to `items` have one label from all annotators. */
async function givenAnswered({ items, groupOf, settings = {}, annotators = ["ann"], label }: Given) {
  const quality_policy = { overlap: annotators.length };
  const { id: project_id } = await givenProject(service, { quality_policy, ...settings });
  const lines = Array.from({ length: items }, (_, index) => {
    const group = groupOf?.(index + 1);
    return { text: `text ${index + 1}`, external_id: String(index + 1), ...(group && { group }) };
  });
  const upload_id = await givenLines(service, service, lines);
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids: [upload_id] }), 201);
  bodyOf(await importAnswers(service, id, answersOf(items, annotators, label)), 200);
  return id;
}

function auditsOf(batch_id: string) {
  return db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select(["rank", "items.group", "items.external_id"])
    .where("audits.batch_id", "=", batch_id)
    .orderBy("rank")
    .execute();
}

test("groups are drawn whole and count once, and are right if all of their items are", async () => {
  const groupOf = (item: number) => (item <= 90 ? `page ${item % 30}` : undefined);
  const id = await givenAnswered({ items: 100, groupOf });
  await runJobs();
  const { stages, budget } = planRound(LEVELS.standard, 40, 1);
  const [first, second] = stages.map(({ audits }) => audits);
  const unitsOf = async () => [...Map.groupBy(await auditsOf(id), ({ rank }) => rank).values()];
  const units = await unitsOf();

  expect(await batchOf(id)).toMatchObject({
    audit: { required: first, unit: "group", done: 0 },
    sentence: expect.stringContaining(`A verdict takes ${first} group audits, or up to `),
  });
  const { needed } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  expect(needed.message).toBe(`${first} groups need an audit.`);
  expect(units).toHaveLength(first ?? 0);
  for (const unit of units) {
    const group = unit[0]?.group ?? null;
    expect(unit.map((item) => item.group)).toEqual(group === null ? [null] : [group, group, group]);
  }

  const wrong = units.find((unit) => unit.length === 3)?.[1]?.external_id;
  await auditToVerdict(service, id, "eve", (text) => (text === `text ${wrong}` ? "no" : "yes"));

  const batch = await batchOf(id);
  expect(batch).toMatchObject({ status: "certified", certification_level: "standard" });
  const { looks } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  expect(looks).toMatchObject([{ N: 40, n: second, d: 1, unit: "group", alpha: budget }]);
  expect(batch.sentence).toContain("groups of items in this batch");
  const certificate = bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200);
  const page = await service.anonymous("GET", `/certificates/${certificate.id}`);
  expect(page.body).toContain(batch.sentence.replaceAll("'", "&#39;"));
  expect(page.body).toContain(`${second} of 40 groups of items`);
});

test("a large group is drawn no earlier than a single item", async () => {
  const groupOf = (item: number) => (item <= 200 ? `page ${item % 20}` : undefined);
  const id = await givenAnswered({ items: 300, groupOf });
  await runJobs();

  // 18 of 120 clusters. If groups were drawn by the lowest rank of their ten items, nearly all 20 would be
  // there.
  const sizes = [...Map.groupBy(await auditsOf(id), ({ rank }) => rank).values()].map(({ length }) => length);
  expect(sizes.filter((size) => size > 1).length).toBeLessThan(13);
});

test("every item of a batch of five is audited", async () => {
  const id = await givenAnswered({ items: 5 });
  await runJobs();

  expect(await batchOf(id)).toMatchObject({ audit: { required: 5, wrong_allowed: 1, unit: "item" } });
});

test("a batch with agreement below chance fails before anybody audits it", async () => {
  const { id } = await givenBatch(service, { texts: 40, settings: { quality_policy: { overlap: 2 } } });
  const answers = [...answersOf(40, ["ann"]), ...answersOf(40, ["bob"], "no")];
  bodyOf(await importAnswers(service, id, answers), 200);
  await db.updateTable("items").set({ status: "accepted", result: '{"label":"yes"}' }).execute();
  await db
    .transaction()
    .execute((tx) => addProgress(tx, { id, account_id: service.accountId }, { accepted: 40 }));
  await finishIfComplete(deps, service.accountId, id);
  await runJobs();

  expect(await batchOf(id)).toMatchObject({
    status: "failed",
    quality_score: 0,
    audit: null,
    failure_reasons: [{ code: "agreement", count: 40 }],
  });
});

test("a round that failed before anybody audited uses up no α", async () => {
  const id = await givenAnswered({ items: 40 });
  const firstItem = () => db.updateTable("items").where("batch_id", "=", id).where("external_id", "=", "1");
  await firstItem().set({ result: '{"labels":["yes"]}' }).execute();
  await runJobs();
  expect(await batchOf(id)).toMatchObject({
    status: "failed",
    failure_reasons: [{ code: "invalid_results" }],
  });

  await firstItem().set({ support: 0.5 }).execute();
  bodyOf(await request("POST", `/v1/batches/${id}/rework`), 200);
  bodyOf(await importAnswers(service, id, answersOf(1, ["ann"])), 200);
  await runJobs();

  const { round, audit } = await batchOf(id);
  const required = planRound(LEVELS.standard, 40, 1).stages[0]?.audits;
  expect({ round, audit }).toMatchObject({ round: 2, audit: { look: 1, required } });

  await auditAll(service, id, "eve", () => "no");
  await runJobs();
  const { looks, policy } = await db
    .selectFrom("batches")
    .select(["looks", "policy"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(looks.map(({ look, round, n }) => [look, round, n])).toEqual([
    [1, 1, 0],
    [1, 2, 5],
  ]);
  expect(roundsOf({ policy, looks, budget_round: 0 })).toBe(1);
  const unseen = looks.slice(0, 1);
  expect(roundsOf({ policy: { ...policy, evidence: "agreement" }, looks: unseen, budget_round: 0 })).toBe(1);
});

test("results that are invalid for their type fail a batch", async () => {
  const id = await givenAnswered({ items: 3 });
  await db
    .updateTable("items")
    .set({ result: JSON.stringify({ labels: ["yes"] }) })
    .where("batch_id", "=", id)
    .where("external_id", "=", "1")
    .execute();
  await runJobs();

  const { status, failure_reasons } = await batchOf(id);
  expect(status).toBe("failed");
  expect(failure_reasons).toEqual([
    { code: "invalid_results", message: "1 result not valid for the annotation type.", count: 1 },
  ]);
});

test("a label shown to be missed too often fails a batch whose score would pass", async () => {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1, label_floor: 0.98 } };
  const id = await givenAnswered({ items: 40, settings });
  await runJobs();
  let audits = 0;
  await auditToVerdict(service, id, "eve", () => {
    audits += 1;
    return audits === 1 ? "no" : "yes";
  });

  const { status, quality_score, failure_reasons } = await batchOf(id);
  expect({ status, failure_reasons }).toMatchObject({
    status: "failed",
    failure_reasons: [
      { code: "label_recall", message: expect.stringContaining('"no" found in 0 of 1 checked item') },
    ],
  });
  expect(quality_score).toBeGreaterThanOrEqual(70);
});

test("answers of annotators whom gold identifies as guessing fail a batch", async () => {
  const settings = { quality_policy: { overlap: 1, max_spam_share: 0.4 } };
  const id = await givenAnswered({ items: 60, settings, label: "no" });
  const gold = Array.from({ length: 30 }, (_, index) => ({
    external_id: String(index + 1),
    result: { label: "yes" },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);
  await runJobs();

  expect(await batchOf(id)).toMatchObject({
    status: "failed",
    failure_reasons: [{ code: "spam", count: 60 }],
  });
});

test("known answers that are added once the labels are fixed fail no batch without an audit", async () => {
  const settings = { quality_policy: { overlap: 1, max_spam_share: 0.4, challenge: "nonce" } };
  const id = await givenAnswered({ items: 60, settings, label: "no" });
  await runJobs();
  const external_ids = Array.from({ length: 30 }, (_, index) => String(index + 1));
  const gold = external_ids.map((external_id) => ({ external_id, result: { label: "yes" } }));
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);

  await judgeBatch(service.deps, { account_id: service.accountId, batch_id: id });
  await runJobs();
  expect(await batchOf(id)).toMatchObject({ status: "completed", audit: null });
  bodyOf(await request("POST", `/v1/batches/${id}/challenge`, { nonce: "chosen-by-the-buyer" }), 200);
  await runJobs();

  expect(await batchOf(id)).toMatchObject({ status: "completed", audit: { required: expect.any(Number) } });
});

test("the overlap's share of the items take all answers, the others one", async () => {
  const settings = { quality_policy: { overlap: 3, overlap_share: 0.3 } };
  const { id } = await givenBatch(service, { texts: 300, settings });
  const items = await db
    .selectFrom("items")
    .select(["overlap_required", "open_slots"])
    .where("batch_id", "=", id)
    .execute();

  const full = items.filter(({ overlap_required }) => overlap_required === 3);
  expect(full.length).toBeGreaterThan(50);
  expect(full.length).toBeLessThan(130);
  expect(
    items.every(
      ({ overlap_required, open_slots }) =>
        [1, 3].includes(overlap_required) && open_slots === overlap_required,
    ),
  ).toBe(true);
});

test("a segment that extends beyond its recording fails the batch", async () => {
  const upload = bodyOf(await sendRaw(request, "call.wav", givenWav(1.5)), 201);
  const quality_policy = { overlap: 1 };
  const project = await givenProject(service, { annotation_type: "diarization", quality_policy });
  const sent = { project_id: project.id, upload_ids: [upload.id] };
  const { id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
  const task = await claim(service, "ann", { batch_id: id });
  const segment = { start: 0, end: 1.5, label: "yes" };
  bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: { segments: [segment] } }), 200);
  const longer = JSON.stringify({ segments: [{ ...segment, end: 100 }] });
  await db.updateTable("items").set({ result: longer }).where("batch_id", "=", id).execute();

  await runJobs();

  expect(await batchOf(id)).toMatchObject({
    status: "failed",
    failure_reasons: [{ code: "invalid_results", count: 1 }],
  });
});
