import { expect, test } from "vitest";
import { auditToVerdict, bodyOf, claim, givenLines, givenProject } from "../../test/given.ts";
import { givenBatchOf, givenLabeled, predicateOf, textsOf } from "../../test/red-team.ts";
import { startService } from "../../test/service.ts";

const service = await startService();
const { request, anonymous, runJobs } = service;

/** The certificate's statement and the text of its page. */
async function certificateOf(id: string, account = service) {
  const { page_url } = bodyOf(await account.request("GET", `/v1/batches/${id}/certificate`), 200);
  const page = await anonymous("GET", new URL(page_url).pathname);
  return { predicate: await predicateOf(account, id), page: String(page.bytes) };
}

/** Imports one answer for each external id from 1 on; `answer` gives the annotator and the label. */
async function importAnswers(
  id: string,
  count: number,
  answer: (nth: number) => { readonly annotator: string; readonly label: string },
): Promise<void> {
  const annotations = Array.from({ length: count }, (_, index) => {
    const { annotator, label } = answer(index + 1);
    return { external_id: String(index + 1), annotator, result: { label } };
  });
  bodyOf(await request("POST", `/v1/batches/${id}/annotations`, { annotations }), 200);
  await runJobs();
}

test("a prefix makes other data with a fresh 5 %, and the certificate counts the failed tries", async () => {
  const account = { ...service, ...(await service.givenAccount()) };
  const texts = textsOf("prefixed", 3);
  for (const prefix of ["a", "b", "c"]) {
    const { id } = await givenLabeled(
      account,
      texts.map((text) => `${prefix}: ${text}`),
      {},
      account,
    );
    await auditToVerdict(account, id, "eve", () => "no");
    bodyOf(await account.request("DELETE", `/v1/batches/${id}`), 204);
  }
  const abandoned = await givenLabeled(account, textsOf("prefixed d", 3), {}, account);
  bodyOf(await account.request("DELETE", `/v1/batches/${abandoned.id}?abandon=true`), 204);
  const open = await givenLabeled(account, textsOf("prefixed e", 3), {}, account);
  await givenBatchOf(account, textsOf("prefixed and not audited", 1), {}, account);

  const { id } = await givenLabeled(account, texts, {}, account);
  await auditToVerdict(account, id, "eve");

  const { predicate, page } = await certificateOf(id, account);
  const others = {
    project: { certified: 0, failed: 0, abandoned: 0, open: 0 },
    account: { certified: 0, failed: 3, abandoned: 1, open: 1 },
  };
  expect(predicate).toMatchObject({ earlier: [], earlier_rounds: 0, other_batches: others });
  expect(page).toContain(
    "Other audited batches of this account: 3 failed, 1 abandoned, 1 in audit. None of them is in this project.",
  );
  expect(bodyOf(await account.request("GET", `/v1/batches/${id}/quality`), 200)).toMatchObject({
    other_batches: others,
  });
  expect(bodyOf(await account.request("GET", `/v1/batches/${open.id}/quality`), 200)).toMatchObject({
    other_batches: { account: { certified: 1, failed: 3, abandoned: 1, open: 0 } },
  });
});

test("a rare label that is wrong everywhere passes, and the certificate says that the audit does not support it", async () => {
  const settings = { labels: [{ name: "yes" }, { name: "no" }, { name: "rare" }] };
  const { id } = await givenBatchOf(service, textsOf("rare", 200), settings);
  await importAnswers(id, 200, (nth) => ({ annotator: "ann", label: nth <= 4 ? "rare" : "yes" }));
  await auditToVerdict(service, id, "eve", () => "yes");

  const { predicate, page } = await certificateOf(id);
  const { audited, wrong } = predicate.labels.find(({ label }: { label: string }) => label === "rare");
  expect([predicate.N, wrong]).toEqual([200, audited]);
  if (audited === 4) return; // the audit found and corrected them all
  const stated =
    /For the label (?:"|&quot;)rare(?:"|&quot;), the audit does not show that even 10 of 100 items with it are right: .*\./;
  expect(predicate.limits).toEqual(expect.arrayContaining([expect.stringMatching(stated)]));
  expect(page).toMatch(stated);
});

