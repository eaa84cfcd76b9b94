import { expect, test } from "vitest";
import { bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { getBatch } from "../batches/store.ts";
import { countAgreement } from "../quality/agreement.ts";

const service = await startService();
const { request, db, runJobs } = service;

const SETTINGS = {
  fields: [
    { name: "tone", type: "choice", options: ["dry", "warm"], required: true },
    { name: "stars", type: "rating" },
    { name: "why", type: "text", when: { field: "tone", equals: "warm" } },
  ],
  quality_policy: { overlap: 2, scored_fields: ["tone"] },
};

type Fields = Readonly<Record<string, unknown>>;

/** Lets `annotator` answer everything, with the label yes and the fields for the item's external id. */
async function answerAll(batch_id: string, annotator: string, fieldsOf: (external_id: string) => Fields) {
  for (
    let task = await claim(service, annotator, { batch_id });
    task;
    task = await claim(service, annotator, { batch_id })
  )
    bodyOf(await submit(service, task, "yes", { fields: fieldsOf(task.item.external_id) }), 200);
}

async function itemsOf(batch_id: string) {
  return db
    .selectFrom("items")
    .select(["external_id", "status", "fields", "answer_count"])
    .where("batch_id", "=", batch_id)
    .orderBy("position")
    .execute();
}

test("fields have their own consensus, and a tie of a scored one asks for one more answer", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: SETTINGS });
  await answerAll(id, "ann", () => ({ tone: "dry", stars: 4 }));
  await answerAll(id, "bob", (item) =>
    item === "1" ? { tone: "dry", stars: 2 } : { tone: "warm", why: "smile", stars: 4 },
  );
  expect(await itemsOf(id)).toMatchObject([
    { status: "accepted", fields: { tone: "dry" }, answer_count: 2 },
    { status: "open", fields: null, answer_count: 2 },
  ]);

  await answerAll(id, "cyd", () => ({ tone: "warm", why: "smile" }));

  expect((await itemsOf(id))[1]).toMatchObject({
    ...{ status: "accepted", answer_count: 3 },
    fields: { tone: "warm", stars: 4, why: "smile" },
  });
  const { body } = await request("GET", `/v1/batches/${id}/quality`);
  // Of tones: observed (0 + 3 · 2/3) / 5, by chance 12 of 20 ordered pairs.
  expect(body.fields).toMatchObject([
    {
      ...{ name: "tone", type: "choice", per: "item", metric: "nominal", answered: 2, pairs: 4, raw: 0.5 },
      alpha: expect.closeTo(1 - 0.4 / 0.6, 12),
    },
    { name: "stars", metric: "ordinal", answered: 2, pairs: 2, raw: 0.5 },
    { name: "why", metric: null, answered: 1, pairs: 1, raw: 1, alpha: null, alpha_low: null },
  ]);
});

test("fields of imported answers are delivered too", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: SETTINGS });
  const given = [
    ["1", "ann", { tone: "dry", stars: 3 }],
    ["1", "bob", { tone: "dry", stars: 3 }],
    ["2", "ann", { tone: "dry" }],
    ["2", "bob", { tone: "warm" }],
  ] as const;
  const annotations = given.map(([external_id, annotator, fields]) => ({
    ...{ external_id, annotator, fields },
    result: { label: "yes" },
  }));

  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);

  expect(await itemsOf(id)).toMatchObject([
    { status: "accepted", fields: { tone: "dry", stars: 3 } },
    { status: "open", fields: null },
  ]);
});

const SPANS = {
  annotation_type: "ner",
  labels: [{ name: "person" }],
  fields: [{ name: "role", type: "choice", options: ["buyer", "seller"], per: "object" }],
  quality_policy: { overlap: 2, scored_fields: ["role"] },
};

/** The answer with these spans of a text, each with its role. */
function roles(...given: (readonly [start: number, end: number, role: string | null])[]) {
  const spans = given.map(([start, end]) => ({ start, end, label: "person" }));
  return { result: { spans }, fields: { role: given.map(([, , role]) => role) } };
}

