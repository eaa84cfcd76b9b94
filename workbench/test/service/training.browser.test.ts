import { bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request } = service;
const owner = await givenPerson(service, { role: "owner" });

async function openAs(person: Person, path: string): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(origin + path);
  return page;
}

/** A batch of six texts, of which the first four are known to be `yes`, in a project of its own. */
async function givenKnown(name: string, settings: object = {}) {
  const quality_policy = { overlap: 1, gold_share: 0 };
  const batch = await givenBatch(service, { texts: 6, settings: { name, quality_policy, ...settings } });
  const gold = ["1", "2", "3", "4"].map((external_id) => ({ external_id, result: { label: "yes" } }));
  bodyOf(await request("POST", `/v1/batches/${batch.id}/gold`, { gold }), 200);
  return batch;
}

async function answer(page: Page, label: "yes" | "no"): Promise<void> {
  await page.getByRole("button", { name: label }).waitFor();
  await page.keyboard.press(label === "yes" ? "1" : "2");
  await page.keyboard.press("Control+Enter");
}

test("a lead switches training on, and an annotator trains twice before they get real items", async () => {
  const { project_id } = await givenKnown("Reviews");
  const lead = await openAs(owner, `/projects/${project_id}?tab=settings`);
  await lead.getByText("Train new annotators before they get real items").click();
  await lead.getByLabel("Training items").fill("two");
  await lead.getByRole("button", { name: "Save", exact: true }).click();
  await lead.getByText("qualification.items").waitFor();
  await lead.getByLabel("Training items").fill("5");
  await lead.getByText("has 4 items with a known answer, and the training needs 5").waitFor();
  await expectSound(lead, "training with too few known answers");
  await lead.getByLabel("Training items").fill("2");
  await lead.getByText("This project has 4 items with a known answer.").waitFor();
  await lead.getByLabel("Right answers to pass, %").fill("100");
  await lead.getByLabel("Attempts").fill("2");
  await lead.getByRole("button", { name: "Save", exact: true }).click();
  await lead.getByText("Saved.").waitFor();
  expect(bodyOf(await request("GET", `/v1/projects/${project_id}`), 200).qualification).toEqual({
    ...{ items: 2, pass_mark: 1, attempts: 2 },
  });
  await expectSound(lead, "the settings with training");

  const person = await givenPerson(service, { role: "annotator" });
  const page = await openAs(person, "/work/mine");
  await page.getByText("Training: 0 of 2 items answered, 0 right").waitFor();
  await expectSound(page, "My work before a training");
  await page.getByRole("button", { name: "Start training" }).click();
  await page.getByText("You need 2 right answers to pass. Attempt 1 of 2.").waitFor();
  await answer(page, "yes");
  await page.getByText("you were right").waitFor();
  await page.getByText("Training: 1 of 2 items answered, 1 right").waitFor();
  await expectSound(page, "a training item");
  await answer(page, "no");
  await page.getByText("your answer differs from the known answer").waitFor();
  await page.getByText("1 of 2 right was not enough, so you train again.").waitFor();
  await answer(page, "yes");
  await page.getByText("Training: 1 of 2 items answered, 1 right").waitFor();
  await answer(page, "yes");
  await page.getByText("You passed the training: 2 of 2 right").waitFor();
  await page.getByText("The items that follow are real work.").waitFor();
  await page.getByRole("button", { name: "yes" }).waitFor();
  await expectSound(page, "a passed training");
  await answer(page, "no");
  await page.getByText("You passed the training").waitFor({ state: "detached" });

  await lead.goto(`${origin}/members`);
  await lead.getByText("passed: 2 of 2").waitFor();
  await expectSound(lead, "members with trainings");
});

test("who fails is told so, and a lead lets them start again or pass", async () => {
  const qualification = { items: 1, pass_mark: 1, attempts: 1 };
  const { project_id } = await givenKnown("Letters", { qualification });
  const person = await givenPerson(service, { role: "annotator" });
  const page = await openAs(person, `/work?project=${project_id}&kinds=annotate`);
  await answer(page, "no");
  await page.getByText("You did not pass the training: 0 of 1 right, 1 needed").waitFor();
  await page.getByText("Ask your lead whether you may start again.").waitFor();
  await expectSound(page, "a failed training");
  await page.goto(`${origin}/work/mine`);
  const mine = page.getByRole("listitem").filter({ hasText: "Letters" });
  await mine.getByText("You did not pass the training: 0 of 1 right, 1 needed").waitFor();

  const lead = await openAs(owner, `/projects/${project_id}`);
  await lead.getByText("Ada failed the training (0 of 1 right) and gets no items.").waitFor();
  await lead.getByRole("button", { name: "Start again" }).click();
  await lead.getByText("Ada failed the training").waitFor({ state: "detached" });
  await lead.goto(`${origin}/members`);
  const row = lead.getByRole("row").filter({ hasText: person.email });
  const decide = async (entry: string) => {
    await row.getByRole("button", { name: "More" }).click();
    await lead.getByRole("menuitem", { name: entry }).click();
  };
  await row.getByText("in training: 0 of 1, 0 right, attempt 1 of 1").waitFor();
  await page.reload();
  await mine.getByRole("button", { name: "Start training" }).waitFor();
  await decide("Let pass: Letters");
  await row.getByText("let pass").waitFor();
  await page.reload();
  await mine.getByRole("button", { name: /^Annotate/ }).waitFor();
});

test("an annotator is told if the project has too few known items for the training", async () => {
  const qualification = { items: 5, pass_mark: 0, attempts: 1 };
  const { project_id } = await givenKnown("Notes", { qualification });
  const person = await givenPerson(service, { role: "annotator" });
  const page = await openAs(person, `/work?project=${project_id}&kinds=annotate`);
  for (let answered = 1; answered <= 4; answered += 1) {
    await answer(page, "yes");
    await page.getByText(`Training: ${answered} of 5 items answered`).waitFor();
  }
  await page.getByText("The project has no more training items.").waitFor();
});

test("in the grid real items follow as soon as the answers of the training are stored", async () => {
  const qualification = { items: 3, pass_mark: 1, attempts: 1 };
  const { project_id } = await givenKnown("Tweets", { qualification });
  const person = await givenPerson(service, { role: "annotator" });
  const page = await openAs(person, `/work/grid?project=${project_id}`);
  await expect.poll(() => page.getByRole("option").count()).toBe(3);
  await expectSound(page, "a training in the grid");
  for (const key of ["Control+a", "1", "Control+Enter"]) await page.keyboard.press(key);
  await page.getByRole("option", { name: /text 5/ }).waitFor(); // has no known answer
});