test("an annotator whose labels are all wrong passes, and the certificate says that the audit does not support them", async () => {
  const { id } = await givenBatchOf(service, textsOf("one annotator", 200));
  await importAnswers(id, 200, (nth) => ({ annotator: nth <= 4 ? "bob" : "ann", label: "yes" }));
  const texts = new Set(textsOf("one annotator", 4));
  await auditToVerdict(service, id, "eve", (text) => (texts.has(text) ? "no" : "yes"));

  const { predicate, page } = await certificateOf(id);
  const bob = predicate.annotators.find(({ answers }: { answers: number }) => answers === 4);
  const ann = predicate.annotators.find(({ answers }: { answers: number }) => answers === 196);
  expect([bob.audited, ann.wrong]).toEqual([bob.wrong, 0]);
  expect(bob.audited + ann.audited).toBeGreaterThanOrEqual(predicate.n);
  if (bob.audited === 4) return; // the audit found and corrected them all
  const stated =
    /For one annotator, who gave 4 of 200 answers, the audit does not show that even 10 of 100 items that they answered are right\./;
  expect(predicate.limits).toEqual(expect.arrayContaining([expect.stringMatching(stated)]));
  expect(page).toMatch(stated);
});

test("a large group that nobody audits is one of many units, and the certificate states its size", async () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({
    ...{ text: `grouped ${index + 1}`, external_id: String(index + 1) },
    ...(index < 60 && { group: "clip" }),
  }));
  const { id: project_id } = await givenProject(service, { quality_policy: { overlap: 1 } });
  const upload_ids = [await givenLines(service, service, lines)];
  const { id } = bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);
  await importAnswers(id, 100, () => ({ annotator: "ann", label: "yes" }));
  await auditToVerdict(service, id, "eve");

  const { predicate, page } = await certificateOf(id);
  const { largest, largest_unaudited } = predicate.groups;
  expect([predicate.N, largest]).toEqual([41, 60]);
  expect([0, 60]).toContain(largest_unaudited);
  const stated = "The largest group that nobody checked has 60 of 100 items (60 %).";
  expect(page.includes(stated)).toBe(largest_unaudited === 60);
});

test("audits that auditors skip are counted in the certificate", async () => {
  const { id } = await givenLabeled(service, textsOf("skipped", 40));
  const wish = { batch_id: id, kinds: ["audit"] };
  const skip = async (auditor: string) => {
    const task = await claim(service, auditor, wish);
    bodyOf(await request("POST", `/v1/tasks/${task.id}/skip`, { reason: "hard" }), 200);
    return task.item.id;
  };
  await skip("kim");
  await skip("kim");
  await auditToVerdict(service, id, "eve");

  const { predicate, page } = await certificateOf(id);
  expect(predicate.skipped_audits).toEqual({ skips: 2, items: 2, checked: 2, counted_wrong: 0 });
  expect(page).toContain("Auditors skipped 2 audits of 2 items. Another auditor checked 2 of them.");
});

test("an item whose audit two auditors skip counts as wrong, and the certificate says so", async () => {
  const { id } = await givenLabeled(service, textsOf("skipped by two", 40));
  const wish = { batch_id: id, kinds: ["audit"] };
  const first = await claim(service, "kim", wish);
  bodyOf(await request("POST", `/v1/tasks/${first.id}/skip`, { reason: "hard" }), 200);
  for (const auditor of ["lee", "lee"]) {
    for (let task = await claim(service, auditor, wish); task; task = await claim(service, auditor, wish)) {
      const isAgain = task.item.id === first.item.id;
      const action = isAgain ? "skip" : "submit";
      const body = isAgain ? { reason: "hard" } : { result: { label: "yes" } };
      bodyOf(await request("POST", `/v1/tasks/${task.id}/${action}`, body), 200);
    }
    await runJobs();
  }
  await auditToVerdict(service, id, "eve");

  const { predicate, page } = await certificateOf(id);
  expect(predicate).toMatchObject({
    d: 1,
    skipped_audits: { skips: 2, items: 1, checked: 0, counted_wrong: 1 },
  });
  expect(page).toContain(
    "Auditors skipped 2 audits of 1 item. 1 counts as wrong, because no auditor answered.",
  );
});
