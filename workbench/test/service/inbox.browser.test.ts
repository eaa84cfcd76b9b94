import { annotateAll, bodyOf, givenBatch, itemOf } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { serve } from "./serve.ts";

const { origin, service } = await serve();
const { request } = service;

async function openAs(person: Person, path: string) {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(origin + path);
  return page;
}

const rowsOf = (page: Page) =>
  page.getByRole("list", { name: "Questions" }).getByRole("listitem").filter({ hasText: "ann" });

test("questions of all projects are answered and resolved in one place, by the keyboard too", async () => {
  const owner = await givenPerson(service, { role: "owner" });
  const page = await openAs(owner, "/questions");
  await page.getByText("No open questions").waitFor();
  const keys = page.getByRole("list", { name: "Keys" });
  expect(await keys.count()).toBe(0);
  await page.goto("about:blank"); // an open page could show the first question before the second is asked
  const asked: string[] = [];
  for (const text of ["Is a van a car?", "Which language is this?"]) {
    const { id } = await givenBatch(service, { texts: 1, settings: { quality_level: "none" } });
    await annotateAll(service, id, ["ann"]);
    const item_id = (await itemOf(service, id, "1")).id;
    const comment = bodyOf(await request("POST", "/v1/comments", { item_id, text, annotator: "ann" }), 201);
    asked.push(comment.id);
  }
  const threadOf = async (id: string | undefined) =>
    bodyOf(await request("GET", `/v1/comments?thread_id=${id}&sort=created_at`), 200).data;

  const marked = page.waitForResponse(/comments\/read$/);
  await page.goto(`${origin}/questions`);
  const rows = rowsOf(page);
  await rows.first().getByText("Which language is this?").waitFor();
  await rows.nth(1).getByText("Is a van a car?").waitFor();
  expect(await page.getByText("New", { exact: true }).count()).toBe(2);
  await rows.first().getByRole("link").locator("span").first().waitFor();
  await keys.waitFor();
  const chosen = page.getByRole("region", { name: "Item of the question" });
  await chosen.getByText("text 1", { exact: true }).waitFor();
  await expectSound(page, "questions");
  expect([(await marked).status(), await (await marked).json()]).toEqual([200, { count: 2 }]);
  const elsewhere = rowsOf(await openAs(owner, "/questions")); // another browser, which keeps nothing of this one
  await elsewhere.filter({ hasText: "Is a van a car?" }).waitFor();
  expect(await elsewhere.filter({ hasText: "New" }).count()).toBe(0);
  expect(await rows.filter({ hasText: "New" }).count()).toBe(2); // until this page is opened again

  await page.keyboard.press("j");
  await rows.nth(1).and(page.locator(":focus")).waitFor();
  await rows.nth(1).getByRole("button", { name: "Reply" }).press("Enter");
  await page.keyboard.type("Yes, jeep too"); // j is a letter there
  await page.getByRole("button", { name: "Send" }).press("Enter");
  await untilHolds(async () =>
    expect(await threadOf(asked[0])).toMatchObject([{ text: "Is a van a car?" }, { text: "Yes, jeep too" }]),
  );
  await rows.filter({ hasText: "Which language" }).getByRole("button", { name: "Resolve" }).click();
  await untilHolds(async () => expect(await threadOf(asked[1])).toMatchObject([{ resolved: true }]));

  await page.reload();
  await rows.getByText("Is a van a car?").waitFor();
  expect(await page.getByText("New", { exact: true }).count()).toBe(0);
  expect(await rows.count()).toBe(1);
  await page.getByRole("button", { name: "Resolved" }).click();
  await rows.getByText("Which language is this?").waitFor();

  const annotator = await givenPerson(service, { role: "annotator" });
  const theirs = await openAs(annotator, "/questions");
  await theirs.getByText("No open questions").waitFor();
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_level: "none" } });
  await annotateAll(service, id, ["ann", "bob"]);
  const item_id = (await itemOf(service, id, "2")).id;
  const unclear = { item_id, text: "Which car is meant?", annotator: "ann" };
  bodyOf(await request("POST", "/v1/comments", unclear), 201);
  const reviewer = await givenPerson(service, { role: "reviewer" });
  const judged = await openAs(reviewer, "/questions"); // who may open no item still reads which one is meant
  await rowsOf(judged).filter({ hasText: "Which car is meant?" }).getByText("2", { exact: true }).waitFor();
});

