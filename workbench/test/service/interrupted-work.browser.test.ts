import { text } from "node:stream/consumers";
import { expireLeases } from "@assay/server/src/queue/expired.ts";
import { bodyOf } from "@assay/server/test/given.ts";
import { givenPerson, PASSWORD, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { cookiesOf } from "../cookies.ts";
import { badge, startWorking, textShown } from "./working.ts";

const { origin, service, pass, openAs, givenWork, answersOf, tasksOf, untilAnswered } = await startWorking();
const { db, deps, request } = service;

const LEASE = 15 * 60_000;

/** How many changes of a member are in IndexedDB, so that no crash loses them. */
async function changesKept(page: Page, { member_id }: Person): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open("assay-${member_id}");
    opening.onsuccess = () => {
      const counting = opening.result.transaction("changes").objectStore("changes").count();
      counting.onsuccess = () => resolve(counting.result);
    };
  })`);
}

/** Crashes the tab: the page gets no event. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  session.send("Page.crash").catch(() => undefined);
  await crashed;
}

test("a crash of the tab loses nothing: the change is restored and submitted", async () => {
  const { page, batch_id, person, url } = await givenWork();
  await textShown(page, "text 1");
  await page.route("**/draft", () => undefined); // never arrives
  await page.keyboard.press("2");
  await badge(page, "Saving");
  await untilHolds(async () => expect(await changesKept(page, person)).toBe(1));
  await crash(page);
  expect((await tasksOf(batch_id)).every(({ draft }) => draft === null)).toBe(true);

  const again = await page.context().newPage();
  await again.goto(url);
  await again.getByText("Restored 1 unsaved change.").waitFor();
  await textShown(again, "text 1");
  await again.keyboard.press("Control+Enter");
  await textShown(again, "text 2");
  await untilAnswered(batch_id, { 1: "no" });
  expect((await tasksOf(batch_id)).every(({ member_id }) => member_id === person.member_id)).toBe(true);
});

test("offline, answers are kept and sent once the service is back", async () => {
  const { page, batch_id } = await givenWork({ texts: 4 });
  await textShown(page, "text 1"); // one claim leases it and the next three
  await page.context().setOffline(true);
  for (const digit of ["1", "2", "1"]) {
    await page.keyboard.press(digit);
    await page.keyboard.press("Control+Enter");
  }
  await textShown(page, "text 4");
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Offline, to send: 3" }).waitFor();
  expect(await answersOf(batch_id)).toEqual([]);

  await page.context().setOffline(false);
  await untilAnswered(batch_id, { 1: "yes", 2: "no", 3: "yes" });
  await badge(page, "Saved");
  expect((await tasksOf(batch_id)).find(({ draft }) => draft !== null)?.draft).toMatchObject({ seq: 1 });
});

test("answers submitted offline are sent from any page once the service is back, and My work says how many wait", async () => {
  const { page, batch_id } = await givenWork({ texts: 3 });
  await textShown(page, "text 1");
  await badge(page, "Saved");
  await page.context().setOffline(true);
  await badge(page, "Offline");
  for (const digit of ["1", "2"]) {
    await page.keyboard.press(digit);
    await page.keyboard.press("Control+Enter");
  }
  await textShown(page, "text 3");
  await page.getByRole("button", { name: "Offline, to send: 2" }).waitFor();
  await page.getByRole("link", { name: "Back to my work" }).click();
  await page
    .getByText("2 answers wait on this device. Assay sends them once you are online.")
    .waitFor()
    .catch(async () => expect.fail(await page.locator("body").innerText()));
  await expectSound(page, "my work offline");
  expect(await answersOf(batch_id)).toEqual([]);

  await page.context().setOffline(false);
  await untilAnswered(batch_id, { 1: "yes", 2: "no" });
  await page.getByText("wait on this device").waitFor({ state: "detached" });
});

test("while a work screen is open in another tab, that one sends, and the others once it is closed", async () => {
  const { page, batch_id } = await givenWork({ texts: 2 });
  await textShown(page, "text 1");
  let isAway = true;
  await page.route("**/submit", (route) => (isAway ? route.abort() : route.continue())); // of this tab only
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Sending: 1" }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${origin}/work/mine`);
  await other.getByText("Sending 1 answer.").waitFor();
  await other.evaluate("dispatchEvent(new Event('online'))");
  await other.getByRole("button", { name: "Show answers" }).click();
  await other.getByRole("button", { name: "Send now" }).click();
  expect(await answersOf(batch_id)).toEqual([]);

  isAway = false;
  await page.close();
  await untilAnswered(batch_id, { 1: "yes" });
  await other.getByText("Everything was sent.").waitFor();
});

test("answers submitted offline are sent by the next tab after a crash", async () => {
  const { page, batch_id, url } = await givenWork();
  await textShown(page, "text 1"); // one claim leases it and the next two
  let isAway = true;
  await page.context().route("**/v1/**", (route) => (isAway ? route.abort() : route.continue()));
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await textShown(page, "text 2");
  await page.getByRole("button", { name: "Sending: 1" }).waitFor();
  await crash(page);
  isAway = false;

  const again = await page.context().newPage();
  await again.goto(url);
  await untilAnswered(batch_id, { 1: "yes" });
  await textShown(again, "text 2");
});

