import { exactInterval } from "@assay/domain/certification/bound.ts";
import { correctedShares } from "@assay/domain/models/corrected-shares.ts";
import { expect, test } from "vitest";
import {
  annotateAll,
  auditToVerdict,
  bodyOf,
  claim,
  claimAll,
  givenBatch,
  submit,
} from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs, db } = service;

/** Every text whose number divides by 5 is `no`. */
const truthOf = (external_id: string) => (Number(external_id) % 5 === 0 ? "no" : "yes");
const answer = (text: string) => truthOf(text.split(" ").at(-1) ?? "");

function predictionsOf(texts: number, model: string, isRight: (n: number) => boolean, more: object = {}) {
  return Array.from({ length: texts }, (_, index) => {
    const external_id = String(index + 1);
    const right = truthOf(external_id);
    const label = isRight(index + 1) ? right : right === "yes" ? "no" : "yes";
    return { external_id, model, score: isRight(index + 1) ? 0.9 : 0.6, result: { label }, ...more };
  });
}

async function send(id: string, predictions: readonly object[]): Promise<void> {
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
}

async function reportOf(id: string, query = "") {
  return bodyOf(await request("GET", `/v1/batches/${id}/models${query}`), 200);
}

/** The numbers of the audited texts. */
async function auditedIn(batch_id: string): Promise<number[]> {
  const rows = await db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select("items.external_id")
    .where("audits.batch_id", "=", batch_id)
    .where("acceptable", "is not", null)
    .execute();
  return rows.map(({ external_id }) => Number(external_id));
}

async function givenAudited(texts: number) {
  const settings = { quality_level: "basic", quality_policy: { overlap: 1, gold_share: 0 } };
  const { id } = await givenBatch(service, { texts, settings });
  await send(
    id,
    predictionsOf(texts, "good", (n) => n % 20 !== 0, { version: "2", prompt_version: "p1" }),
  );
  await send(
    id,
    predictionsOf(texts, "poor", (n) => n % 10 === 0),
  );
  await annotateAll(service, id, ["ann"], answer);
  await runJobs();
  return id;
}

test("models are judged by the audited items once the verdict is there, and by none before", async () => {
  const id = await givenAudited(80);
  const before = await reportOf(id);
  expect(before).toMatchObject({ sample: { items: 0, audited: 0, checked: 0 } });
  expect(before.models.map(({ accuracy }: { accuracy: object }) => accuracy)).toEqual([
    { items: 0, count: 0, share: null, low: 0, high: 1 },
    { items: 0, count: 0, share: null, low: 0, high: 1 },
  ]);

  await auditToVerdict(service, id, "eve", answer);
  const { sample, models, pairs } = await reportOf(id);

  const [good, poor] = models;
  expect(sample).toEqual({ items: sample.audited, audited: sample.audited, checked: 0 });
  expect(good).toMatchObject({ model: "good", version: "2", prompt_versions: ["p1"], predictions: 80 });
  expect(poor).toMatchObject({ model: "poor", version: null, prompt_versions: [], predictions: 80 });
  for (const { accuracy } of models) {
    expect(accuracy.items).toBe(sample.audited);
    const { low, high } = exactInterval(accuracy.items, accuracy.items - accuracy.count);
    expect(accuracy).toMatchObject({ low: expect.closeTo(low, 9), high: expect.closeTo(high, 9) });
  }
  const audited = await auditedIn(id);
  expect(good.accuracy.count).toBe(audited.filter((n) => n % 20 !== 0).length);
  expect(poor.accuracy.count).toBe(audited.filter((n) => n % 10 === 0).length);
  expect(pairs).toMatchObject([
    { first: { model: "good" }, second: { model: "poor" }, items: sample.audited },
  ]);
  const cells = good.confusion.reduce((sum: number, { items }: { items: number }) => sum + items, 0);
  expect(cells).toBe(sample.audited);
  // Of 80 it gives `yes` to the 64 that are, and to the 4 that it gets wrong.
  const given = new Map([
    ["yes", 68],
    ["no", 12],
  ]);
  const sampled = audited.map((n) => {
    const delivered = truthOf(String(n));
    return { delivered, predicted: n % 20 === 0 ? "yes" : delivered };
  });
  expect(good.shares).toEqual(correctedShares(given, sampled));
});

