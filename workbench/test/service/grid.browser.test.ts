import { bodyOf } from "@assay/server/test/given.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { startWorking, textShown } from "./working.ts";

const { origin, service, givenWork, answersOf, tasksOf, untilAnswered } = await startWorking();
const { request } = service;

const tile = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const tiles = (page: Page) => page.getByRole("option");
const untilTiles = (page: Page, count: number) =>
  untilHolds(async () => expect(await tiles(page).count()).toBe(count));

/** A member with the grid of a batch of texts. */
async function givenGrid(texts: number, settings: object = {}) {
  const given = await givenWork({ texts, settings });
  await textShown(given.page, "text 1");
  await given.page.keyboard.press("Alt+g");
  await untilTiles(given.page, Math.min(texts, 20));
  return given;
}

/** Gives each item of a batch a prediction of `yes`. */
async function predict(batch_id: string): Promise<void> {
  const items = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}`), 200).data;
  const predictions = items.map(({ id: item_id }: { id: string }) => ({
    ...{ item_id, model: "bert", result: { label: "yes" } },
  }));
  bodyOf(await request("POST", `/v1/batches/${batch_id}/predictions`, { predictions }), 200);
}

/** As the client that the API documents reads them. */
async function storedLabels(batch_id: string): Promise<Record<string, string>> {
  const items = bodyOf(await request("GET", `/v1/items?batch_id=${batch_id}&limit=100`), 200).data;
  const labels: Record<string, string> = {};
  for (const { id, external_id } of items) {
    const { data } = bodyOf(await request("GET", `/v1/items/${id}/annotations`), 200);
    for (const { result } of data) labels[external_id] = result.label;
  }
  return labels;
}

test("one key labels all tiles, exceptions are corrected, and one key submits each as its own task", async () => {
  const { page, batch_id } = await givenGrid(23);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("1");
  await page.getByText("20 of 20 items labeled").waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight"); // text 2
  await page.keyboard.press("Shift+ArrowRight"); // and text 3
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await untilTiles(page, 3);
  for (const sent of [7, 14, 20]) // one after the other: each few have the usual time
    await untilHolds(async () => expect((await answersOf(batch_id)).length).toBeGreaterThanOrEqual(sent));
  expect(await answersOf(batch_id)).toHaveLength(20);

  const stored = await storedLabels(batch_id);
  expect(Object.entries(stored).filter(([, label]) => label === "no")).toEqual([
    ["2", "no"],
    ["3", "no"],
  ]);
  const times = (await answersOf(batch_id)).map(({ active_ms }) => active_ms ?? 0);
  expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1);
  expect(Math.min(...times)).toBeGreaterThan(0);
});

test("tiles are selected with the keyboard and with the pointer, and a change of many is undone together", async () => {
  const { page } = await givenGrid(6);
  const selected = async () =>
    (await page.getByRole("option", { selected: true }).allInnerTexts()).map((text) => text.split("\n")[0]);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Space");
  expect(await selected()).toEqual(["text 1", "text 2", "text 4"]);
  await page.keyboard.press("2");
  await page.getByText("3 of 6 items labeled").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("0 of 6 items labeled").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await page.getByText("3 of 6 items labeled").waitFor();
  await page.keyboard.press("Escape");
  expect(await selected()).toEqual([]);
  await tile(page, /text 2/).click();
  await tile(page, /text 5/).click({ modifiers: ["Shift"] });
  await tile(page, /text 3/).click({ modifiers: ["Control"] });
  expect(await selected()).toEqual(["text 2", "text 4", "text 5"]);
  await page.keyboard.press("Delete");
  await page.getByText("1 of 6 items labeled").waitFor();
  await page.keyboard.press("Control+k");
  for (const title of ["Select all items", "Look closer", "Submit all labeled items", "One item at a time"]) {
    await page.getByRole("option", { name: title }).first().waitFor();
  }
});

test("a refused answer comes back to its tile with the reason, and the others are stored", async () => {
  const { page, batch_id } = await givenGrid(4);
  const [lost] = await service.db
    .selectFrom("tasks")
    .innerJoin("items", "items.id", "tasks.item_id")
    .select("tasks.id")
    .where("tasks.batch_id", "=", batch_id)
    .where("items.external_id", "=", "3")
    .execute();
  await page.route(`**/v1/tasks/${lost?.id}/submit`, (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/json",
      body: JSON.stringify({ error: "lease_expired", message: "the lease of the task has expired" }),
    }),
  );
  await page.keyboard.press("Control+a");
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await tile(page, /text 3.*the lease of the task has expired/s).waitFor();
  await untilAnswered(batch_id, { 1: "yes", 2: "yes", 4: "yes" });
  await expectSound(page, "/work/grid with a refused answer");
  await page.unroute(`**/v1/tasks/${lost?.id}/submit`);
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");

  await untilAnswered(batch_id, { 1: "yes", 2: "yes", 3: "no", 4: "yes" });
});

test("tiles without a label stay, and say so if none has one; one is skipped with a reason", async () => {
  const { page, batch_id } = await givenGrid(3);
  await page.keyboard.press("Home");
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await untilTiles(page, 2);
  expect(await page.getByText("Choose a label").count()).toBe(0); // the person has not come to them yet
  await page.keyboard.press("Control+Enter");
  await tile(page, /text 2.*Choose a label/s).waitFor();
  await page.keyboard.press("Control+Shift+Space");
  await page.keyboard.press("3");
  await untilTiles(page, 1);

  await untilAnswered(batch_id, { 1: "yes" });
  await untilHolds(async () => {
    const skipped = (await tasksOf(batch_id)).filter(({ reason }) => reason === "Out of scope");
    expect(skipped).toHaveLength(1);
  });
});

test("labels survive a reload, and leaving the grid releases the other tiles", async () => {
  const { page, batch_id } = await givenGrid(5);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("2");
  await page.getByText("2 of 5 items labeled").waitFor();
  await page.reload();
  await page.getByText(/^2 of [2-5] items labeled$/).waitFor(); // the others may still be on their way back
  await page.getByRole("link", { name: "Back to my work" }).click();
  await page.getByRole("heading", { name: "My work", level: 1 }).waitFor();

  await untilHolds(async () => {
    const leased = (await tasksOf(batch_id)).filter(({ status }) => status === "leased");
    expect(leased).toHaveLength(2); // those with a draft
  });
});

test("answers are given offline and arrive later, and the last one is reopened", async () => {
  const { page, batch_id } = await givenGrid(3, { quality_policy: { overlap: 2 } });
  await page.context().setOffline(true);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Offline, to send: 3" }).waitFor();
  await page.context().setOffline(false);
  await untilAnswered(batch_id, { 1: "yes", 2: "yes", 3: "yes" });
  await page.keyboard.press("Control+Shift+Backspace");
  await tile(page, /text 3.*yes/s).waitFor();
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");

  await untilAnswered(batch_id, { 1: "yes", 2: "yes", 3: "no" });
});

test("an item is looked at in full and labeled there, and the other view has the same drafts", async () => {
  const { page } = await givenGrid(3);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog").getByRole("article", { name: "Text" });
  await shown.getByText("text 1").waitFor();
  await page.keyboard.press("ArrowRight");
  await shown.getByText("text 2").waitFor();
  await page.getByRole("button", { name: /^Previous item/ }).click();
  await shown.getByText("text 1").waitFor();
  await page.keyboard.press("2");
  await page.getByText("1 of 3 items labeled").waitFor();
  await page.keyboard.press("Alt+g");
  await textShown(page, "text 1");
  await page.getByRole("button", { name: "no", pressed: true }).waitFor();
});

test("the focus goes into the larger view of an item, and comes back to its tile", async () => {
  const { page } = await givenGrid(3);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  const at = tile(page, /text 2/).and(page.locator(":focus"));
  await at.waitFor();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.locator(":focus").waitFor();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    await dialog.locator(":focus").waitFor(); // Tab stays inside
  }
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await at.waitFor();
  await page.keyboard.press("ArrowRight");
  await tile(page, /text 3/)
    .and(page.locator(":focus"))
    .waitFor();

  await tile(page, /text 1/).dblclick();
  await dialog.locator(":focus").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await tile(page, /text 1/)
    .and(page.locator(":focus"))
    .waitFor();
});

test("X rejects suggestions, and those that were not in view are shown before all are submitted", async () => {
  const { page, batch_id } = await givenWork({ texts: 9, before: predict });
  await page.setViewportSize({ width: 800, height: 460 }); // one row of five and a part of the next
  await page.getByRole("button", { name: /^Accept.* A$/ }).waitFor();
  await page.keyboard.press("Alt+g");
  await untilTiles(page, 9);
  await tile(page, /text 2.*Suggested: yes/s).click();
  await page.keyboard.press("x");
  await tile(page, /text 2.*no/s).waitFor();
  await page.getByText("1 labeled, 8 suggested, of 9 items").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("7 suggestions were not in view yet. Look at them, then submit again.").waitFor();
  await expect
    .poll(() => page.getByRole("listbox", { name: "Items" }).locator("[data-at]").innerText())
    .toContain("text 3");
  expect(await answersOf(batch_id)).toEqual([]);
  await untilHolds(async () => {
    await page.keyboard.press("Control+Enter"); // goes to the next ones, until all have been in view
    expect(await tiles(page).count()).toBe(0);
  });
  const own = { 1: "yes", 2: "no", 3: "yes", 4: "yes", 5: "yes", 6: "yes", 7: "yes", 8: "yes", 9: "yes" };
  await untilAnswered(batch_id, own);
});

test("a project with questions has no grid", async () => {
  const fields = [{ name: "sure", type: "choice", options: ["y", "n"] }];
  const { page, url } = await givenWork({ settings: { fields } });
  await textShown(page, "text 1");
  await page.goto(url.replace("/work?", "/work/grid?"));
  await page.getByText("These items do not fit into a grid").waitFor();
  await page.getByRole("button", { name: "One item at a time" }).click();
  await page.getByRole("article", { name: "Text" }).waitFor();
});

test("the grid is for telephones too: a tap adds tiles to the selection", async () => {
  const { page: other, batch_id, person, url } = await givenWork({ texts: 5 });
  await other.goto("about:blank");
  const page = await openPage("about:blank", {
    ...{ hasTouch: true, bypassCSP: true, viewport: { width: 390, height: 844 } },
  });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(url.replace("/work?", "/work/grid?"));
  await untilTiles(page, 5);
  await tile(page, /text 2/).tap();
  await tile(page, /text 3/).tap();
  await page.getByRole("button", { name: /^no( 2)?$/ }).tap();
  await page.getByText("2 of 5 items labeled").waitFor();
  await expectSound(page, "/work/grid");
  await page.getByRole("button", { name: "Submit all" }).tap();

  await untilAnswered(batch_id, { 2: "no", 3: "no" });
});
