import { expect, test } from "vitest";
import { auditAll, auditToVerdict, bodyOf, claim, submit } from "../../test/given.ts";
import { givenPerson } from "../../test/people.ts";
import { givenBatchOf, givenLabeled, predicateOf, textsOf, workAs } from "../../test/red-team.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, db, runJobs } = service;

const PERSONS = { quality_policy: { overlap: 1, require_persons: true } };

async function batchOf(id: string) {
  return bodyOf(await request("GET", `/v1/batches/${id}`), 200);
}

/** What a batch with `require_persons` says when its audits are not known to be by other people. */
const REFUSED = { status: "failed", failure_reasons: [{ code: "insufficient_evidence" }] };

test("a person who imports their labels as predictions and audits them is no independent person", async () => {
  const owner = await givenPerson(service, { role: "owner" });
  const { id } = await givenBatchOf(service, textsOf("predicted", 6), PERSONS);
  const predictions = textsOf("predicted", 6).map((_, index) => ({
    ...{ external_id: String(index + 1), model: "mine" },
    result: { label: "yes" },
  }));
  bodyOf(await owner.request("POST", `/v1/batches/${id}/predictions`, { predictions }), 200);
  const accept = { filter: { batch_id: id }, action: "accept_prediction", model: "mine" };
  bodyOf(await owner.request("POST", "/v1/items/bulk", accept), 202);
  await runJobs();
  await workAs(owner, id, "audit");
  await runJobs();

  expect(await batchOf(id)).toMatchObject(REFUSED);
});

test("a person who imports their labels as known answers and audits them is no independent person", async () => {
  const owner = await givenPerson(service, { role: "owner" });
  const { id } = await givenBatchOf(service, textsOf("golden", 6), PERSONS);
  await workAs(await givenPerson(service), id, "annotate", (text) => (text.endsWith("6") ? "yes" : "no"));
  const gold = textsOf("golden", 6).map((_, index) => ({
    external_id: String(index + 1),
    result: { label: "yes" },
  }));
  const late = await owner.request("POST", `/v1/batches/${id}/gold`, { gold });
  bodyOf(late, 200);
  await runJobs();
  const items = await db.selectFrom("items").select("origin").where("batch_id", "=", id).execute();
  // Known answers that come after completion replace no label; those that come before are not a person's.
  expect(new Set(items.map(({ origin }) => origin))).toEqual(new Set(["consensus"]));

  const early = await givenBatchOf(service, textsOf("golden early", 6), PERSONS);
  bodyOf(await owner.request("POST", `/v1/batches/${early.id}/gold`, { gold }), 200);
  await workAs(await givenPerson(service), early.id, "annotate", () => "no");
  await runJobs();
  await workAs(owner, early.id, "audit");
  await runJobs();
  expect(await batchOf(early.id)).toMatchObject(REFUSED);
});

test("known answers that a signed-in annotator gave too are theirs", async () => {
  const { id } = await givenBatchOf(service, textsOf("agreed", 4), PERSONS);
  const gold = [{ external_id: "1", result: { label: "yes" } }];
  bodyOf(await request("POST", `/v1/batches/${id}/gold`, { gold }), 200);
  await workAs(await givenPerson(service), id, "annotate");
  await runJobs();
  await workAs(await givenPerson(service, { role: "reviewer" }), id, "audit");
  await runJobs();

  expect(await predicateOf(service, id)).toMatchObject({ independence: "persons", level: "elite" });
});

test("an annotator who is deleted and joins again to audit is not known to be another person", async () => {
  const first = await givenPerson(service);
  const { id } = await givenBatchOf(service, textsOf("rejoined", 5), PERSONS);
  await workAs(first, id, "annotate");
  await runJobs();
  bodyOf(await request("DELETE", `/v1/members/${first.member_id}`), 204);
  service.advance(1_000);
  await workAs(await givenPerson(service, { role: "reviewer" }), id, "audit");
  await runJobs();

  expect(await batchOf(id)).toMatchObject(REFUSED);
});

