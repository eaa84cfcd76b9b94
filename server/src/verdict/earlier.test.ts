import { sql } from "kysely";
import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenLines, givenProject, submit } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { ledgerKey } from "../ledger/key.ts";
import { lockLedger } from "../ledger/store.ts";
import { reencrypt } from "../platform/auth/reencrypt.ts";
import { createSecrets } from "../platform/auth/secrets.ts";
import { prepareDraw } from "./draw.ts";
import { judgeBatch } from "./judge.ts";

const service = await startService();
const { request, db, deps, runJobs } = service;

/** `count` texts that no other test has. */
function texts(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
}

async function givenBatchOf(contents: readonly string[], settings: object = {}) {
  const project = await givenProject(service, { quality_policy: { overlap: 1 }, ...settings });
  const upload_id = await givenLines(
    service,
    service,
    contents.map((text, index) => ({ text, external_id: String(index) })),
  );
  const body = { project_id: project.id, upload_ids: [upload_id] };
  return bodyOf(await request("POST", "/v1/batches", body), 201);
}

/** A batch of these texts, all labeled, with an open audit. */
async function givenAudited(contents: readonly string[], settings: object = {}) {
  const { id } = await givenBatchOf(contents, settings);
  await label(id, contents);
  await runJobs();
  return batchOf(id);
}

