import { bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { ONE, startWorking, textShown } from "./working.ts";

const { origin, service, givenWork, answersOf, tasksOf, untilAnswered } = await startWorking();
const { request } = service;

const advance = (page: Page) => page.getByText("Choosing a label submits");

/** Gives each item of a batch a prediction of `yes`. */
async function predict(batch_id: string): Promise<void> {
  const items = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data;
  const predictions = items.map(({ id: item_id }: { id: string }) => ({
    ...{ item_id, model: "bert", score: 0.9, result: { label: "yes" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/predictions`, { predictions }), 200);
}

test("one key labels, submits and opens the next item, and another goes back to the last", async () => {
  const { page, batch_id } = await givenWork({ texts: 4 });
  await textShown(page, "text 1");
  await page.keyboard.press("Alt+n");
  await expectSound(page, "/work");
  const before = await advance(page).boundingBox();
  await page.keyboard.press("1");
  await textShown(page, "text 2");
  await page.keyboard.press("2");
  await textShown(page, "text 3");
  await page.getByRole("button", { name: "Back: no U" }).waitFor();
  expect(await advance(page).boundingBox()).toEqual(before);
  await untilAnswered(batch_id, { 1: "yes", 2: "no" });
  await page.keyboard.press("u");
  await textShown(page, "text 2");
  await page.keyboard.press("2"); // the label that it has
  await textShown(page, "text 3");
  await page.keyboard.press("Backspace");
  await textShown(page, "text 2");
  await page.keyboard.press("1");
  await textShown(page, "text 3");

  await untilAnswered(batch_id, { 1: "yes", 2: "yes" });
});

test("the browser remembers for each project that a label submits, and a key that is held down labels one item", async () => {
  const { page, batch_id } = await givenWork({ texts: 9 });
  await textShown(page, "text 1");
  await advance(page).click();
  await page.keyboard.down("1");
  await textShown(page, "text 2");
  await page.keyboard.down("1"); // a repeat, as of a keyboard
  await page.keyboard.down("1");
  await page.keyboard.up("1");
  await page.keyboard.press("2");
  await textShown(page, "text 3");
  await untilAnswered(batch_id, { 1: "yes", 2: "no" });
  await page.reload();
  await page.getByRole("checkbox", { name: "Choosing a label submits", checked: true }).waitFor();
  const other = await givenBatch(service, { texts: 1, settings: ONE });
  await page.goto(`${origin}/work?batch=${other.id}&kinds=annotate`);
  await page.getByRole("checkbox", { name: "Choosing a label submits", checked: false }).waitFor();
});

/** A member on the first item of a batch whose items have predictions of `yes`. */
async function givenPredicted(texts: number, settings: object = {}) {
  const { page, batch_id } = await givenWork({ texts, settings, before: predict });
  await textShown(page, "text 1");
  await page.getByRole("button", { name: /^Accept.* A$/ }).waitFor();
  return { page, batch_id };
}

test("of two labels A submits a model's suggestion, X the other label, and Alt+X clears", async () => {
  const { page, batch_id } = await givenPredicted(4);
  await page.keyboard.press("a");
  await textShown(page, "text 2");
  await page.getByRole("button", { name: "Reject and submit no X" }).waitFor();
  await page.keyboard.press("x");
  await textShown(page, "text 3");
  await page.keyboard.press("Alt+x");
  await page.getByRole("button", { name: "yes", pressed: false }).waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");

  await untilAnswered(batch_id, { 1: "yes", 2: "no", 3: "no" });
});

test("of more labels X skips the item and stores the rejected one, for another annotator", async () => {
  const labels = ["yes", "no", "maybe"].map((name) => ({ name }));
  const { page, batch_id } = await givenPredicted(2, { labels });
  await page.keyboard.press("x");
  await textShown(page, "text 2");
  await page.getByText("Skipped (Rejected suggestion: yes). Somebody else gets the item.").waitFor();

  await untilHolds(async () => {
    const skipped = (await tasksOf(batch_id)).filter(({ status }) => status === "skipped");
    expect(skipped.map(({ reason }) => reason)).toEqual(["Rejected suggestion: yes"]);
  });
  expect(await answersOf(batch_id)).toEqual([]);
  const { data } = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200);
  expect(data.map(({ skip_count }: { skip_count: number }) => skip_count)).toEqual([1, 0]);
});

test("a label keeps its hotkey where a stream has the same one", async () => {
  const labels = [{ name: "yes", hotkey: "u" }, { name: "no" }];
  const { page, batch_id } = await givenWork({ texts: 3, settings: { labels } });
  await textShown(page, "text 1");
  await advance(page).click();
  await page.keyboard.press("u");
  await textShown(page, "text 2");
  await page.keyboard.press("u");
  await textShown(page, "text 3");

  await untilAnswered(batch_id, { 1: "yes", 2: "yes" });
});

test("on a telephone a swipe gives one of two labels", async () => {
  const { page: other, batch_id, person, url } = await givenWork({ texts: 3 });
  await other.goto("about:blank");
  const page = await openPage("about:blank", {
    ...{ hasTouch: true, bypassCSP: true, viewport: { width: 390, height: 844 } },
  });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(url);
  await textShown(page, "text 1");
  await advance(page).tap();
  await swipe(page, "text 1", 150);
  await textShown(page, "text 2");
  await swipe(page, "text 2", 30); // too short
  await swipe(page, "text 2", -150);
  await textShown(page, "text 3");
  await expectSound(page, "/work");

  await untilAnswered(batch_id, { 1: "no", 2: "yes" });
});

test("a project with questions is submitted by hand", async () => {
  const fields = [{ name: "sure", type: "choice", options: ["y", "n"] }];
  const { page, batch_id } = await givenWork({ settings: { fields } });
  await textShown(page, "text 1");
  expect(await advance(page).count()).toBe(0);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await textShown(page, "text 2");

  await untilHolds(async () => expect(await answersOf(batch_id)).toHaveLength(1));
});

/** Moves a finger across a text, in CSS pixels to the right. */
async function swipe(page: Page, text: string, by: number): Promise<void> {
  const box = await page.getByText(text, { exact: true }).boundingBox();
  if (box === null) throw new Error("the text is not shown");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await send("touchStart", x);
  await send("touchMove", x + by / 2);
  await send("touchMove", x + by);
  await send("touchEnd");
}