test("when the session ends, the member signs in again over the item", async () => {
  const { page, batch_id, person } = await givenWork();
  await textShown(page, "text 1");
  await db.deleteFrom("sessions").execute();
  pass(11 * 60_000); // tokens are over
  await page.keyboard.press("1");
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  await textShown(page, "text 1");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await badge(page, "Saved");
  await page.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "yes" });
});

test("when another person signs in, the page reloads and the answer keeps its author", async () => {
  const { page, batch_id, person, url } = await givenWork();
  await textShown(page, "text 1");
  await page.keyboard.press("1");
  await badge(page, "Saved");
  const other = await givenPerson(service, { role: "reviewer" });
  await page.context().addCookies(cookiesOf(other.cookie, origin));
  pass(11 * 60_000); // tokens are over
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^(All done|Nothing to do here now)/).waitFor();
  expect(await answersOf(batch_id)).toEqual([]);

  await page.context().addCookies(cookiesOf(person.cookie, origin));
  await page.goto(url);
  await untilAnswered(batch_id, { 1: "yes" });
});

test("an expired lease is claimed again if the item is free", async () => {
  const { page, batch_id } = await givenWork({ texts: 1 });
  await textShown(page, "text 1");
  pass(LEASE);
  await expireLeases(deps);
  await page.keyboard.press("1");
  await badge(page, "Saved");
  expect(await tasksOf(batch_id)).toMatchObject([{ status: "leased", revision: 1 }]);
  await page.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "yes" });
});

test("answers to items that others claimed meanwhile stay in the outbox until they are discarded or accepted", async () => {
  const { page, batch_id } = await givenWork({ texts: 2 });
  await textShown(page, "text 1");
  await untilHolds(async () => expect(await tasksOf(batch_id)).toHaveLength(2));
  pass(LEASE);
  await expireLeases(deps);
  const other = await givenPerson(service, { role: "annotator" });
  const { data: taken } = bodyOf(await other.request("POST", "/v1/tasks/claim", { batch_id, count: 2 }), 200);
  expect(taken).toHaveLength(2);
  await page.keyboard.press("1");
  await page
    .getByText("the lease expired and the item needs no more answers from this member; the draft is kept")
    .waitFor();
  await page.keyboard.press("Control+Enter");
  await textShown(page, "text 2");
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Not accepted: 2" }).click();
  const dialog = page.getByRole("dialog", { name: "Waiting to be sent" });
  const refused = dialog.getByText("the lease expired and the item needs no more answers");
  await refused.nth(1).waitFor();
  await expectSound(page, "outbox");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Export as JSON" }).click(),
  ]);
  expect(JSON.parse(await text(await file.createReadStream()))).toMatchObject([
    { kind: "submit", title: "1", body: { result: { label: "yes" } } },
    { kind: "submit", title: "2", body: { result: { label: "no" } } },
  ]);

  await dialog.getByRole("button", { name: "Discard" }).first().click();
  await refused.nth(1).waitFor({ state: "detached" });
  for (const { id } of taken) bodyOf(await other.request("POST", `/v1/tasks/${id}/release`, {}), 200);
  expect(await answersOf(batch_id)).toEqual([]);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByText("Everything was sent.").waitFor();
  await untilAnswered(batch_id, { 2: "no" });
});

test("one of two tabs is read-only; it takes over with all changes", async () => {
  const { page, batch_id, url } = await givenWork();
  await textShown(page, "text 1");
  await page.keyboard.press("1");
  const second = await page.context().newPage();
  await second.goto(url);
  await second.getByText("This tab is read-only.").waitFor();
  await second.keyboard.press("2");
  await second.getByRole("button", { name: "Take over" }).click();
  await badge(second, "Saved");
  await page.getByText("This tab is read-only.").waitFor();
  await page.keyboard.press("2");
  await second.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "yes" });
});

test("a label that was retired meanwhile can still be submitted if the answer was started with it", async () => {
  const { page, batch_id, project_id } = await givenWork();
  await textShown(page, "text 1");
  await page.keyboard.press("2");
  const labels = [{ name: "yes" }, { name: "no", retired: true }, { name: "maybe" }];
  bodyOf(await request("PATCH", `/v1/projects/${project_id}`, { labels }), 200);
  await badge(page, "Saved");
  await page.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "no" });
  expect(await answersOf(batch_id)).toMatchObject([{ guideline_version: 1 }]);
});

test("a draft that was changed elsewhere is a conflict, and both versions are kept", async () => {
  const { page, batch_id, person, url } = await givenWork();
  await textShown(page, "text 1");
  await page.keyboard.press("1");
  await badge(page, "Saved");
  const elsewhere = await openAs(person);
  await elsewhere.goto(url);
  await textShown(elsewhere, "text 1");
  await elsewhere.keyboard.press("2");
  await badge(elsewhere, "Saved");
  await page.keyboard.press("2");
  await page.keyboard.press("1");
  await badge(page, "Conflict");
  await page.getByRole("button", { name: "Use the other version" }).click();
  await badge(page, "Saved");
  await page.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "no" });
});
