import { text } from "node:stream/consumers";
import { expireLeases } from "@assay/server/src/queue/leases.ts";
import { annotateAll, bodyOf, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson, PASSWORD, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "./accessible.ts";
import { openPage } from "./browser.ts";
import { cookiesOf } from "./cookies.ts";
import { serve } from "./serve.ts";

let ahead = 0;
const { origin, service } = await serve(() => new Date(Date.now() + ahead));
const { db, deps, request } = service;

const ONE = { quality_policy: { overlap: 1 } };
const LEASE = 15 * 60_000;

interface Working {
  readonly page: Page;
  readonly person: Person;
  readonly batch_id: string;
  readonly project_id: string;
  readonly url: string;
}

/** A member on the work screen of a batch of texts to label `yes` or `no`. */
async function givenWork({ texts = 3, settings = {}, kinds = "annotate" } = {}): Promise<Working> {
  const { id: batch_id, project_id } = await givenBatch(service, {
    texts,
    settings: { ...ONE, ...settings },
  });
  // otherwise claims are in random order
  await db
    .updateTable("items")
    .set(({ ref }) => ({ claim_order: ref("position") }))
    .where("batch_id", "=", batch_id)
    .execute();
  const person = await givenPerson(service, { role: "reviewer" });
  const page = await openAs(person);
  const url = `${origin}/work?batch=${batch_id}&kinds=${kinds}`;
  await page.goto(url);
  return { page, person, batch_id, project_id, url };
}

async function openAs(person: Person): Promise<Page> {
  const page = await openPage("about:blank", { bypassCSP: true });
  await page.context().addCookies(cookiesOf(person.cookie, origin));
  return page;
}

const textShown = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const badge = (page: Page, text: string) => page.locator("header").getByText(text, { exact: true }).waitFor();

/** The answers of a batch, in the order of its items. */
async function answersOf(batch_id: string) {
  return db
    .selectFrom("annotations")
    .innerJoin("items", "items.id", "annotations.item_id")
    .select([
      "items.external_id",
      "annotations.result",
      "annotations.active_ms",
      "annotations.guideline_version",
    ])
    .where("annotations.batch_id", "=", batch_id)
    .where("annotations.superseded_at", "is", null)
    .orderBy("items.external_id")
    .execute();
}

async function tasksOf(batch_id: string) {
  return db.selectFrom("tasks").selectAll().where("batch_id", "=", batch_id).orderBy("id").execute();
}

async function untilAnswered(batch_id: string, labels: Readonly<Record<string, string>>) {
  await untilHolds(async () => {
    const answers = (await answersOf(batch_id)).map(({ external_id, result }) => [external_id, result]);
    expect(answers).toEqual(Object.entries(labels).map(([id, label]) => [id, { label }]));
  });
}

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
  await page.keyboard.press("3");
  await textShown(page, "text 2");

  await untilHolds(async () => {
    const skipped = (await tasksOf(batch_id)).find(({ reason }) => reason === "Out of scope");
    expect(skipped?.status).toBe("skipped");
  });
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
  await known.locator("button[aria-pressed=true]", { hasText: "no" }).waitFor();
  expect(await known.locator("button[aria-pressed=true]").count()).toBe(1);
  await known.getByRole("button", { name: "Close" }).click();
  await known.waitFor({ state: "detached" });
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await page.getByText("you were right").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("you were right").waitFor({ state: "detached" });
});

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
  await badge(page, "Offline, kept on this device");
  await page.getByRole("button", { name: "Sending: 3" }).waitFor();
  expect(await answersOf(batch_id)).toEqual([]);

  await page.context().setOffline(false);
  await untilAnswered(batch_id, { 1: "yes", 2: "no", 3: "yes" });
  await badge(page, "Saved");
  expect((await tasksOf(batch_id)).find(({ draft }) => draft !== null)?.draft).toMatchObject({ seq: 1 });
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
  ahead += 11 * 60_000; // tokens are over
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
  ahead += 11 * 60_000; // tokens are over
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
  ahead += LEASE;
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
  ahead += LEASE;
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
  await page.keyboard.press("1");
  await page.keyboard.press("1");
  await badge(page, "Conflict");
  await page.getByRole("button", { name: "Use the other version" }).click();
  await badge(page, "Saved");
  await page.keyboard.press("Control+Enter");
  await untilAnswered(batch_id, { 1: "no" });
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

test("new guidelines must be confirmed, each version once", async () => {
  const { page } = await givenWork({ settings: { instructions: "Say *yes* to everything." } });
  const dialog = page.getByRole("dialog", { name: /^Guidelines of/ });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.click(2, 2);
  expect(await dialog.isVisible()).toBe(true);
  const confirmed = page.waitForResponse(/guidelines\/confirmation$/);
  await page.getByRole("button", { name: "I have read them" }).click();
  expect((await confirmed).status()).toBe(204);
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await textShown(page, "text 2");
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
  const next = await givenPerson(service, { role: "annotator" });
  await page.context().addCookies(cookiesOf(next.cookie, origin));
  await page.goto(`${origin}/work?batch=${batch_id}&kinds=annotate`);
  await page.getByRole("button", { name: "I have read them" }).waitFor();
});

/** A batch that `ann` has answered with `yes` throughout, and that waits for its audits. */
async function givenAudits(page: Page, mode: "verify" | "blind", texts = 2): Promise<string> {
  const settings = { quality_policy: { overlap: 1, audit_mode: mode } };
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
  await page.getByText("This is the delivered label. Is it right?").waitFor();
  await page.keyboard.press("2"); // no drawing before the change starts
  const first = await title.textContent();
  await page.keyboard.press("a");
  await untilNext(first);

  const second = await title.textContent();
  await page.keyboard.press("w");
  await page.keyboard.press("2");
  await page.getByLabel("What is wrong with the label").fill("It says no.");
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

test("a blind auditor does not see the label", async () => {
  const page = await openAs(await givenPerson(service, { role: "reviewer" }));
  await givenAudits(page, "blind");
  await page.getByText("Blind audit: answer without seeing earlier answers.").waitFor();
  expect(await page.getByText("This is the delivered label.").count()).toBe(0);
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
  await page.getByRole("button", { name: "Exclude the item" }).click();
  await page.getByLabel("Reason").fill("Not a text");
  await page.keyboard.press("Enter");
  await untilHolds(async () => {
    const excluded = await db
      .selectFrom("items")
      .select("excluded_reason")
      .where("batch_id", "=", batch_id)
      .where("status", "=", "excluded")
      .execute();
    expect(excluded).toEqual([{ excluded_reason: "Not a text" }]);
  });
});
