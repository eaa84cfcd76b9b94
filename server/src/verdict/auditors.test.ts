import { expect, test } from "vitest";
import { annotateAll, auditAll, bodyOf, claim, givenBatch } from "../../test/given.ts";
import { givenPerson, type Person } from "../../test/people.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, runJobs } = service;

/** Lets a signed-in person answer all tasks of a kind, with `label(text)`. */
async function work(
  person: Person,
  batch_id: string,
  kind: "annotate" | "audit",
  label: (text: string) => string,
) {
  for (;;) {
    const [task] = bodyOf(
      await person.request("POST", "/v1/tasks/claim", { batch_id, kinds: [kind] }),
      200,
    ).data;
    if (task === undefined) return;
    const result = { label: label(task.item.text) };
    bodyOf(await person.request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
  }
}

async function predicateOf(batch_id: string) {
  const { payload } = bodyOf(await request("GET", `/v1/batches/${batch_id}/certificate`), 200);
  return JSON.parse(Buffer.from(payload, "base64").toString()).predicate;
}

const yes = () => "yes";

test("the certificate states for each auditor what they checked and how they are known", async () => {
  const [annotator, auditor] = [await givenPerson(service), await givenPerson(service, { role: "reviewer" })];
  const { id } = await givenBatch(service, { texts: 5, settings: { quality_policy: { overlap: 1 } } });
  await work(annotator, id, "annotate", yes);
  await runJobs();
  await work(auditor, id, "audit", yes);
  await runJobs();

  expect(await predicateOf(id)).toMatchObject({
    independence: "persons",
    auditors: [{ auditor: "auditor_1", audits: 5, wrong: 0, changed: 0, signed_in: true, annotated: false }],
  });
  const { page_url } = bodyOf(await request("GET", `/v1/batches/${id}/certificate`), 200);
  const page = String((await request("GET", new URL(page_url).pathname)).bytes);
  expect(page).toContain("Signed-in people checked, and other signed-in people made the checked labels.");
  expect(page.replaceAll(/ data-head="[^"]*"/g, "")).toMatch(
    /auditor_1<\/td><td>5<\/td><td>0<\/td><td>signed in<\/td><td>no<\/td>/,
  );
});

test("names that a key gives are declared, also if only the annotators are named so", async () => {
  const byKey = await givenBatch(service, { texts: 5, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, byKey.id, ["alice-1"]);
  await runJobs();
  await auditAll(service, byKey.id, "alice-2");
  await runJobs();
  expect(await predicateOf(byKey.id)).toMatchObject({
    independent: true,
    independence: "declared",
    auditors: [{ audits: 5, signed_in: false, annotated: false }],
  });

  const { id } = await givenBatch(service, { texts: 5, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, id, ["alice-1"]);
  await runJobs();
  await work(await givenPerson(service, { role: "reviewer" }), id, "audit", yes);
  await runJobs();
  expect(await predicateOf(id)).toMatchObject({ independence: "declared", auditors: [{ signed_in: true }] });
});

test("an auditor who annotated other items of the batch is listed as such", async () => {
  const { id } = await givenBatch(service, { texts: 5, settings: { quality_policy: { overlap: 1 } } });
  const own = await claim(service, "eve", { batch_id: id });
  bodyOf(await request("POST", `/v1/tasks/${own.id}/submit`, { result: { label: "yes" } }), 200);
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditAll(service, id, "eve");
  await auditAll(service, id, "flo");
  await runJobs();
  const { auditors } = await predicateOf(id);
  const counted = auditors.map(({ audits, annotated }: { audits: number; annotated: boolean }) => [
    audits,
    annotated,
  ]);
  expect(counted.sort()).toEqual([
    [1, false],
    [4, true],
  ]);
});

test("a policy that requires persons gives no level above basic to names that a key gave", async () => {
  const quality_policy = { overlap: 1, require_persons: true };
  const declared = await givenBatch(service, { texts: 5, settings: { quality_policy } });
  await annotateAll(service, declared.id, ["ann"]);
  await runJobs();
  await auditAll(service, declared.id, "eve");
  await runJobs();
  expect((await request("GET", `/v1/batches/${declared.id}`)).body).toMatchObject({
    status: "failed",
    failure_reasons: [
      {
        code: "insufficient_evidence",
        message: expect.stringContaining("possibly by people who also annotated them"),
      },
    ],
  });

  const basic = await givenBatch(service, { texts: 5, settings: { quality_policy, quality_level: "basic" } });
  await annotateAll(service, basic.id, ["ann"]);
  await runJobs();
  await auditAll(service, basic.id, "eve");
  await runJobs();
  expect((await request("GET", `/v1/batches/${basic.id}`)).body).toMatchObject({
    certification_level: "basic",
    revisions: [{ certification_level: "basic" }],
  });

  const persons = await givenBatch(service, { texts: 5, settings: { quality_policy } });
  await work(await givenPerson(service), persons.id, "annotate", yes);
  await runJobs();
  await work(await givenPerson(service, { role: "reviewer" }), persons.id, "audit", yes);
  await runJobs();
  expect((await request("GET", `/v1/batches/${persons.id}`)).body).toMatchObject({
    certification_level: "elite",
    revisions: [{ certification_level: "elite" }],
  });
});

test("an auditor reads in their own task what followed: nothing of what is wrong before the verdict, all of it after", async () => {
  const auditor = await givenPerson(service, { role: "reviewer" });
  const readOf = async (wrong: readonly string[]) => {
    const { id } = await givenBatch(service, { texts: 2, settings: { quality_policy: { overlap: 1 } } });
    await annotateAll(service, id, ["ann"]);
    await runJobs();
    const audits = ["1", "2"].map(
      async () =>
        (await auditor.request("POST", "/v1/tasks/claim", { batch_id: id, kinds: ["audit"] })).body.data[0],
    );
    const [first, second] = (await Promise.all(audits)).toSorted((a, b) =>
      a.item.text.localeCompare(b.item.text),
    );
    const verdict = async () => bodyOf(await auditor.request("GET", `/v1/tasks/${first.id}`), 200).verdict;
    const judge = async (task: typeof first) => {
      const result = { label: wrong.includes(task.item.text) ? "no" : "yes" };
      bodyOf(await auditor.request("POST", `/v1/tasks/${task.id}/submit`, { result }), 200);
    };
    expect(await verdict()).toBeUndefined();
    await judge(first);
    const open = await verdict();
    await judge(second);
    const judging = await verdict();
    await runJobs();
    return { open, judging, end: await verdict() };
  };

  const right = await readOf([]);
  const wrong = await readOf(["text 1", "text 2"]);
  expect(right.open).toEqual({
    ...{ outcome: "open", required: 2 },
    sentence: expect.stringMatching(/^Not certified yet\. 1 label checked\. Check 1 more/),
  });
  expect([wrong.open.outcome, wrong.open.required]).toEqual([right.open.outcome, right.open.required]);
  expect([right.judging.outcome, wrong.judging.outcome]).toEqual(["judging", "judging"]);
  expect(right.end).toMatchObject({ outcome: "certified", sentence: expect.stringMatching(/^Certified/) });
  expect(wrong.end).toMatchObject({
    ...{ outcome: "failed", required: null },
    sentence: expect.stringMatching(/counts? as wrong/),
  });
});