test("an annotator who is deleted leaves the audits of a member of before as they are", async () => {
  const [annotator, auditor] = [await givenPerson(service), await givenPerson(service, { role: "reviewer" })];
  const { id } = await givenBatchOf(service, textsOf("left", 5), PERSONS);
  await workAs(annotator, id, "annotate");
  await runJobs();
  service.advance(1_000);
  bodyOf(await request("DELETE", `/v1/members/${annotator.member_id}`), 204);
  await workAs(auditor, id, "audit");
  await runJobs();

  expect(await predicateOf(service, id)).toMatchObject({ independence: "persons" });
});

test("an owner's key that answers a person's audits for them is not a signed-in auditor", async () => {
  const reviewer = await givenPerson(service, { role: "reviewer" });
  const { id } = await givenBatchOf(service, textsOf("borrowed", 5));
  await workAs(await givenPerson(service), id, "annotate");
  await runJobs();
  const wish = { batch_id: id, kinds: ["audit"], count: 5 };
  const { data: leased } = bodyOf(await reviewer.request("POST", "/v1/tasks/claim", wish), 200);
  for (const task of leased) bodyOf(await submit(service, task, "yes"), 200);
  await runJobs();

  expect(await predicateOf(service, id)).toMatchObject({
    independence: "declared",
    auditors: [{ audits: 5, signed_in: false }],
  });
});

test("a wrong label that an auditor found is not taken back, neither by them nor by an owner's key", async () => {
  const reviewer = await givenPerson(service, { role: "reviewer" });
  const { id } = await givenLabeled(service, textsOf("taken back", 40));
  const wish = { batch_id: id, kinds: ["audit"] };
  const [task] = bodyOf(await reviewer.request("POST", "/v1/tasks/claim", wish), 200).data;
  bodyOf(await submit(reviewer, task, "no"), 200);

  const tries = [
    await submit(reviewer, task, "yes"),
    await submit(service, task, "yes"),
    await request("POST", `/v1/tasks/${task.id}/reopen`, {}),
    await request("POST", `/v1/tasks/${task.id}/release`, {}),
    await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "I do not like it" }),
  ];
  bodyOf(await request("DELETE", `/v1/members/${reviewer.member_id}`), 204);

  expect(tries.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
  await auditToVerdict(service, id, "eve");
  expect(await predicateOf(service, id)).toMatchObject({ d: 1 });
});

test("audits that auditors skip, release or let expire are not left out of the sample", async () => {
  const { id } = await givenLabeled(service, textsOf("avoided", 40));
  const wish = { batch_id: id, kinds: ["audit"] };
  const avoid = async (auditor: string) => claim(service, auditor, wish);
  const skipped = await avoid("kim");
  bodyOf(await request("POST", `/v1/tasks/${skipped.id}/skip`, { reason: "hard" }), 200);
  const released = await avoid("kim");
  bodyOf(await request("POST", `/v1/tasks/${released.id}/release`, {}), 200);
  await avoid("kim");
  service.advance(3_600_000 * 24);
  await runJobs();
  const { required } = (await batchOf(id)).audit;
  await auditToVerdict(service, id, "eve");

  const { auditors, n } = await predicateOf(service, id);
  expect([n, auditors]).toMatchObject([required, [{ audits: required }]]);
  const audited = await db.selectFrom("audits").select("acceptable").where("batch_id", "=", id).execute();
  expect(audited.filter(({ acceptable }) => acceptable === null)).toEqual([]);
});

test("a manager who audits as many members of one key gets declared auditors, each listed", async () => {
  const { id } = await givenLabeled(service, textsOf("many names", 12));
  const wish = { batch_id: id, kinds: ["audit"] };
  // Claimed before the first answer: an answer may open a repeat of that audit, which is no audit of the sample.
  const tasks = [await claim(service, "one", wish), await claim(service, "two", wish)];
  for (const task of tasks) bodyOf(await submit(service, task, "yes"), 200);
  await auditAll(service, id, "three");
  await runJobs();
  const { independence, auditors } = await predicateOf(service, id);
  expect([independence, auditors.length]).toEqual(["declared", 3]);
});
