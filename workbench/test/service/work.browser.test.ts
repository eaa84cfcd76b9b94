import { annotateAll, bodyOf, givenBatch, givenLines } from "@assay/server/test/given.ts";
import { givenBatchOfType } from "@assay/server/test/given-dataset.ts";
import { givenPerson } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { cookiesOf } from "../cookies.ts";
import { badge, ONE, startWorking, textShown } from "./working.ts";

const { origin, service, openAs, givenWork, answersOf, tasksOf, untilAnswered } = await startWorking();
const { db, request } = service;

test("items are answered one after another with the keyboard alone", async () => {
  const { page, batch_id } = await givenWork({ texts: 5 });
  for (const [text, digit] of [
    ["text 1", "1"],
    ["text 2", "2"],
  ] as const) {
    await textShown(page, text);
    await page.keyboard.press(digit);
    await page.keyboard.press("Control+Enter");
  }
  await textShown(page, "text 3");
  await untilAnswered(batch_id, { 1: "yes", 2: "no" });
  expect((await answersOf(batch_id)).every(({ active_ms }) => (active_ms ?? 0) > 0)).toBe(true);
  await untilHolds(async () => {
    expect((await tasksOf(batch_id)).filter(({ status }) => status === "leased")).toHaveLength(3);
  });
});

test("a submit says what is missing, and a digit chooses the reason to skip", async () => {
  const { page, batch_id } = await givenWork();
  await textShown(page, "text 1");
  await page.keyboard.press("Control+Enter");
  await page.locator("[aria-live]").getByText(/label/).waitFor();
  expect(await answersOf(batch_id)).toEqual([]);
  await page.keyboard.press("Control+Shift+Space");
  await page.getByRole("button", { name: "Does not belong here 3" }).waitFor();
  await page.locator("[data-over]").waitFor({ state: "hidden" }); // what was missing does not shine through
  await page.keyboard.press("3");
  await textShown(page, "text 2");

  await untilHolds(async () => {
    const skipped = (await tasksOf(batch_id)).find(({ reason }) => reason === "Out of scope");
    expect(skipped?.status).toBe("skipped");
  });
});

test("the end of a batch leads to what else waits, and My work begins with the batch that one works at", async () => {
  const name = "Messages of May";
  const { id: batch_id, project_id } = await givenBatch(service, {
    ...{ texts: 1, settings: { ...ONE, name: "Tone" } },
  });
  const upload_ids = [await givenLines(service, service, [{ text: "one" }, { text: "two" }])];
  const other = { project_id, upload_ids, name };
  const last = bodyOf(await request("POST", "/v1/batches", { ...other, priority: "low" }), 201);
  bodyOf(await request("POST", "/v1/batches", { project_id, upload_ids }), 201);
  const page = await openAs(await givenPerson(service, { role: "annotator", project_ids: [project_id] }));
  await page.goto(`${origin}/work?batch=${batch_id}&kinds=annotate`);
  await textShown(page, "text 1");
  await page.keyboard.press("1");
  const claimed = page.waitForResponse("**/v1/tasks/claim");
  let isStored = false;
  await page.route("**/v1/tasks/*/submit", async (route) => {
    await claimed; // that nothing is left is known before the answer arrives
    const response = await route.fetch();
    isStored = true;
    await route.fulfill({ response });
  });
  const askedAfter: boolean[] = [];
  page.on("request", (asked) => asked.url().endsWith("/waiting") && askedAfter.push(isStored));
  await page.keyboard.press("Control+Enter");
  const heading = page.getByRole("heading", { name: "All done: you finished 1 item" });
  await heading.waitFor();
  expect(askedAfter).toEqual([true]);
  await page.keyboard.press("Control+Enter"); // a second one opens no tab
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Next: Annotate “Tone” (2)");
  expect(page.context().pages()).toHaveLength(1);

  const rows = page.getByRole("main").getByRole("listitem").getByRole("listitem");
  await page.getByRole("main").getByRole("link", { name: "My work" }).click();
  await rows.first().waitFor();
  expect(await rows.allInnerTexts()).toEqual(["Annotate 2", `${name}\n\nAnnotate 2`]);
  await page.getByRole("button", { name: "Annotate 2" }).last().click();
  await page.getByText("2 left", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Back to my work" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await untilHolds(async () => {
    expect((await tasksOf(last.id)).filter(({ status }) => status === "leased")).toEqual([]);
  });
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  expect(await rows.allInnerTexts()).toEqual([`${name}\n\n2 left\n\nContinue`, "Annotate 2"]);
});