test("a field of objects has a consensus per object, whatever order they were drawn in, and is exported", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: SPANS });
  const given = [
    ["1", "ann", roles([4, 6, "seller"], [0, 3, "buyer"])],
    ["1", "bob", roles([0, 3, "buyer"], [4, 6, "seller"])],
    ["2", "ann", roles([0, 3, "buyer"], [4, 6, "seller"])],
    ["2", "bob", roles([4, 6, "buyer"], [0, 3, "buyer"])],
  ] as const;
  const annotations = given.map(([external_id, annotator, answer]) => ({
    external_id,
    annotator,
    ...answer,
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);

  expect(await itemsOf(id)).toMatchObject([
    { status: "accepted", fields: { role: ["buyer", "seller"] } },
    { status: "open", fields: null, answer_count: 2 },
  ]);
  const { body } = await request("GET", `/v1/batches/${id}/quality`);
  // Pairs of one object differ in 1 of 4; by chance those of 5 buyers and 3 sellers in 30 of 56.
  expect(body.fields).toMatchObject([
    { name: "role", per: "object", metric: "nominal", answered: 4, pairs: 4, raw: 0.75 },
  ]);
  expect(body.fields[0].alpha).toBeCloseTo(1 - 0.25 / (30 / 56), 12);
  expect(body.fields[0].alpha_high).toBe(1);

  for (let task = await claim(service, "cyd", { batch_id: id }); task; task = undefined) {
    const sent = roles([4, 6, "seller"], [0, 3, "buyer"]);
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, sent), 200);
  }
  expect((await itemsOf(id))[1]).toMatchObject({ status: "accepted", fields: { role: ["buyer", "seller"] } });

  const wanted = { batch_id: id, format: "jsonl", include: "all_answers" };
  const asked = bodyOf(await request("POST", "/v1/exports", wanted), 202);
  await runJobs();
  const { bytes } = await request("GET", `/v1/exports/${asked.id}/download`);
  const record = JSON.parse(bytes.toString().split("\n")[0] ?? "");
  expect(record).toMatchObject(roles([0, 3, "buyer"], [4, 6, "seller"]));
  const exported = record.answers.map(({ result, fields }: Record<string, unknown>) => ({ result, fields }));
  expect(exported).toHaveLength(2); // given at the same time, so in either order
  expect(exported).toEqual(expect.arrayContaining([given[0][2], given[1][2]]));
});

test("an audit judges the fields of matched objects", async () => {
  const settings = { ...SPANS, quality_level: "basic" };
  const { id } = await givenBatch(service, { texts: 2, settings });
  for (const annotator of ["ann", "bob"]) {
    const wish = { batch_id: id };
    for (let task = await claim(service, annotator, wish); task; task = await claim(service, annotator, wish))
      bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, roles([0, 3, "buyer"], [4, 6, null])), 200);
  }
  await runJobs();

  const said: Readonly<Record<string, object>> = {
    1: roles([4, 6, null], [0, 3, "buyer"]),
    2: roles([4, 6, "buyer"], [0, 3, null]),
  };
  const wish = { batch_id: id, kinds: ["audit"] };
  for (let task = await claim(service, "eve", wish); task; task = await claim(service, "eve", wish))
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, said[task.item.external_id]), 200);

  const audits = await db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select("acceptable")
    .where("audits.batch_id", "=", id)
    .orderBy("position")
    .execute();
  expect(audits).toEqual([{ acceptable: true }, { acceptable: false }]);
});

test("an audit judges scored fields, and the correction delivers its fields", async () => {
  const { id } = await givenBatch(service, { texts: 3, settings: { ...SETTINGS, quality_level: "basic" } });
  for (const annotator of ["ann", "bob"]) await answerAll(id, annotator, () => ({ tone: "dry", stars: 4 }));
  await runJobs();

  const wish = { batch_id: id, kinds: ["audit"] };
  const said: Readonly<Record<string, Fields>> = {
    1: { tone: "dry", stars: 4 },
    2: { tone: "dry", stars: 1 },
    3: { tone: "warm", stars: 4 },
  };
  for (let task = await claim(service, "eve", wish); task; task = await claim(service, "eve", wish)) {
    expect(task.item.fields).toEqual({ tone: "dry", stars: 4 });
    bodyOf(await submit(service, task, "yes", { fields: said[task.item.external_id] }), 200);
  }

  const audits = await db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select(["external_id", "acceptable", "corrected_fields"])
    .where("audits.batch_id", "=", id)
    .orderBy("position")
    .execute();
  expect(audits).toEqual([
    { external_id: "1", acceptable: true, corrected_fields: null },
    { external_id: "2", acceptable: true, corrected_fields: { tone: "dry", stars: 1 } },
    { external_id: "3", acceptable: false, corrected_fields: { tone: "warm", stars: 4 } },
  ]);
});

test("agreement as evidence requires agreement on scored fields", async () => {
  const agreedOf = async (scored_fields: readonly string[]) => {
    const settings = { ...SETTINGS, quality_policy: { overlap: 2, scored_fields } };
    const { id } = await givenBatch(service, { texts: 2, settings });
    await answerAll(id, "ann", () => ({ tone: "dry", stars: 1 }));
    await answerAll(id, "bob", (item) => ({ tone: "dry", stars: item === "1" ? 2 : 5 }));
    const batch = await getBatch(db, service.accountId, id);
    return (await db.transaction().execute((tx) => countAgreement(tx, batch))).agreed;
  };

  expect([await agreedOf([]), await agreedOf(["tone"]), await agreedOf(["tone", "stars"])]).toEqual([
    2, 2, 1,
  ]);
});

test("a scored field cannot be removed, and another can become scored", async () => {
  const { project_id } = await givenBatch(service, { settings: SETTINGS });
  const fields = [{ name: "length", type: "number" }];
  const url = `/v1/projects/${project_id}`;

  const refused = await request("PATCH", url, { fields });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'quality_policy.scored_fields.0 "tone" is not a field of the project',
  ]);
  expect(
    (await request("PATCH", url, { fields, quality_policy: { scored_fields: ["length"] } })).status,
  ).toBe(200);
});