test("a reply makes a thread new again, and reading it beside its item counts too", async () => {
  const owner = await givenPerson(service, { role: "owner" });
  const { id } = await givenBatch(service, { texts: 1, settings: { quality_level: "none" } });
  await annotateAll(service, id, ["ann"]);
  const item_id = (await itemOf(service, id, "1")).id;
  const text = "Is a tram a train?";
  const first = bodyOf(await request("POST", "/v1/comments", { item_id, text, annotator: "ann" }), 201);
  const isRead = async () => {
    const { data } = bodyOf(await owner.request("GET", `/v1/comments?thread_id=${first.id}`), 200);
    return data.every(({ unread }: { unread: boolean }) => !unread);
  };
  const page = await openAs(owner, "/questions");
  const row = rowsOf(page).filter({ hasText: text });
  await row.getByText("New", { exact: true }).waitFor();
  await untilHolds(async () => expect(await isRead()).toBe(true));

  const reply = { item_id, reply_to: first.id, text: "It has no driver's cab", annotator: "ann" };
  bodyOf(await request("POST", "/v1/comments", reply), 201);
  await page.reload();
  await row.getByText("New", { exact: true }).waitFor();
  await untilHolds(async () => expect(await isRead()).toBe(true));
  bodyOf(await request("POST", "/v1/comments", { ...reply, text: "Or has it?" }), 201);
  await page.goto(`${origin}/items/${item_id}`);
  await page.getByText("Or has it?").waitFor();
  await untilHolds(async () => expect(await isRead()).toBe(true));
  await page.goto(`${origin}/questions`);
  await row.getByText("Or has it?").waitFor();
  expect(await row.getByText("New", { exact: true }).count()).toBe(0);
});