test("the last answer is reopened and replaced", async () => {
  const { page, batch_id } = await givenWork({ settings: { quality_policy: { overlap: 2 } } });
  await textShown(page, "text 1");
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "yes" });
  await page.keyboard.press("Control+Shift+Backspace");
  await textShown(page, "text 1");
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "no" });
  await textShown(page, "text 2");
});

test("in training the annotator learns whether each answer is right, and can open the known answer", async () => {
  const quality_policy = { overlap: 1, gold_share: 1, feedback: true };
  const { page, batch_id } = await givenWork({ texts: 2, settings: { quality_policy } });
  const gold = ["1", "2"].map((external_id) => ({ external_id, result: { label: "no" } }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/gold`, { gold }), 200);
  await page.reload();

  await page.getByRole("button", { name: "yes" }).waitFor();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await page.getByText("your answer differs from the known answer").waitFor();
  await expectSound(page, "what is told of an answer");
  await page.getByRole("button", { name: "Show the known answer" }).click();
  const known = page.getByRole("dialog", { name: /^Known answer to/ });
  const given = known.getByRole("list", { name: "Labels" });
  await given.waitFor();
  expect(await given.getByRole("listitem").allTextContents()).toEqual(["no"]);
  await known.getByRole("button", { name: "Close" }).click();
  await known.waitFor({ state: "detached" });
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await page.getByText("you were right").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("you were right").waitFor({ state: "detached" });
});

test("leaving the page releases tasks without a draft", async () => {
  const { page, batch_id } = await givenWork();
  await textShown(page, "text 1");
  await page.keyboard.press("1");
  await badge(page, "Saving");
  await untilHolds(async () => expect(await tasksOf(batch_id)).toHaveLength(3));
  await page.goto("about:blank");
  await untilHolds(async () => {
    const left = (await tasksOf(batch_id)).map(({ status, draft }) => [status, draft !== null]);
    expect(left.sort()).toEqual([
      ["leased", true],
      ["released", false],
      ["released", false],
    ]);
  });
});

test("a reload shows the same item again, before anything was answered too", async () => {
  const { page, batch_id } = await givenWork({ texts: 5 });
  await textShown(page, "text 1");
  await page.reload();
  await textShown(page, "text 1");
  await untilHolds(async () => {
    const leased = (await tasksOf(batch_id)).filter(({ status }) => status === "leased");
    expect(leased).toHaveLength(4);
  });
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  const next = await page.getByText(/^text [2-5]$/).innerText();
  await page.reload();
  await textShown(page, next);
});

test("new guidelines must be confirmed, each version once", async () => {
  const { page } = await givenWork({ settings: { instructions: "Say *yes* to everything." } });
  const dialog = page.getByRole("dialog", { name: /^Guidelines: / });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.click(2, 2);
  expect(await dialog.isVisible()).toBe(true);
  const confirmed = page.waitForResponse(/guidelines\/confirmation$/);
  await page.getByRole("button", { name: "I have read them" }).click();
  expect((await confirmed).status()).toBe(204);
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("F2");
  const beside = page.getByRole("complementary", { name: "Guidelines" });
  await beside.getByText("to everything.").waitFor();
  await expectSound(page, "guidelines beside the work");
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await textShown(page, "text 2");
  await beside.getByText("to everything.").click(); // they stay from item to item
  await page.keyboard.press("Escape");
  await beside.waitFor({ state: "detached" });
  await page.evaluate("localStorage.clear()");
  await page.reload();
  await page.getByRole("button", { name: "Submit" }).waitFor();
  await page.getByText(/^text \d$/).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("the next person in the same browser must confirm the guidelines too", async () => {
  const { page, batch_id } = await givenWork({ settings: { instructions: "Say *yes*." } });
  await page.getByRole("button", { name: "I have read them" }).click();
  await page.goto("about:blank");
  await untilHolds(async () => {
    const leased = (await tasksOf(batch_id)).filter(({ status }) => status === "leased");
    expect(leased).toHaveLength(1); // the one on the screen: the next person can have the others
  });
  const next = await givenPerson(service, { role: "annotator" });
  await page.context().addCookies(cookiesOf(next.cookie, origin));
  await page.goto(`${origin}/work?batch=${batch_id}&kinds=annotate`);
  await page.getByRole("button", { name: "I have read them" }).waitFor();
});

/** A batch that `ann` has answered with `yes` throughout, and that waits for its audits. */
async function givenAudits(page: Page, mode: "verify" | "blind", texts = 2): Promise<string> {
  const fields = [{ name: "note", type: "text" }]; // so that a label that is right can get a small change
  const settings = { quality_policy: { overlap: 1, audit_mode: mode }, fields };
  const { id } = await givenBatch(service, { texts, settings });
  await annotateAll(service, id, ["ann"]);
  await service.runJobs();
  await page.goto(`${origin}/work/mine`);
  await page
    .getByRole("button", { name: `Audit ${texts}` })
    .last()
    .click();
  return id;
}

test("an auditor says by keys that a label is right, right with a small change, or wrong with a reason", async () => {
  const page = await openAs(await givenPerson(service, { role: "reviewer" }));
  const batch_id = await givenAudits(page, "verify", 3);
  const title = page.locator("header h1");
  const untilNext = async (from: string | null) =>
    page.waitForFunction(`document.querySelector("header h1")?.textContent !== ${JSON.stringify(from)}`);
  await page.getByText("Is “yes” right?").waitFor();
  await page.keyboard.press("2"); // no drawing before the change starts
  const first = await title.textContent();
  await page.keyboard.press("a");
  await untilNext(first);

  const second = await title.textContent();
  await page.keyboard.press("w");
  await page.keyboard.press("2");
  await page.keyboard.press("Alt+r");
  await page.keyboard.type("It says no.");
  await expectSound(page, "audit of a changed label");
  await page.keyboard.press("Control+Enter");
  await untilNext(second);

  await page.keyboard.press("w");
  await page.keyboard.press("2");
  await page.keyboard.press("Alt+s"); // another mind: the label was right, and gets better
  await page.getByRole("button", { name: "Right, with a small change", pressed: true }).waitFor();
  expect(await page.getByLabel("What is wrong with the label").count()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await untilHolds(async () => {
    const audits = await db
      .selectFrom("audits")
      .select(["verdict", "decided_by", "corrected", "reason"])
      .where("batch_id", "=", batch_id)
      .where("acceptable", "is not", null)
      .orderBy("verdict")
      .execute();
    expect(audits).toEqual([
      { verdict: "accepted", decided_by: "auditor", corrected: null, reason: null },
      { verdict: "accepted_with_change", decided_by: "auditor", corrected: { label: "no" }, reason: null },
      { verdict: "wrong", decided_by: "auditor", corrected: { label: "no" }, reason: "It says no." },
    ]);
  });
});

test("the bars above and below an item show the keys that somebody chose", async () => {
  const page = await openAs(await givenPerson(service, { role: "reviewer" }));
  const own = { "review.accept": ["F7"], "review.changing-wrong": ["F8"], "work.palette": ["F9"] };
  await page.addInitScript((keys) => localStorage.setItem("assay-keys", JSON.stringify(keys)), own);
  await givenAudits(page, "verify", 1);
  await page.getByRole("button", { name: "Right F7" }).waitFor();
  await page.getByRole("button", { name: "All actions, F9" }).waitFor();
  await page.keyboard.press("w");
  await page.getByRole("button", { name: "Wrong F8", pressed: true }).waitFor();
});

test("a blind auditor does not see the label", async () => {
  const page = await openAs(await givenPerson(service, { role: "reviewer" }));
  await givenAudits(page, "blind");
  await page.getByText("Blind audit: answer without seeing earlier answers.").waitFor();
  expect(await page.getByText(/right\?$/).count()).toBe(0);
  await page.keyboard.press("Control+Enter");
  await page.locator("[aria-live]").getByText(/./).first().waitFor(); // nothing is chosen yet
});

test("an adjudicator uses one annotator's answer, or excludes the item with a reason", async () => {
  const { id: batch_id } = await givenBatch(service, {
    texts: 2,
    settings: {
      labels: [{ name: "yes" }, { name: "no" }, { name: "maybe" }],
      quality_policy: { overlap: 2 },
    },
  });
  const labels: Readonly<Record<string, string>> = { ann: "yes", bob: "no", cat: "maybe" };
  await annotateAll(service, batch_id, Object.keys(labels), (_, who) => labels[who] ?? "");
  const person = await givenPerson(service, { role: "reviewer" });
  const open = (await tasksOf(batch_id)).filter(({ kind }) => kind === "adjudicate");
  expect(open).toHaveLength(2);
  const page = await openAs(person);
  await page.goto(`${origin}/work?batch=${batch_id}&kinds=adjudicate`);
  await page.getByRole("heading", { name: "Answers" }).waitFor();
  const answers = page.getByRole("region", { name: /^Annotator [123]$/ });
  for (const label of Object.values(labels)) await answers.getByText(label, { exact: true }).waitFor();
  await expectSound(page, "answers to adjudicate");
  await page.getByRole("button", { name: "Use this answer" }).first().click();
  await page.keyboard.press("Control+Enter");
  await untilHolds(async () => {
    const decided = await db
      .selectFrom("items")
      .select("result")
      .where("batch_id", "=", batch_id)
      .where("origin", "=", "adjudication")
      .execute();
    expect(decided).toHaveLength(1);
  });
  const exclude = page.getByRole("button", { name: "Exclude the item" });
  const bottoms = [page.getByRole("button", { name: /^maybe/ }), exclude].map(
    async (of) => (await of.boundingBox())?.y,
  );
  const [common = 0, rare = 0] = await Promise.all(bottoms);
  expect(rare).toBeGreaterThan(common);
  await exclude.click();
  await page.getByRole("button", { name: "Does not belong here 3" }).waitFor();
  await page.keyboard.press("3");
  await page.getByLabel("Reason").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await untilHolds(async () => {
    const excluded = await db
      .selectFrom("items")
      .select("excluded_reason")
      .where("batch_id", "=", batch_id)
      .where("status", "=", "excluded")
      .execute();
    expect(excluded).toEqual([{ excluded_reason: "Does not belong here" }]);
  });
});

test("what the pointer does on images is chosen in the list of keys, and reset with the keys", async () => {
  const { id } = await givenBatchOfType(service, "object_detection");
  const page = await openAs(await givenPerson(service, { role: "annotator" }));
  await page.goto(`${origin}/work?batch=${id}`);
  await page.locator("[data-canvas] canvas").first().waitFor({ state: "attached" });
  await page.keyboard.press("?");
  const corner = (modifier: string) => page.getByText(`Select tool: ${modifier} and click on the corner`);
  await corner("Alt").waitFor();
  const search = page.getByRole("searchbox", { name: "Find an action or a key" });
  await search.fill("rotated box");
  await page.getByText("Duplicate", { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Tools and drawing" }).waitFor();
  await search.fill("");
  await page.getByRole("button", { name: /Select and edit with a drawing tool/ }).click();
  await page.getByRole("option", { name: "Ctrl" }).click();
  await corner("Ctrl").waitFor();
  await page.getByRole("button", { name: /Alt Do not snap to other shapes/ }).waitFor();
  await page.getByRole("button", { name: /Zoom$/ }).click();
  await page.getByRole("option", { name: "Alt and wheel, the wheel scrolls" }).click();
  await expectSound(page, "gestures");
  await page.getByRole("button", { name: "Reset all keys" }).click();
  await corner("Alt").waitFor();
});

test("a key is changed in the list of keys, a taken one is refused, and the answer is submitted by it", async () => {
  const { page, batch_id } = await givenWork();
  await textShown(page, "text 1");
  await page.keyboard.press("?");
  const submit = page.getByRole("button", { name: /^Change the key of Submit and/ });
  await submit.click();
  await page.keyboard.press("F2");
  await page.getByText("F2 is already the key of Guidelines").waitFor();
  await submit.click();
  await page.keyboard.press("F8");
  await page.getByRole("button", { name: "Change the key of Submit and open the next item: F8" }).waitFor();
  await expectSound(page, "keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter"); // no longer submits
  await page.keyboard.press("F8");
  await textShown(page, "text 2");
  await untilAnswered(batch_id, { 1: "yes" });

  await page.reload();
  await page
    .getByText(/^text [23]$/)
    .first()
    .waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("F8");
  await untilHolds(async () => expect(await answersOf(batch_id)).toHaveLength(2));
});
