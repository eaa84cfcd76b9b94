import { bodyOf, claim, givenBatch, submit } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();

async function openAs({ cookie }: Person, path: string): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true, locale: "en-US" });
  await page.context().addCookies(cookiesOf(cookie, origin));
  await page.goto(origin + path);
  return page;
}

/** A batch in which a member has answered some of four texts. */
async function givenWork(member_id: string, answers: number): Promise<void> {
  const settings = { quality_policy: { overlap: 1, gold_share: 0 } };
  const { id: batch_id } = await givenBatch(service, { texts: 4, settings });
  for (let left = answers; left > 0; left -= 1) {
    const task = await claim(service, member_id, { batch_id });
    bodyOf(await submit(service, task, "yes"), 200);
  }
}

test("an owner sets a rate, reads the pay of the month and saves it; the annotator sees their own part", async () => {
  const owner = await givenPerson(service, { role: "owner" });
  const annotator = await givenPerson(service, { role: "annotator" });
  bodyOf(await service.request("PATCH", `/v1/members/${annotator.member_id}`, { name: "Grace" }), 200);
  await givenWork(annotator.member_id, 3);

  const page = await openAs(owner, "/members");
  await page
    .getByRole("row", { name: /^Grace/ })
    .getByRole("button", { name: "More" })
    .click();
  await page.getByRole("menuitem", { name: "Pay rates…" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay rates of Grace" });
  await dialog.getByText("No rate yet.").waitFor();
  await dialog.getByLabel("From the day (UTC)").fill("1999-12-31");
  await dialog.getByLabel("Amount").fill("0.2");
  await dialog.getByRole("button", { name: "Paid per" }).click();
  await page.getByRole("option", { name: "answer", exact: true }).click();
  await dialog.getByRole("button", { name: "Save rate" }).click();
  await dialog.getByText("Must be a day from 2000-01-01").waitFor();
  for (const [day, amount] of [
    ["2020-01-01", "0.2"],
    ["2020-06-01", "36.5"],
  ] as const) {
    await dialog.getByLabel("From the day (UTC)").fill(day);
    await dialog.getByLabel("Amount").fill(amount);
    await dialog.getByRole("button", { name: "Save rate" }).click();
    await dialog.getByRole("row", { name: new RegExp(day) }).waitFor();
  }
  await expectSound(page, "pay rates");
  await dialog.getByRole("button", { name: "Delete the rate from 2020-06-01" }).click();
  await dialog.getByRole("row", { name: /2020-06-01/ }).waitFor({ state: "detached" });

  await page.goto(`${origin}/settings/audit-log`);
  await page
    .getByRole("button", { name: /^Details: Delete member rate/ })
    .first()
    .click();
  await page.getByText("From 2020-06-01: 36.50 EUR per answer → no rate").waitFor();
  await expectSound(page, "audit log with rates");

  await page.goto(`${origin}/settings/work`);
  const row = page
    .getByRole("table", { name: "Pay by member and rate" })
    .getByRole("row", { name: /^Grace/ });
  await row.getByRole("cell", { name: "0.60 EUR" }).waitFor();
  expect(await row.getByRole("cell").allTextContents()).toEqual([
    ...["2020-01-01", "answer", "0.20 EUR", expect.stringMatching(/ s$/), "3", "0", "3", "0.60 EUR"],
  ]);
  await page.getByText("Total: 0.60 EUR").waitFor();
  await expectSound(page, "work report with pay");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save pay as CSV" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("pay.csv");

  const own = await openAs(annotator, "/work/mine");
  const report = own.getByRole("region", { name: "My work report" });
  await report.getByText("0.60 EUR").waitFor();
  await report.getByText("3 not decided yet").waitFor();
  // nobody looks at a chart of one day; if it was midnight meanwhile, there are two
  await own
    .getByText("Only one day so far")
    .or(own.getByRole("img", { name: "Answers: You" }))
    .waitFor();
  await expectSound(own, "my work with the own report");
  await own.getByRole("button", { name: "View as table" }).click();
  const table = own.getByRole("table", { name: "Answers: You" });
  const rows = await table.getByRole("row", { name: /^\d{4}-\d\d-\d\d / }).allTextContents();
  const answers = rows.map((row) => Number(/^\d{4}-\d\d-\d\d(\d)/.exec(row)?.[1]));
  expect(answers.reduce((sum, one) => sum + one, 0)).toBe(3); // on one day, or on two if it was midnight meanwhile
  expect(await table.getByRole("columnheader").allTextContents()).not.toContain("Gold right");
});

test("a viewer reads the work report without pay, finds no rates among the members, and changes no project", async () => {
  const viewer = await givenPerson(service, { role: "viewer" });
  const page = await openAs(viewer, "/settings/work");
  await page.getByRole("button", { name: "Save as CSV" }).waitFor();
  expect(await page.getByRole("region", { name: "Pay" }).count()).toBe(0);
  await page.goto(`${origin}/members`);
  await page.getByRole("table").waitFor();
  expect(await page.getByRole("button", { name: "More" }).count()).toBe(0);
  const { id, project_id } = await givenBatch(service);
  await page.goto(`${origin}/batches/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual(["Export now"]);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Models" }).click();
  await page.getByText("No predictions yet").waitFor();
  expect(await page.getByText("Connect a model").count()).toBe(0);
  await page.goto(`${origin}/projects/${project_id}?tab=settings`);
  await page.getByText("Your role can look at this, but not change it.").waitFor();
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Add data" }).count()).toBe(0);
});

test("a manager cannot set their own rate, and is offered no API keys", async () => {
  const manager = await givenPerson(service, { role: "manager" });
  const page = await openAs(manager, "/members");
  await page
    .getByRole("row", { name: /\(you\)/ })
    .getByRole("button", { name: "More" })
    .click();
  const entry = page.getByRole("menuitem", { name: "Pay rates…" });
  expect(await entry.getAttribute("aria-disabled")).toBe("true");
  await page.goto(`${origin}/settings/keys`); // only owners may read them
  await page.getByRole("tab", { name: "Account", selected: true }).waitFor();
  expect(await page.getByRole("tab", { name: "API keys" }).count()).toBe(0);
});