/** Labels all items in one request. */
async function label(id: string, contents: readonly string[]) {
  const annotations = contents.map((_, index) => ({
    ...{ external_id: String(index), annotator: "ann" },
    result: { label: "yes" },
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
}

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

async function rowOf(id: string) {
  return db.selectFrom("batches").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Audits until the batch has a verdict; returns it. */
async function judged(id: string, verdict: "yes" | "no") {
  for (;;) {
    await auditAll(service, id, "eve", () => verdict);
    await runJobs();
    const batch = await batchOf(id);
    if (batch.status !== "completed") return batch;
  }
}

test("a batch of the same data as a deleted failed one starts with the budget of the next round", async () => {
  const contents = texts("retried", 24);
  const required: number[] = [];
  const ids: string[] = [];
  for (let tried = 0; tried < 3; tried += 1) {
    const { id, audit } = await givenAudited(contents);
    required.push(audit.required);
    ids.push(id);
    if (tried === 2) break;
    await judged(id, "no");
    bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
    await runJobs();
  }

  const last = await batchOf(ids[2] ?? "");

  expect(required).toEqual([...required].sort((a, b) => a - b));
  expect(new Set(required).size).toBe(3);
  expect(await rowOf(last.id)).toMatchObject({ budget_round: 3, earlier_rounds: 2 });
  expect(last).toMatchObject({ earlier_rounds: 2 });
  expect(last.earlier).toHaveLength(2);
  expect(last.earlier).toEqual(
    expect.arrayContaining([
      { batch_id: ids[0], shared_items: 24, rounds: 1, outcome: "failed", at: expect.any(String) },
      { batch_id: ids[1], shared_items: 24, rounds: 2, outcome: "failed", at: expect.any(String) },
    ]),
  );
  expect(last.sentence).toContain(
    "Up to 24 of these items are also in each of 2 batches whose audits began earlier; 2 of these batches were not certified; this audit therefore has a stricter bound.",
  );
});

test("a limited member reads that other projects audited the same data, and not in which batch", async () => {
  const contents = texts("hidden", 24);
  const first = await givenAudited(contents);
  const second = await givenAudited(contents);
  const manager = await givenPerson(service, { role: "manager", project_ids: [second.project_id] });
  const both = await givenPerson(service, {
    role: "manager",
    project_ids: [first.project_id, second.project_id],
  });
  const readBy = async ({ request: as }: typeof manager) => {
    const listed = bodyOf(await as("GET", `/v1/batches?project_id=${second.project_id}`), 200).data;
    const changed = await as("PATCH", `/v1/batches/${second.id}`, { priority: "high" });
    const read = bodyOf(await as("GET", `/v1/batches/${second.id}`), 200);
    return [read, listed[0], bodyOf(changed, 200)].map(({ earlier }) => earlier);
  };

  const entry = { shared_items: 24, rounds: 1, outcome: "open", at: null };
  const hidden = [{ ...entry, batch_id: null }];
  expect(await readBy(manager)).toEqual([hidden, hidden, hidden]);
  const shown = [{ ...entry, batch_id: first.id }];
  expect(await readBy(both)).toEqual([shown, shown, shown]);
});

test("the certificate, its page and its sentence name the earlier audits", async () => {
  const contents = texts("listed", 20);
  const first = await givenAudited(contents);
  await judged(first.id, "no");
  const second = await givenAudited(contents);
  const { sentence } = await judged(second.id, "yes");

  const certificate = bodyOf(await request("GET", `/v1/batches/${second.id}/certificate`), 200);
  const { predicate } = JSON.parse(Buffer.from(certificate.payload, "base64").toString());
  const page = await request("GET", new URL(certificate.page_url).pathname);

  const stated =
    "20 of these items are also in a batch whose audit began earlier and that was not certified; this audit therefore has a stricter bound.";
  expect(predicate).toMatchObject({ earlier_rounds: 1, looks: [{ look: 2, alpha: 0.009375 }] });
  expect(predicate.earlier).toEqual([
    { batch_id: first.id, shared_items: 20, rounds: 1, outcome: "failed", at: expect.stringMatching(/Z$/) },
  ]);
  expect(sentence).toContain(stated);
  expect(String(page.bytes)).toContain(stated);
  expect(String(page.bytes)).toContain(first.id);
});

test("a tenth of the items or less starts afresh, and the certificate says so", async () => {
  const old = texts("tenth", 12);
  await judged((await givenAudited(old)).id, "no");

  const afresh = await givenAudited([...old.slice(0, 3), ...texts("new for a tenth", 27)]);
  const stricter = await givenAudited([...old.slice(0, 4), ...texts("new for more", 26)]);

  expect(await rowOf(afresh.id)).toMatchObject({ budget_round: 1, earlier_rounds: 0 });
  expect(afresh).toMatchObject({ earlier_rounds: 0, earlier: [{ shared_items: 3, rounds: 1 }] });
  expect(afresh.sentence).toContain("That is a tenth of the items or less");
  expect(await rowOf(stricter.id)).toMatchObject({ budget_round: 2, earlier_rounds: 1 });
});

test("other data, and another annotation type, share nothing", async () => {
  const contents = texts("typed", 10);
  await judged((await givenAudited(contents)).id, "no");

  const other = await givenAudited(texts("untouched", 10));
  const { id } = await givenBatchOf(contents, { annotation_type: "text_generation", labels: [] });
  for (const text of contents) {
    const task = await claim(service, "ann", { batch_id: id });
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: { text } }), 200);
  }
  await runJobs();

  expect(other).toMatchObject({ earlier: [], earlier_rounds: 0 });
  expect(await batchOf(id)).toMatchObject({ status: "completed", earlier: [], audit: { look: 1 } });
});

test("white space and equal Unicode forms do not make other data", async () => {
  await judged((await givenAudited(["Un café noir", "ﬁn  de\nligne", "trois"])).id, "no");

  const respelled = await givenAudited(["Un  cafe\u0301 noir ", "fin de ligne", " trois"]);

  expect(respelled.earlier).toMatchObject([{ shared_items: 3 }]);
});

test("the same file uploaded again is the same data", async () => {
  const settings = { quality_policy: { overlap: 1 } };
  const upload = async () => {
    const files = texts("whole", 3).map((text) => ({ filename: `${text}.txt`, text }));
    const sent = bodyOf(await request("POST", "/v1/uploads", { files }), 201);
    await runJobs();
    const project = await givenProject(service, settings);
    const body = { project_id: project.id, upload_ids: [sent.id] };
    const { id } = bodyOf(await request("POST", "/v1/batches", body), 201);
    await annotateAll(service, id, ["ann"]);
    await runJobs();
    return batchOf(id);
  };
  await upload();

  expect((await upload()).earlier).toMatchObject([{ shared_items: 3, outcome: "open", at: null }]);
});

test("items that occur more than once in a batch count as often, and have one row", async () => {
  const contents = ["twice a", "twice a", "twice b"];
  const first = await givenAudited(contents);
  const rows = await db.selectFrom("looked_items").selectAll().where("batch_id", "=", first.id).execute();

  const second = await givenAudited([...contents, ...contents]);

  expect(rows).toHaveLength(2);
  expect(second.earlier).toMatchObject([{ shared_items: 6 }]);
});

test("rework continues with the batch's own next round, and the ledger names no earlier batch", async () => {
  const { id } = await givenAudited(texts("reworked", 20));
  await judged(id, "no");
  bodyOf(await request("POST", `/v1/batches/${id}/rework`, {}), 200);
  await runJobs();
  await annotateAll(service, id, ["ann"]);
  await runJobs();

  expect(await batchOf(id)).toMatchObject({ round: 2, audit: { look: 2 }, earlier: [], earlier_rounds: 0 });
  expect(await rowOf(id)).toMatchObject({ budget_round: 2 });
});

test("an amendment continues after the rounds of a later batch with the same data", async () => {
  const contents = texts("amended", 12);
  const { id } = await givenAudited(contents);
  await judged(id, "yes");
  const later = await givenAudited(contents);
  await judged(later.id, "no");
  const [item] = bodyOf(await request("GET", `/v1/items?batch_id=${id}&limit=1`), 200).data;
  bodyOf(await request("POST", `/v1/batches/${id}/amend`, { item_ids: [item.id] }), 200);
  await annotateAll(service, id, ["ann"]);
  await runJobs();

  expect(await rowOf(later.id)).toMatchObject({ budget_round: 2 });
  expect(await rowOf(id)).toMatchObject({ budget_round: 3, earlier_rounds: 2 });
});

test("a census of a small batch decides exactly, however often it was tried", async () => {
  const contents = texts("few", 4);
  for (let tried = 0; tried < 4; tried += 1) {
    const { id, audit } = await givenAudited(contents);
    expect(audit.required).toBe(4);
    await judged(id, "no");
    bodyOf(await request("DELETE", `/v1/batches/${id}`), 204);
  }

  const { id } = await givenAudited(contents);

  expect(await judged(id, "yes")).toMatchObject({ status: "certified", quality_score: 100 });
  expect(await rowOf(id)).toMatchObject({ budget_round: 5 });
});

test("of two batches whose audits open at the same time, the second finds the first", async () => {
  const contents = texts("at once", 10);
  const batches = [await givenBatchOf(contents), await givenBatchOf(contents)];
  for (const { id } of batches) await label(id, contents);
  for (const { id } of batches) await prepareDraw(deps, { account_id: service.accountId, batch_id: id });
  const locked = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await lockLedger(tx, service.accountId);
    locked.resolve();
    await done.promise;
  });
  await locked.promise;
  const judging = batches.map(({ id }) => judgeBatch(deps, { account_id: service.accountId, batch_id: id }));
  await untilSomeoneWaits(db, 2);
  done.resolve();
  await Promise.all([holding, ...judging]);

  const rounds = await Promise.all(batches.map(async ({ id }) => (await rowOf(id)).budget_round));
  expect(rounds.sort()).toEqual([1, 2]);
});

