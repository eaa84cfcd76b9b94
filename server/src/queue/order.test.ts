import { expect, test } from "vitest";
import { bodyOf, claim, claimAll, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs, db } = service;
const TEXTS = 12;

async function givenOrdered(queue_order: string, overlap = 1): Promise<string> {
  const quality_policy = { overlap, gold_share: 0 };
  const { id } = await givenBatch(service, {
    texts: TEXTS,
    settings: { quality_level: "none", quality_policy },
  });
  bodyOf(await request("PATCH", `/v1/batches/${id}`, { queue_order }), 200);
  return id;
}

/** Sends a score of model `m` for the texts with these numbers. */
async function send(id: string, scores: Readonly<Record<string, number>>, more: object = {}): Promise<void> {
  const predictions = Object.entries(scores).map(([external_id, score]) => ({
    ...{ external_id, model: "m", score, result: { label: "yes" } },
    ...more,
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  await runJobs();
}

/** The numbers of the items in the order in which an annotator gets them; each is answered. */
async function order(batch_id: string, annotator: string, most = TEXTS): Promise<number[]> {
  const numbers: number[] = [];
  while (numbers.length < most) {
    const task = await claim(service, annotator, { batch_id });
    if (task === undefined) break;
    numbers.push(Number(task.item.external_id));
    bodyOf(await submit(service, task, "yes"), 200);
  }
  return numbers;
}

test("annotators get the items with the lowest scores first, those without a score last", async () => {
  const id = await givenOrdered("uncertainty");
  await send(id, { 3: 0.9, 5: 0.1, 7: 0.4, 9: 0.2 });

  const first = await order(id, "ann", 2);
  expect(first).toEqual([5, 9]);
  await send(id, { 11: 0.05, 3: 0.3 });

  const rest = await order(id, "ann");
  expect(rest.slice(0, 3)).toEqual([11, 3, 7]);
  expect([...first, ...rest].sort((a, b) => a - b)).toEqual(Array.from({ length: TEXTS }, (_, n) => n + 1));
});

test("every item gets each of its answers once, whoever had begun before the order changed", async () => {
  const id = await givenOrdered("uncertainty", 2);
  const begun = await order(id, "ann", 4);
  const held = await claim(service, "bob", { batch_id: id });
  await send(id, Object.fromEntries(Array.from({ length: TEXTS }, (_, n) => [n + 1, n / TEXTS])));
  bodyOf(await submit(service, held, "yes"), 200);

  const annAll = [...begun, ...(await order(id, "ann"))];
  const bobAll = [Number(held.item.external_id), ...(await order(id, "bob"))];

  const all = Array.from({ length: TEXTS }, (_, n) => n + 1);
  expect(annAll.toSorted((a, b) => a - b)).toEqual(all);
  expect(bobAll.toSorted((a, b) => a - b)).toEqual(all);
  const { answers } = await db
    .selectFrom("annotations")
    .select(({ fn }) => fn.countAll<number>().as("answers"))
    .where("batch_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(Number(answers)).toBe(2 * TEXTS);
});

test("items whose predictions differ come first, and the random order can be had again", async () => {
  const id = await givenOrdered("disagreement");
  const scores = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [n + 1, 0.5]));
  await send(id, scores);
  await send(id, { 1: 0.5, 3: 0.5, 5: 0.5 }, { model: "n" });
  await send(id, { 2: 0.5, 6: 0.5 }, { model: "n", result: { label: "no" } });

  expect((await order(id, "ann", 2)).toSorted()).toEqual([2, 6]);
  expect((await order(id, "ann", 3)).toSorted()).toEqual([1, 3, 5]);
  bodyOf(await request("PATCH", `/v1/batches/${id}`, { queue_order: "random" }), 200);
  await runJobs();
  expect(await order(id, "ann")).toHaveLength(TEXTS - 5);
});

test("items that an auto-accept holds stay withheld, and its check items come before the others", async () => {
  const id = await givenOrdered("uncertainty");
  const scores = Object.fromEntries(Array.from({ length: TEXTS }, (_, n) => [n + 1, n / TEXTS]));
  await send(id, scores);
  bodyOf(await request("POST", `/v1/batches/${id}/auto-accept`, { model: "m", check: 10 }), 202);
  await runJobs();
  await send(id, scores, { model: "n" });

  const tasks = [];
  for await (const task of claimAll(service, "ann", { batch_id: id })) tasks.push(task);

  expect(tasks).toHaveLength(10);
});
