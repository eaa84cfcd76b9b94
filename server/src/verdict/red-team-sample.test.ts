import { drawOrder } from "@assay/domain/draw/order.ts";
import { expect, test } from "vitest";
import {
  auditAll,
  auditToVerdict,
  bodyOf,
  claim,
  givenLines,
  givenProject,
  submit,
} from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { givenBatchOf, givenLabeled, predicateOf, textsOf } from "../../test/red-team.ts";
import { startService } from "../../test/service.ts";
import { sha256 } from "../platform/sha256.ts";
import { prepareDraw } from "./draw.ts";

const service = await startService();
const { request, db, deps, runJobs } = service;

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

async function itemsOf(id: string) {
  return db.selectFrom("items").selectAll().where("batch_id", "=", id).orderBy("position").execute();
}

/** All that the database has about the draw, as text. */
async function storedDraw(id: string): Promise<string> {
  const rows = await db.selectFrom("draws").selectAll().where("batch_id", "=", id).execute();
  return JSON.stringify(
    rows.map((row) => ({ ...row, seed_encrypted: row.seed_encrypted.toString("latin1") })),
  );
}

async function seedOf(id: string): Promise<string> {
  const row = await db.selectFrom("draws").selectAll().where("batch_id", "=", id).executeTakeFirstOrThrow();
  return deps.secrets.decrypt(row.seed_encrypted);
}

const NONCE = { quality_policy: { overlap: 1, challenge: "nonce" } };

test("who reads the database cannot try nonces: the seed is encrypted until the verdict", async () => {
  const { id } = await givenLabeled(service, textsOf("tried nonces", 60), NONCE);
  const seed = await seedOf(id);
  expect(await storedDraw(id)).not.toContain(seed);
  const given = bodyOf(
    await request("POST", `/v1/batches/${id}/challenge`, { nonce: "the-nonce-of-the-buyer" }),
    200,
  );

  // Between the challenge and the first audit, a batch that would fail could be deleted without a trace.
  expect([given.seed, (await storedDraw(id)).includes(seed)]).toEqual([null, false]);
  await runJobs();
  expect((await storedDraw(id)).includes(seed)).toBe(false);
  const audited = (await batchOf(id)).audit.required;
  const first = await db
    .selectFrom("audits")
    .selectAll()
    .where("batch_id", "=", id)
    .orderBy("rank")
    .execute();
  const drawn = drawOrder(
    sha256,
    { seed: Buffer.from(seed, "hex"), nonce: "the-nonce-of-the-buyer" },
    await itemsOf(id),
    audited,
  );
  expect(first.map(({ item_id }) => item_id)).toEqual(drawn.map((item) => item.id));

  await auditToVerdict(service, id, "eve");
  expect((await storedDraw(id)).includes(seed)).toBe(true);
  expect((await predicateOf(service, id)).sample).toMatchObject({ seed, source: "nonce" });
});

test("a second nonce, by another key or role, does not draw the sample again", async () => {
  const manager = await givenPerson(service, { role: "manager" });
  const { id } = await givenLabeled(service, textsOf("second nonce", 40), NONCE);
  bodyOf(await request("POST", `/v1/batches/${id}/challenge`, { nonce: "first-nonce-of-buyer" }), 200);
  const before = await storedDraw(id);
  for (const who of [service, manager]) {
    const again = await who.request("POST", `/v1/batches/${id}/challenge`, {
      nonce: "second-nonce-of-buyer",
    });
    expect([again.status, again.body.error]).toEqual([409, "invalid_state"]);
  }
  expect(await storedDraw(id)).toBe(before);
  for (const role of ["reviewer", "annotator"] as const) {
    const worker = await givenPerson(service, { role });
    bodyOf(await worker.request("POST", `/v1/batches/${id}/challenge`, { nonce: "a-nonce-of-workers" }), 403);
  }
});

test("a job that prepares the draw twice commits to one seed and one root", async () => {
  const { id } = await givenLabeled(service, textsOf("prepared twice", 20), NONCE);
  const before = await storedDraw(id);
  await Promise.all([
    prepareDraw(deps, { account_id: service.accountId, batch_id: id }),
    prepareDraw(deps, { account_id: service.accountId, batch_id: id }),
  ]);
  expect(await storedDraw(id)).toBe(before);
});

/** Changes of labels or of the population that a manager may try between completion and verdict. */
const CHANGES: Readonly<Record<string, (id: string, item_id: string) => readonly [string, object]>> = {
  "exclude items": (id) => ["/v1/items/bulk", { filter: { batch_id: id }, action: "exclude", reason: "x" }],
  "requeue items": (id) => ["/v1/items/bulk", { filter: { batch_id: id }, action: "requeue" }],
  "adjudicate items": (id) => ["/v1/items/bulk", { filter: { batch_id: id }, action: "adjudicate" }],
  "accept predictions": (id) => [
    "/v1/items/bulk",
    { filter: { batch_id: id }, action: "accept_prediction", model: "m" },
  ],
  "import known answers": (id, item_id) => [
    `/v1/batches/${id}/gold`,
    { gold: [{ item_id, result: { label: "no" } }] },
  ],
  "import answers": (id, item_id) => [
    `/v1/batches/${id}/annotations`,
    { annotations: [{ item_id, annotator: "zoe", result: { label: "no" } }] },
  ],
  "compute the labels again": (id) => [`/v1/batches/${id}/consensus`, { method: "majority" }],
  "rework the batch": (id) => [`/v1/batches/${id}/rework`, {}],
  "amend the batch": (id, item_id) => [`/v1/batches/${id}/amend`, { item_ids: [item_id] }],
  "ask for another level": (id) => [`/v1/batches/${id}/audit`, { level: "basic" }],
};