test("a batch is not deleted during its audit unless the caller abandons it, and then it has failed", async () => {
  const contents = texts("abandoned", 20);
  const first = await givenAudited(contents);
  const wish = { batch_id: first.id, kinds: ["audit"] };
  bodyOf(await submit(service, await claim(service, "eve", wish), "no"), 200);
  const refused = await request("DELETE", `/v1/batches/${first.id}`);
  const kept = await batchOf(first.id);
  const { required } = first.audit;
  bodyOf(await request("DELETE", `/v1/batches/${first.id}?abandon=perhaps`), 400);
  bodyOf(await request("DELETE", `/v1/batches/${first.id}?abandon=true`), 204);
  await runJobs();
  const events = bodyOf(await request("GET", "/v1/events?type=batch.failed&limit=100"), 200).data;
  const ofFirst = events.filter(
    (event: { data?: { batch_id?: string } }) => event.data?.batch_id === first.id,
  );

  const second = await givenAudited(contents);

  const { rows: logged } = await sql<{ entry: string }>`
    select convert_from(entry, 'UTF8') as entry from log_entries
    where convert_from(entry, 'UTF8')::jsonb ->> 'type' = 'abandoned' order by position desc limit 1`.execute(
    db,
  );

  expect(JSON.parse(logged[0]?.entry ?? "")).toMatchObject({ type: "abandoned", round: 1 });
  expect(refused).toMatchObject({ status: 409, body: { error: "invalid_state" } });
  expect(refused.body.message).toContain("delete it with ?abandon=true");
  expect(kept.status).toBe("completed");
  expect(ofFirst).toMatchObject([
    {
      type: "batch.failed",
      data: {
        quality_score: 0,
        reasons: [
          {
            code: "abandoned",
            message: `The batch was deleted during its audit, after 1 of ${required} checks.`,
            count: 1,
          },
        ],
      },
    },
  ]);
  expect(second).toMatchObject({
    earlier_rounds: 1,
    earlier: [{ batch_id: first.id, shared_items: 20, outcome: "abandoned", at: expect.any(String) }],
  });
});

test("deleting a batch during the audit of an amendment abandons the amendment", async () => {
  const contents = texts("amended and abandoned", 8);
  const { id } = await givenAudited(contents);
  await judged(id, "yes");
  const [item] = bodyOf(await request("GET", `/v1/items?batch_id=${id}&limit=1`), 200).data;
  bodyOf(await request("POST", `/v1/batches/${id}/amend`, { item_ids: [item.id] }), 200);
  await annotateAll(service, id, ["ann"]);
  await runJobs();

  expect((await request("DELETE", `/v1/batches/${id}`)).status).toBe(409);
  bodyOf(await request("DELETE", `/v1/batches/${id}?abandon=true`), 204);
  await runJobs();

  expect((await givenAudited(contents)).earlier).toMatchObject([{ rounds: 2, outcome: "abandoned" }]);
  expect(bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200).batch_id).toBe(id);
});

test("the key of the ledger outlives a rotation of the master key, and no account has another's", async () => {
  await givenAudited(texts("keyed", 3));
  const stored = await db.transaction().execute((tx) => ledgerKey(tx, deps.secrets, service.accountId));
  const newer = Buffer.alloc(32, 8);
  const { key_encrypted } = await db
    .selectFrom("ledger_keys")
    .selectAll()
    .where("account_id", "=", service.accountId)
    .executeTakeFirstOrThrow();
  const other = await service.givenAccount();
  const others = await db.transaction().execute((tx) => ledgerKey(tx, deps.secrets, other.accountId));

  expect(stored).toHaveLength(32);
  expect(key_encrypted.includes(stored)).toBe(false);
  expect(others).not.toEqual(stored);
  const both = createSecrets(newer, Buffer.alloc(32, 7));
  await reencrypt({ db, secrets: both });
  const again = await db
    .transaction()
    .execute((tx) => ledgerKey(tx, createSecrets(newer), service.accountId));
  expect(again).toEqual(stored);
});