test("questions are read, answered and resolved one after another by keys alone, and by touch", async () => {
  const owner = await givenPerson(service, { role: "owner" });
  const { id } = await givenBatch(service, { texts: 3, settings: { quality_level: "none" } });
  await annotateAll(service, id, ["ann"]);
  const asked: string[] = [];
  for (const external_id of ["1", "2", "3"]) {
    const item_id = (await itemOf(service, id, external_id)).id;
    const text = `Question ${external_id}?`;
    const comment = bodyOf(await request("POST", "/v1/comments", { item_id, text, annotator: "ann" }), 201);
    asked.unshift(comment.id);
  }
  const threadOf = async (thread: string | undefined) =>
    bodyOf(await request("GET", `/v1/comments?thread_id=${thread}&sort=created_at`), 200).data;
  const page = await openAs(owner, "/questions");
  const rows = rowsOf(page);
  const rowOf = (text: string) => rows.filter({ hasText: text });
  const isFocused = (wanted: Locator) => wanted.and(page.locator(":focus")).waitFor();
  await isFocused(rowOf("Question 3?")); // the newest, as soon as there is one
  await rowOf("Question 3?").getByRole("button", { name: "Reply" }).waitFor();
  await takePictures(page, "questions");

  await page.keyboard.press("r");
  await page.keyboard.type("Yes, a jeep");
  await page.keyboard.press("Escape");
  await isFocused(rowOf("Question 3?").getByRole("button", { name: "Reply" }));
  await page.keyboard.press("r"); // what was typed is still there
  await page.keyboard.type(" too");
  await takePictures(page, "questions, a reply");
  await page.keyboard.press("Control+Enter");
  await untilHolds(async () =>
    expect(await threadOf(asked[0])).toMatchObject([{ text: "Question 3?" }, { text: "Yes, a jeep too" }]),
  );
  await isFocused(rowOf("Question 3?").getByRole("button", { name: "Reply" }));
  await page.keyboard.press("j");
  await isFocused(rowOf("Question 2?"));
  await page.keyboard.press("r");
  await page.keyboard.type("No");
  await page.keyboard.press("Control+Enter");
  await rowOf("Question 2?").getByText("No", { exact: true }).waitFor();
  await isFocused(rowOf("Question 2?").getByRole("button", { name: "Reply" }));
  expect(await rows.first().innerText()).toContain("Question 3?"); // no reply moves a row
  const topOf = async () => (await page.getByRole("list", { name: "Questions" }).boundingBox())?.y;
  const top = await topOf();
  await page.keyboard.press("e");
  await isFocused(rowOf("Question 1?"));
  await untilHolds(async () => expect((await threadOf(asked[1]))[0]).toMatchObject({ resolved: true }));
  expect(await rowOf("Question 2?").count()).toBe(0);
  await page.getByText("Resolved the question of ann.").waitFor();
  expect(await topOf(), "the list stays where it was").toBe(top);
  await takePictures(page, "questions, one resolved");

  await page.keyboard.press("o");
  await page.getByRole("region", { name: "Comments" }).getByText("Question 1?").waitFor();
  await page.goBack();
  await isFocused(rowOf("Question 1?"));
  await page.keyboard.press("k");
  await isFocused(rowOf("Question 3?"));
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("Next question").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await isFocused(rowOf("Question 1?"));
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await isFocused(rowOf("Question 3?"));
  expect((await threadOf(asked[0]))[0]).toMatchObject({ resolved: false });

  const phone = await openPage("about:blank", {
    ...{ bypassCSP: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  });
  await phone.context().addCookies(cookiesOf(owner.cookie, origin));
  await phone.goto(`${origin}/questions`);
  const first = rowsOf(phone).filter({ hasText: "Question 1?" });
  await first.getByRole("button", { name: "Reply" }).tap();
  await phone.getByLabel("Reply to ann").fill("By touch");
  await takePictures(phone, "questions by touch");
  await phone.getByRole("button", { name: "Send" }).tap();
  await untilHolds(async () => expect((await threadOf(asked[2]))[1]).toMatchObject({ text: "By touch" }));
  await first.getByRole("button", { name: "Resolve" }).tap();
  await first.waitFor({ state: "detached" });
  await untilHolds(async () => expect((await threadOf(asked[2]))[0]).toMatchObject({ resolved: true }));
});

/** Screenshots to look at; nothing compares them. */
async function takePictures(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS: folder } = process.env;
  const before = page.viewportSize();
  if (!folder || before === null) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of before.width === 390 ? [390] : [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.screenshot({
        path: `${folder}/${name.replaceAll(/[^a-z]+/gi, "-")}-${colorScheme}-${width}.png`,
      });
    }
  }
  await page.setViewportSize(before);
}

test("the page of a batch leads to the questions of that batch, and from there to all", async () => {
  const owner = await givenPerson(service, { role: "owner" });
  const ids: string[] = [];
  for (const text of ["Asked in one batch", "Asked in another"]) {
    const { id } = await givenBatch(service, { texts: 1, settings: { quality_level: "none" } });
    bodyOf(
      await request("POST", "/v1/comments", { item_id: (await itemOf(service, id, "1")).id, text }),
      201,
    );
    ids.push(id);
  }
  const page = await openAs(owner, `/batches/${ids[0]}`);
  await page.getByText("1 open question.").waitFor();
  await page.getByRole("link", { name: "Open questions" }).click();
  await page.getByText("Questions of Untitled batch.").waitFor();
  await page.getByText("Asked in one batch").waitFor();
  expect(await page.getByText("Asked in another").count()).toBe(0);
  await expectSound(page, "questions of a batch");
  await page.getByRole("link", { name: "Show the questions of all batches" }).click();
  await page.getByText("Asked in another").waitFor();
});
