import { expect, test } from "vitest";
import { annotateAll, bodyOf, claim, givenBatch, submit } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { unzip } from "../../test/unzip.ts";

const service = await startService();
const { request, db, runJobs } = service;

const RATINGS = {
  ...{ annotation_type: "rating", labels: [], quality_level: "basic" },
  quality_policy: { overlap: 1 },
};

/** Ratings 3 of 5 for each text, by `ann`, that wait for their audits. */
async function givenRatings(texts: number, policy: object = {}, settings: object = {}): Promise<string> {
  const quality_policy = { overlap: 1, ...policy };
  const { id } = await givenBatch(service, { texts, settings: { ...RATINGS, ...settings, quality_policy } });
  const annotations = Array.from({ length: texts }, (_, index) => ({
    external_id: String(index + 1),
    annotator: "ann",
    result: rated(3),
  }));
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  await runJobs();
  return id;
}

const rated = (taste: number) => ({ ratings: { taste } });

/** Lets `auditor` answer each audit with `say(external_id)`. */
async function auditWith(
  batch_id: string,
  say: (external_id: string) => object,
  auditor = "eve",
): Promise<void> {
  const wish = { batch_id, kinds: ["audit"] };
  for (let task = await claim(service, auditor, wish); task; task = await claim(service, auditor, wish)) {
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, say(task.item.external_id)), 200);
  }
  await runJobs();
}

const auditsOf = (batch_id: string) =>
  db
    .selectFrom("audits")
    .innerJoin("items", "items.id", "audits.item_id")
    .select(["external_id", "acceptable", "verdict", "decided_by", "corrected"])
    .where("audits.batch_id", "=", batch_id)
    .orderBy("position")
    .execute();

async function labelsOf(batch_id: string) {
  const rows = await db
    .selectFrom("items")
    .select(["result", "origin"])
    .where("batch_id", "=", batch_id)
    .orderBy("position")
    .execute();
  return rows.map(({ result, origin }) => [result, origin]);
}

test("the auditor says whether a label is right; the tolerance does not overrule them", async () => {
  const id = await givenRatings(3);
  const said: Readonly<Record<string, object>> = {
    1: { result: rated(5), verdict: "accepted_with_change" }, // the tolerance would refuse it
    2: { result: rated(4), verdict: "wrong" }, // the tolerance would accept it
    3: { result: rated(3), verdict: "accepted" },
  };
  await auditWith(id, (external_id) => said[external_id] ?? {});

  expect(await auditsOf(id)).toEqual([
    {
      external_id: "1",
      acceptable: true,
      verdict: "accepted_with_change",
      decided_by: "auditor",
      corrected: rated(5),
    },
    { external_id: "2", acceptable: false, verdict: "wrong", decided_by: "auditor", corrected: rated(4) },
    { external_id: "3", acceptable: true, verdict: "accepted", decided_by: "auditor", corrected: null },
  ]);
});

test("without a word from the auditor the tolerance decides", async () => {
  const id = await givenRatings(3);
  const ratings: Readonly<Record<string, number>> = { 1: 5, 2: 4, 3: 3 };
  await auditWith(id, (external_id) => ({ result: rated(ratings[external_id] ?? 0) }));

  expect((await auditsOf(id)).map(({ verdict, decided_by }) => [verdict, decided_by])).toEqual([
    ["wrong", "rule"],
    ["accepted_with_change", "rule"],
    ["accepted", "rule"],
  ]);
});

test("a verdict that contradicts the answer is refused, and one where nobody sees the label", async () => {
  const id = await givenRatings(2);
  const task = await claim(service, "eve", { batch_id: id, kinds: ["audit"] });
  const submitAs = (body: object) => request("POST", `/v1/tasks/${task.id}/submit`, body);
  expect(await submitAs({ result: rated(4), verdict: "accepted" })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("accepted means that the answer equals the delivered label") },
  });
  expect(await submitAs({ result: rated(3), verdict: "accepted_with_change" })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("accepted_with_change means that the answer differs") },
  });
  expect((await submitAs({ result: rated(3), verdict: "fine" })).status).toBe(400);
  const body = { result: rated(3), verdict: "wrong", client_id: "one" };
  expect((await submitAs(body)).status).toBe(200);
  expect((await submitAs(body)).status).toBe(200);
  expect((await submitAs({ ...body, verdict: "accepted" })).status).toBe(409);

  const blind = await givenRatings(2, { audit_mode: "blind" });
  const hidden = await claim(service, "eve", { batch_id: blind, kinds: ["audit"] });
  const refused = await request("POST", `/v1/tasks/${hidden.id}/submit`, {
    result: rated(3),
    verdict: "accepted",
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("a blind audit takes none") },
  });

  const { id: open } = await givenBatch(service);
  const plain = await submit(service, await claim(service, "ann", { batch_id: open }), "yes", {
    verdict: "wrong",
  });
  expect(plain).toMatchObject({ status: 400, body: { message: "verdict: only audits take one" } });
});