test("where an auditor called the label wrong and gave no other, no prediction is right", async () => {
  const id = await givenAudited(80);
  const { id: task, item } = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  const result = { label: truthOf(item.external_id) };
  bodyOf(await request("POST", `/v1/tasks/${task}/submit`, { result, verdict: "wrong" }), 200);
  await auditToVerdict(service, id, "eve", answer);

  const { sample, models } = await reportOf(id);
  const { models: beside } = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);

  const known = (await auditedIn(id)).filter((n) => n !== Number(item.external_id));
  expect(known).toHaveLength(sample.audited - 1);
  const right = [known.filter((n) => n % 20 !== 0).length, known.filter((n) => n % 10 === 0).length];
  expect(models.map(({ accuracy }: { accuracy: { count: number } }) => accuracy.count)).toEqual(right);
  const counted = ({ audited, model }: { model: string; audited: object }) => ({ model, audited });
  expect(beside.map(counted)).toEqual([
    { model: "good", audited: { answered: sample.audited, right: right[0] } },
    { model: "poor", audited: { answered: sample.audited, right: right[1] } },
  ]);
  const cells = models[0].confusion.reduce((sum: number, { items }: { items: number }) => sum + items, 0);
  expect(cells).toBe(known.length);
});

test("the report compares items whose wrong prediction was shown with those where it was withheld", async () => {
  const quality_policy = { overlap: 1, gold_share: 0, predictions: { withhold: 0.5 } };
  const { id } = await givenBatch(service, {
    texts: 60,
    settings: { quality_level: "basic", quality_policy },
  });
  await send(
    id,
    predictionsOf(60, "poor", () => false),
  );
  for await (const { id: task, item } of claimAll(service, "ann", { batch_id: id })) {
    const [suggested] = item.predictions;
    bodyOf(await submit(service, { id: task }, suggested?.result.label ?? truthOf(item.external_id)), 200);
  }
  await runJobs();
  await auditToVerdict(service, id, "eve", answer);

  const { anchoring, sample } = await reportOf(id);

  const { shown, withheld, difference } = anchoring;
  expect(shown.items + withheld.items).toBe(sample.audited);
  expect([shown.count, withheld.count]).toEqual([shown.items, 0]);
  if (withheld.items > 0) expect(difference).toMatchObject({ share: 1, high: 1 });
});

test("check items of an auto-accept count from its end on, and metadata divides the sample", async () => {
  const settings = { quality_policy: { overlap: 1, gold_share: 0 } };
  const { id } = await givenBatch(service, { texts: 60, settings });
  await send(
    id,
    predictionsOf(60, "good", (n) => n > 6),
  );
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, { model: "good", check: 30 }), 202);
  await runJobs();
  for (let task = await claim(service, "ann", { batch_id: id }); task; ) {
    if ((await reportOf(id)).sample.items > 0) break;
    bodyOf(await submit(service, task, truthOf(task.item.external_id)), 200);
    task = await claim(service, "ann", { batch_id: id });
  }
  await runJobs();

  const { sample, models } = await reportOf(id, "?slices=language,%20site");
  expect(sample).toEqual({ items: 30, audited: 0, checked: 30 });
  expect(models[0].slices).toMatchObject([
    { key: "language", value: null, other_values: 0, accuracy: { items: 30 } },
    { key: "site", value: null, other_values: 0, accuracy: { items: 30 } },
  ]);
  expect(await request("GET", `/v1/batches/${id}/models?slices=a,b,c,d,e,f`)).toMatchObject({ status: 400 });
});

test("a label that was renamed after the predictions is one label of the report, and metadata may be of any form", async () => {
  const settings = { quality_policy: { overlap: 1, gold_share: 0 } };
  const { id, project_id } = await givenBatch(service, { texts: 40, settings });
  const metadata = JSON.stringify({ site: { toString: 1, valueOf: 2 } });
  await db.updateTable("items").set({ metadata }).where("batch_id", "=", id).execute();
  await send(
    id,
    predictionsOf(40, "good", () => true),
  );
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, { model: "good", check: 20 }), 202);
  await runJobs();
  await annotateAll(service, id, ["ann"], answer);
  await runJobs();
  const { labels } = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const renamed = labels.map((label: { name: string }) => ({
    ...label,
    ...(label.name === "yes" && { name: "aye" }),
  }));
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels: renamed }), 200);

  const { models } = await reportOf(id, "?slices=site,constructor");

  const [{ shares, slices }] = models;
  expect(shares.map(({ label }: { label: string }) => label).sort()).toEqual(["aye", "no"]);
  expect(shares).toContainEqual(expect.objectContaining({ label: "aye", predicted: 0.8, share: 0.8 }));
  expect(slices).toMatchObject([
    { key: "constructor", value: null, other_values: 0 },
    { key: "site", value: '{"valueOf":2,"toString":1}' },
  ]);
});
