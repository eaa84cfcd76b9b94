import { createHash } from "node:crypto";
import { canonicalJson } from "@assay/domain/draw/canonical-json.ts";
import { drawOrder } from "@assay/domain/draw/order.ts";
import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, givenBatch } from "../../test/given.ts";
import { answersOf, importAnswers } from "../../test/import-answers.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { lockBatch } from "../batches/store.ts";
import { decideLabelsOf } from "../consensus/decide.ts";
import { sha256 } from "../platform/sha256.ts";
import { prepareDraw } from "./draw.ts";
import { judgeBatch } from "./judge.ts";

const service = await startService();
const { request, db, runJobs } = service;

async function givenCompleted(quality_policy: object, texts = 40): Promise<string> {
  const { id } = await givenBatch(service, {
    texts,
    settings: { quality_policy: { overlap: 1, ...quality_policy } },
  });
  bodyOf(await importAnswers(service, id, answersOf(texts, ["ann"])), 200);
  await runJobs();
  return id;
}

async function drawsOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}/draws`), 200).data;
}

async function audited(id: string, round = 1): Promise<string[]> {
  const rows = await db
    .selectFrom("audits")
    .select("item_id")
    .where("batch_id", "=", id)
    .where("round", "=", round)
    .orderBy("rank")
    .execute();
  return rows.map(({ item_id }) => item_id);
}

async function itemsOf(id: string) {
  return db.selectFrom("items").select("id").where("batch_id", "=", id).orderBy("position").execute();
}

async function challenge(id: string, nonce: unknown) {
  return request("POST", `/v1/batches/${id}/challenge`, { nonce });
}

/** The seed, which nobody else can read before the verdict. */
async function secretSeedOf(id: string): Promise<string> {
  const row = await db.selectFrom("draws").selectAll().where("batch_id", "=", id).executeTakeFirstOrThrow();
  expect(row.seed).toBeNull();
  return service.deps.secrets.decrypt(row.seed_encrypted);
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

const logged = async () => {
  const rows = await db.selectFrom("log_entries").selectAll().orderBy("position").execute();
  return rows.map(({ entry }) => JSON.parse(String(entry)));
};

test("a batch commits to its seed when it is created, and nobody reads the seed before the verdict", async () => {
  const { id } = await givenBatch(service, { texts: 3, settings: { quality_policy: { overlap: 1 } } });
  const [draw] = await drawsOf(id);
  const [row] = await db.selectFrom("draws").selectAll().where("batch_id", "=", id).execute();
  const seed = service.deps.secrets.decrypt(row?.seed_encrypted ?? Buffer.alloc(0));

  expect(draw).toMatchObject({ round: 1, root: null, items: null, challenge: null, seed: null });
  expect(draw.seed_sha256).toBe(createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex"));
  expect(row?.seed).toBeNull();
  expect((await logged())[draw.log.committed_at]).toMatchObject({
    type: "commitment",
    round: 1,
    seed_sha256: draw.seed_sha256,
  });
});

test("the sample is in the order of seed and nonce, which the log gave after the labels were fixed", async () => {
  const id = await givenCompleted({});
  const [open] = await drawsOf(id);
  expect(open).toMatchObject({
    items: 40,
    root: expect.any(String),
    challenge: { source: "log" },
    seed: null,
  });
  await auditAll(service, id, "eve");
  await runJobs();

  const [draw] = await drawsOf(id);
  const { committed_at, fixed_at, challenged_at } = draw.log;
  expect([committed_at < fixed_at, fixed_at < challenged_at]).toEqual([true, true]);
  expect((await logged())[fixed_at]).toMatchObject({ type: "labels", root: draw.root, items: 40 });
  const seed = Buffer.from(draw.seed, "hex");
  expect(createHash("sha256").update(seed).digest("hex")).toBe(draw.seed_sha256);
  const sample = await audited(id);
  const drawn = drawOrder(sha256, { seed, nonce: draw.challenge.nonce }, await itemsOf(id), sample.length);
  expect(sample).toEqual(drawn.map((item) => item.id));
});

test("a batch whose policy asks for a nonce waits for it, and draws by it", async () => {
  const id = await givenCompleted({ challenge: "nonce" });
  expect(await audited(id)).toEqual([]);
  expect(await drawsOf(id)).toMatchObject([{ root: expect.any(String), challenge: null, seed: null }]);
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200)).toMatchObject({
    awaits_challenge: true,
    sentence:
      "The labels are fixed. The audit begins when an owner or manager adds a challenge: POST /v1/batches/{id}/challenge.",
  });
  const report = bodyOf(await request("GET", `/v1/batches/${id}/quality`), 200);
  expect(report.needed.message).toBe("A challenge by an owner or manager, which begins the audit.");

  const nonce = "a nonce of the buyer".replaceAll(" ", "-");
  const given = bodyOf(await challenge(id, nonce), 200);
  await runJobs();

  expect(given).toMatchObject({ challenge: { source: "nonce", nonce }, seed: null });
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200)).toMatchObject({
    awaits_challenge: false,
    sentence: expect.stringMatching(/^Labels ready, not certified/),
  });
  const sample = await audited(id);
  expect(sample.length).toBeGreaterThan(10);
  const seed = Buffer.from(await secretSeedOf(id), "hex");
  const drawn = drawOrder(sha256, { seed, nonce }, await itemsOf(id), sample.length);
  expect(sample).toEqual(drawn.map((item) => item.id));

  const again = await challenge(id, "another-nonce-of-the-buyer");
  expect([again.status, again.body.message]).toEqual([
    409,
    "round 1 has its nonce already; its sample is drawn",
  ]);
  await auditAll(service, id, "eve");
  await runJobs();
  const late = await challenge(id, "a-late-nonce-of-the-buyer");
  expect([late.status, late.body.error]).toEqual([409, "invalid_state"]);
});

test("a policy that asks for a beacon is refused where the installation has none", async () => {
  const body = { annotation_type: "text_classification", quality_policy: { challenge: "beacon" } };
  const made = await request("POST", "/v1/projects", body);
  expect([made.status, made.body.message]).toEqual([
    400,
    expect.stringContaining("ASSAY_BEACON_URL is not set"),
  ]);
  const { project_id } = await givenBatch(service, { texts: 1 });
  const changed = await request("PATCH", `/v1/projects/${project_id}`, {
    quality_policy: body.quality_policy,
  });
  expect([changed.status, changed.body.message]).toEqual([
    400,
    expect.stringContaining("quality_policy.challenge"),
  ]);
});

test("a nonce before the labels are fixed, or one that the policy does not ask for, is refused", async () => {
  const { id } = await givenBatch(service, {
    texts: 2,
    settings: { quality_policy: { challenge: "nonce" } },
  });
  const early = await challenge(id, "0123456789abcdef");
  expect([early.status, early.body.message]).toEqual([
    409,
    expect.stringMatching(
      /^the labels of round 1 are not fixed yet \(the batch is created\); send the nonce once/,
    ),
  ]);
  expect(bodyOf(await request("GET", `/v1/batches/${id}`), 200)).toMatchObject({
    awaits_challenge: false,
    sentence: "0 of 2 items labeled or excluded.",
  });
  const other = await challenge(await givenCompleted({}, 3), "0123456789abcdef");
  expect([other.status, other.body.message]).toEqual([
    409,
    "the batch takes no nonce: its quality_policy.challenge is not nonce",
  ]);
});

test.each([
  ["", 400],
  ["short", 400],
  ["fifteen letters", 400],
  ["with a space in the middle", 400],
  ["a".repeat(201), 400],
  ["ä".repeat(20), 400],
  ["a".repeat(1_100_000), 413],
  [7, 400],
  [null, 400],
  [{}, 400],
])("a nonce of another form is refused with words (%#)", async (nonce, status) => {
  const { id } = await givenBatch(service, {
    texts: 1,
    settings: { quality_policy: { challenge: "nonce" } },
  });
  const answer = await challenge(id, nonce);
  expect([answer.status, typeof answer.body.message]).toEqual([status, "string"]);
});

test("each round has its own seed and root; the seed of a failed round is public", async () => {
  const id = await givenCompleted({}, 30);
  await auditAll(service, id, "eve", () => "no");
  await runJobs();
  bodyOf(await request("POST", `/v1/batches/${id}/rework`, {}), 200);
  await annotateAll(service, id, ["ann"], () => "no");
  await runJobs();

  const row = await db.selectFrom("batches").select("looks").where("id", "=", id).executeTakeFirstOrThrow();
  const failures = (await logged()).filter(({ type }) => type === "stage");
  expect(failures).toMatchObject([
    { round: 1, outcome: "failed", digest: digestOf(canonicalJson(row.looks[0])) },
  ]);
  const [first, second] = await drawsOf(id);
  expect(first).toMatchObject({ round: 1, seed: expect.any(String) });
  expect(second).toMatchObject({ round: 2, root: expect.any(String), seed: null });
  expect(second.seed_sha256).not.toBe(first.seed_sha256);
  expect(second.root).not.toBe(first.root);
  expect((await audited(id, 2)).length).toBeGreaterThan(0);
});

test("an open sample without a draw, begun by an earlier version, keeps its items and grows", async () => {
  const id = await givenCompleted({}, 60);
  const first = await audited(id);
  await db.deleteFrom("draws").where("batch_id", "=", id).execute();
  let seen = 0;
  await auditAll(service, id, "eve", () => {
    seen += 1;
    return seen <= 3 ? "no" : "yes";
  });
  await runJobs();
  const grown = await audited(id);
  expect(grown.slice(0, first.length)).toEqual(first);
  expect(grown.length).toBeGreaterThan(first.length);
  expect(new Set(grown).size).toBe(grown.length);
});

test("labels cannot be computed again once they are fixed for a sample", async () => {
  const { id } = await givenBatch(service, {
    texts: 12,
    settings: { quality_policy: { overlap: 2, challenge: "nonce" } },
  });
  await annotateAll(service, id, ["ann", "bob"], () => "yes");
  await runJobs();
  const answer = await request("POST", `/v1/batches/${id}/consensus`, { method: "majority" });
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining("already fixed")]);
});

test("labels that are computed again while they are being fixed are not those under the root", async () => {
  const { id } = await givenBatch(service, {
    texts: 12,
    settings: { quality_policy: { overlap: 2, challenge: "nonce" } },
  });
  await annotateAll(service, id, ["ann", "bob"], () => "yes");
  await judgeBatch(service.deps, { account_id: service.accountId, batch_id: id });
  const { consensus } = await db
    .selectFrom("batches")
    .select("consensus")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const versions = Array.from({ length: 100 }, () => consensus[0]);
  await db
    .updateTable("batches")
    .set({ consensus: JSON.stringify(versions) })
    .where("id", "=", id)
    .execute();

  const { prepared } = await db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, service.accountId, id);
    const prepared = prepareDraw(service.deps, { account_id: service.accountId, batch_id: id }).then(
      () => "fixed",
      String,
    );
    await untilSomeoneWaits(db);
    await decideLabelsOf(tx, batch, "majority", service.deps.now());
    return { prepared };
  });
  expect(await prepared).toBe("Error: the labels were computed again meanwhile");
});
