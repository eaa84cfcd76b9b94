import { annotateAll, auditAll, bodyOf, claim, givenBatch, submit } from "@assay/server/test/given.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { runJobs } = service;
const DAY_MS = 24 * 3_600_000;

/** A page at a screen of an owner. */
async function openAt(path: string): Promise<Page> {
  const { cookie } = await givenPerson(service, { role: "owner" });
  const page = await openPage("about:blank", { bypassCSP: true, locale: "en-US" });
  await page.context().addCookies(cookiesOf(cookie, origin));
  await page.goto(origin + path);
  return page;
}

/** Lets an annotator answer some texts. */
async function work(
  annotator: string,
  batch_id: string,
  { answers, label = "yes" }: { answers: number; label?: string },
) {
  for (let left = answers; left > 0; left -= 1) {
    const task = await claim(service, annotator, { batch_id });
    bodyOf(await submit(service, task, label, { active_ms: 30_000 }), 200);
  }
}

/** Makes the answers of a batch older by some days; each took a minute from lease to submit. */
async function age(batch_id: string, days: number) {
  const by = sql`make_interval(days => ${days}::integer)`;
  await sql`update annotations set created_at = created_at - ${by} where batch_id = ${batch_id}`.execute(
    service.db,
  );
  await sql`
    update tasks set leased_at = annotations.created_at - interval '1 minute'
    from annotations where annotations.task_id = tasks.id and tasks.batch_id = ${batch_id}`.execute(
    service.db,
  );
}

test("a lead sees whose quality has dropped, sorts the annotators, and reads the chart as a table and as CSV", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 3 } };
  const { id } = await givenBatch(service, { texts: 30, settings });
  for (const annotator of ["ann", "bob", "cid"]) await work(annotator, id, { answers: 15 });
  await age(id, 10);
  for (const annotator of ["ann", "bob"]) await work(annotator, id, { answers: 15 });
  await work("cid", id, { answers: 15, label: "no" });
  const page = await openAt(`/batches/${id}?tab=annotators`);
  await page
    .getByText("cid: the share of answers that match the final label fell from 100 % to 0 %")
    .waitFor();
  expect(await page.getByText(/^(ann|bob): the share/).count()).toBe(0);
  await page.getByRole("img", { name: "Answers: Everybody" }).waitFor();
  // the newest values stand below the chart as long as no pointer is on it
  await page.locator(".u-legend").getByText("45", { exact: true }).waitFor();
  await expectSound(page, "annotators over time");

  const people = page.getByRole("table", { name: "Annotators" });
  const likeness = people.getByRole("button", { name: "Matches final label" });
  await likeness.click(); // highest first
  expect(await people.getByRole("rowheader").last().innerText()).toBe("cid");
  await people
    .getByRole("cell", { name: /^\d+ % of \d+$/ })
    .first()
    .waitFor();
  await likeness.click();
  expect(await people.getByRole("rowheader").first().innerText()).toBe("cid");
  await people.locator('[aria-sort="ascending"]').getByText("Matches final label").waitFor();

  await page.getByRole("button", { name: "View as table" }).focus();
  await page.keyboard.press("Enter");
  const table = page.getByRole("table", { name: "Answers: Everybody" });
  expect(await table.getByRole("row").count()).toBe(3);
  await table.getByRole("cell", { name: "45" }).first().waitFor();
  await table.getByRole("cell", { name: "67 %" }).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as CSV" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("trends.csv");
  await expectSound(page, "annotators over time as a table");
});

test("a batch is forecast, and the cost of a certified label follows from the pay that a lead types", async () => {
  const { id } = await givenBatch(service, { texts: 40, settings: { quality_policy: { overlap: 1 } } });
  const before = await openAt(`/batches/${id}`);
  await before.getByText("Not enough data").waitFor();
  for (let day = 0; day < 6; day += 1) {
    await work("dan", id, { answers: 5 });
    await age(id, 1);
  }
  const end = () => new Date(service.deps.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
  const earliest = end();
  const page = await openAt(`/batches/${id}`);
  await page.getByText(/between \S+ and \S+, 80 % interval/).waitFor();
  const shown = (await page.getByText(/, 80 % interval/).textContent()) ?? "";
  const [, first, last] = /between (\S+) and (\S+), 80 %/.exec(shown) ?? [];
  expect([earliest, end()]).toContain(first); // it may be midnight meanwhile
  expect(last).toBe(first);
  await expectSound(page, "forecast");

  await annotateAll(service, id, ["dan"]);
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();
  await page.reload();
  await page.getByText("Cost of a certified label").click();
  await page.getByLabel("Pay per active hour").fill("24");
  await page.keyboard.press("Tab");
  await page.getByText("A certified label costs 0.2", { exact: true }).waitFor();
  await expectSound(page, "cost of a label");
  await page.reload();
  await page.getByText("A certified label costs").waitFor();
});

test("a report that fails says why, and the rest of the page stays", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { overlap: 1 } } });
  const page = await openAt("/projects");
  await page.route(/\/v1\/batches\/\w+\/forecast$/, (route) =>
    route.fulfill({ status: 503, json: { error: "unavailable", message: "The database does not answer." } }),
  );
  await page.goto(`${origin}/batches/${id}`);
  await page.getByText("The database does not answer.").first().waitFor();
  await page
    .getByText("Stages")
    .or(page.getByRole("list", { name: "Stages" }))
    .first()
    .waitFor();
  await page.unroute(/\/v1\/batches\/\w+\/forecast$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Not enough data").waitFor();
});