test.each(["before the challenge", "during the audit"])(
  "a manager changes no label and excludes no item %s",
  async (when) => {
    const manager = await givenPerson(service, { role: "manager" });
    const { id } = await givenLabeled(
      service,
      textsOf(`changed ${when}`, 40),
      when === "during the audit" ? {} : NONCE,
    );
    const state = async () =>
      (await itemsOf(id)).map(({ id, status, result, origin, round }) => ({
        id,
        status,
        result,
        origin,
        round,
      }));
    const before = await state();
    const predictions = [{ external_id: "1", model: "m", result: { label: "no" } }];
    bodyOf(await manager.request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
    for (const [name, change] of Object.entries(CHANGES)) {
      const [url, body] = change(id, before[0]?.id ?? "");
      const { status } = await manager.request("POST", url, body);
      expect(status < 300 || status === 409, `${name}: ${status}`).toBe(true);
      await runJobs();
      expect(await state(), name).toEqual(before);
    }
    expect((await batchOf(id)).audit === null).toBe(when === "before the challenge");
  },
);

test("items that were excluded before completion are counted in the certificate, and no level is hidden by them", async () => {
  const { id } = await givenBatchOf(service, textsOf("excluded", 50), {
    quality_policy: { overlap: 1, max_excluded_share: 0.3 },
  });
  const external_ids = Array.from({ length: 11 }, (_, index) => String(index + 1));
  const change = { filter: { batch_id: id, external_ids }, action: "exclude", reason: "too hard" };
  bodyOf(await request("POST", "/v1/items/bulk", change), 202);
  await runJobs();
  const annotations = Array.from({ length: 39 }, (_, index) => ({
    ...{ external_id: String(index + 12), annotator: "ann" },
    result: { label: "yes" },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  await runJobs();
  await auditToVerdict(service, id, "eve");
  expect(await predicateOf(service, id)).toMatchObject({ excluded: 11, N: 39, batch: { items: 50 } });
});

test("labels that are swapped between completion and verdict are delivered as audited", async () => {
  const { id, project_id } = await givenLabeled(service, textsOf("swapped", 20));
  const project = bodyOf(await request("GET", `/v1/projects/${project_id}`), 200);
  const [yes, no] = project.labels;
  const rename = async (first: string, second: string) =>
    request("PATCH", `/v1/projects/${project_id}`, {
      labels: [
        { ...yes, name: first },
        { ...no, name: second },
      ],
    });
  bodyOf(await rename("other", "no"), 200);
  bodyOf(await rename("other", "yes"), 200);
  bodyOf(await rename("no", "yes"), 200);
  await auditToVerdict(service, id, "eve");
  const { labels } = await predicateOf(service, id);
  expect(labels).toMatchObject([
    { label: "yes", delivered: 20, wrong: 0 },
    { label: "no", delivered: 0 },
  ]);
});

test("wrong labels that are hidden in one group make the certificate speak of groups", async () => {
  const texts = textsOf("grouped", 60);
  const project = await givenProject(service, { quality_policy: { overlap: 1 } });
  const lines = texts.map((text, index) => ({
    ...{ text, external_id: String(index + 1) },
    ...(index < 14 && { group: "all that is wrong" }),
  }));
  const upload_id = await givenLines(service, service, lines);
  const sent = { project_id: project.id, upload_ids: [upload_id] };
  const { id } = bodyOf(await request("POST", "/v1/batches", sent), 201);
  const annotations = texts.map((_, index) => ({
    ...{ external_id: String(index + 1), annotator: "ann" },
    result: { label: "yes" },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  await runJobs();
  const isWrong = (text: string) => Number(text.split(" ").at(-1)) <= 14;
  await auditToVerdict(service, id, "eve", (text) => (isWrong(text) ? "no" : "yes"));

  const predicate = await predicateOf(service, id);
  const { sentence } = await batchOf(id);
  const { page_url } = bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200);
  const page = String((await request("GET", new URL(page_url).pathname)).bytes);
  expect(predicate).toMatchObject({ N: 47, batch: { items: 60 }, looks: [{ unit: "group" }] });
  expect(sentence).toContain("groups of items in this batch");
  expect(page).toContain("47 groups of items");
});

test("nobody audits the new label that they gave in an amendment, and the whole batch is drawn from again", async () => {
  const { id } = await givenLabeled(service, textsOf("amended", 4));
  await auditToVerdict(service, id, "eve");
  const [item] = await itemsOf(id);
  bodyOf(await request("POST", `/v1/batches/${id}/amend`, { item_ids: [item?.id] }), 200);
  service.advance(25 * 3_600_000); // ann's reservation ends
  const task = await claim(service, "kim", { batch_id: id });
  bodyOf(await submit(service, task, "no"), 200);
  await runJobs();
  const items = bodyOf(await request("GET", `/v1/batches/${id}/draws`), 200).data.at(-1).items;
  const audited = await auditAll(service, id, "kim");
  await auditToVerdict(service, id, "eve", (text) => (text === "amended 1" ? "no" : "yes"));

  expect([items, audited]).toEqual([4, 3]);
  expect(await predicateOf(service, id)).toMatchObject({ revision: 2, n: 4, auditors: { length: 2 } });
});