test("the auditor's version is delivered and counted, also where the label was accepted", async () => {
  const id = await givenRatings(4);
  const said: Readonly<Record<string, object>> = { 2: { result: rated(4), verdict: "accepted_with_change" } };
  await auditWith(id, (external_id) => said[external_id] ?? { result: rated(3), verdict: "accepted" });

  expect(await labelsOf(id)).toEqual([
    [rated(3), "import"],
    [rated(4), "audit"],
    [rated(3), "import"],
    [rated(3), "import"],
  ]);
  const { sentence } = (await request("GET", `/v1/batches/${id}`)).body;
  expect(sentence).toContain(
    "1 checked label was accepted with a small change (25 %); the changed version is delivered.",
  );
  expect(sentence).not.toContain("count as the same"); // the auditor decided, no tolerance did
  const { looks } = (await request("GET", `/v1/batches/${id}/quality`)).body;
  expect(looks.at(-1).audits).toEqual({ labels: 4, changed: 1, by_rule: 0 });

  const files = await unzip((await request("GET", `/v1/batches/${id}/download?bundle=true`)).bytes);
  const lines = String(files.get("dataset.jsonl")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).result)).toEqual([rated(3), rated(4), rated(3), rated(3)]);
  expect(String(files.get("audit.csv"))).toContain(",accepted_with_change,\n");
  expect(String(files.get("DATASHEET.md"))).toContain(
    "4 labels were checked, 1 of them accepted with a small change.",
  );
  expect(String(files.get("croissant.json"))).toContain(
    "1 checked label was accepted with a small change (25 %)",
  );
  const { page_url } = (await request("GET", `/v1/batches/${id}/certificate`)).body;
  const page = String((await request("GET", new URL(page_url).pathname)).bytes);
  expect(page).toContain("Accepted with a small change: 1 of 4 checked labels (25 %).");
});

test("a change of a failed round is delivered at last, unless the item is answered or audited again", async () => {
  const id = await givenRatings(60, {}, { quality_level: "standard" });
  let audits = 0;
  await auditWith(id, () => {
    audits += 1;
    return audits <= 6
      ? { result: rated(1), verdict: "wrong" }
      : { result: rated(4), verdict: "accepted_with_change" };
  });
  expect((await request("GET", `/v1/batches/${id}`)).body).toMatchObject({ status: "failed" });
  const auditedIn = async (round: number) => {
    const rows = await db
      .selectFrom("audits")
      .selectAll()
      .where("batch_id", "=", id)
      .where("round", "=", round)
      .execute();
    return new Map(rows.map(({ item_id, verdict }) => [item_id, verdict]));
  };
  bodyOf(await request("POST", `/v1/batches/${id}/rework`, {}), 200);
  const wish = { batch_id: id };
  for (let task = await claim(service, "ann", wish); task; task = await claim(service, "ann", wish))
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, { result: rated(2) }), 200);
  await runJobs();
  const audit = { batch_id: id, kinds: ["audit"] };
  for (let task = await claim(service, "eve", audit); task; task = await claim(service, "eve", audit)) {
    const body = { result: task.item.label, verdict: "accepted" };
    bodyOf(await request("POST", `/v1/tasks/${task.id}/submit`, body), 200);
  }
  await runJobs();

  expect((await request("GET", `/v1/batches/${id}`)).body).toMatchObject({ status: "certified", round: 2 });
  const [first, second] = [await auditedIn(1), await auditedIn(2)];
  const items = await db.selectFrom("items").select(["id", "result"]).where("batch_id", "=", id).execute();
  const expected = (item_id: string) => {
    if (first.get(item_id) === "wrong") return rated(2);
    return first.has(item_id) && !second.has(item_id) ? rated(4) : rated(3);
  };
  expect(items.map(({ result }) => result)).toEqual(items.map((item) => expected(item.id)));
  expect(items.some((item) => first.get(item.id) === "accepted_with_change" && !second.has(item.id))).toBe(
    true,
  );
  const bytes = (await request("GET", `/v1/batches/${id}/download?format=jsonl`)).bytes;
  const delivered = String(bytes)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(delivered.map(({ result }) => result)).toEqual(delivered.map((record) => expected(record.id)));
});

test("two answers that annotators give are compared as before", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditWith(id, () => ({ result: { label: "yes" } }));
  expect((await auditsOf(id)).map(({ verdict }) => verdict)).toEqual(["accepted", "accepted"]);
});