test("a certificate that fails to load says why, and is loaded again when the lead asks", async () => {
  const { id } = await givenBatch(service, {
    texts: 6,
    settings: { quality_level: "standard", quality_policy: { overlap: 1 } },
  });
  await annotateAll(service, id, ["ann"]);
  await runJobs();
  await auditAll(service, id, "eve");
  await runJobs();
  const page = await openAt("/projects");
  await page.route(/\/v1\/batches\/\w+\/certificate$/, (route) =>
    route.fulfill({ status: 503, json: { error: "unavailable", message: "The database does not answer." } }),
  );
  await page.goto(`${origin}/batches/${id}`);
  await page.getByText("The database does not answer.").waitFor();
  await expectSound(page, "certificate that fails to load");
  await page.unroute(/\/v1\/batches\/\w+\/certificate$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Open certificate" }).waitFor();
  expect(await page.getByText("The database does not answer.").count()).toBe(0);
});

test("with more than 60 labels, a picture and the most frequent mistakes stand for the confusion table", async () => {
  const labels = Array.from({ length: 70 }, (_, place) => ({ name: `label ${place}` }));
  const settings = { labels, quality_level: "none", quality_policy: { overlap: 3 } };
  const { id } = await givenBatch(service, { texts: 70, settings });
  await annotateAll(service, id, ["ann", "bob", "cid"], (text, annotator) =>
    annotator === "cid" && text === "text 2" ? "label 5" : `label ${Number(text.slice(5)) - 1}`,
  );
  const page = await openAt(`/batches/${id}?tab=agreement`);
  const map = page.getByRole("img", { name: /^70 labels/ });
  await map.waitFor();
  const colors = () =>
    page.evaluate<number>(`(() => {
    const canvas = document.querySelector("canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3).join())).size;
  })()`);
  await expect.poll(colors).toBe(4); // nothing, always right, right twice of three times, wrong once
  await expectSound(page, "confusion of many labels");
  await page.getByRole("link", { name: "1 answered label 5 where label 1 is the final label" }).click();
  await page.getByRole("link", { name: "2", exact: true }).waitFor();
});

test("a lead reads which labels are confused over the batches of a project, and opens the items", async () => {
  const settings = { quality_level: "none", quality_policy: { overlap: 3, gold_share: 0 } };
  const { id, project_id } = await givenBatch(service, { texts: 3, settings });
  await annotateAll(service, id, ["ann", "bob", "cid"], (_text, annotator) =>
    annotator === "cid" ? "no" : "yes",
  );
  const page = await openAt(`/projects/${project_id}`);
  await page.getByRole("tab", { name: "Confusion" }).click();
  await page.getByText("Counts all 3 items of the project that are not excluded.").waitFor();
  await expectSound(page, "confusion of a project");
  await page.getByRole("button", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "Another annotator" }).click();
  await page.getByRole("table").getByText("Other annotator’s answer").waitFor();
  const pairs = await page.getByRole("table").getByRole("row").allInnerTexts();
  expect(pairs.slice(2).map((row) => row.split(/\s+/))).toEqual([
    ["yes", "6", "6"],
    ["no", "6", ""],
  ]);
  await page.getByRole("button", { name: "Compare with" }).click();
  await page.getByRole("option", { name: "Final labels" }).click();
  await page.getByRole("link", { name: "3 answered no where yes is the final label" }).click();
  await page.getByRole("link", { name: "3", exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("project")).toBe(project_id);
});

test("without a connection, the work report says that its CSV was not saved", async () => {
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_policy: { overlap: 1 } } });
  await annotateAll(service, id, ["ann"]);
  const page = await openAt("/settings/work");
  await page.getByRole("rowheader", { name: "ann" }).first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save as CSV" }).click();
  await page.getByText("Assay does not respond. Check your connection and try again.").waitFor();
  await expectSound(page, "a report that was not saved");
  await page.context().setOffline(false);
  await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as CSV" }).click(),
  ]);
  await page.getByText("Assay does not respond.").waitFor({ state: "detached" });
});
