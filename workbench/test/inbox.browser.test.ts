import { annotateAll, bodyOf, givenBatch, itemOf } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "./accessible.ts";
import { openPage } from "./browser.ts";
import { cookiesOf } from "./cookies.ts";
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
  await page.reload();
  const rows = rowsOf(page);
  await rows.first().getByText("Which language is this?").waitFor();
  await rows.nth(1).getByText("Is a van a car?").waitFor();
  expect(await page.getByText("New", { exact: true }).count()).toBe(2);
  await rows.first().getByRole("link").locator("span").first().waitFor();
  await expectSound(page, "questions");
  expect([(await marked).status(), await (await marked).json()]).toEqual([200, { count: 2 }]);
  const elsewhere = rowsOf(await openAs(owner, "/questions")); // another browser, which keeps nothing of this one
  await elsewhere.filter({ hasText: "Is a van a car?" }).waitFor();
  expect(await elsewhere.filter({ hasText: "New" }).count()).toBe(0);
  expect(await rows.filter({ hasText: "New" }).count()).toBe(2); // until this page is opened again

  await page.keyboard.press("Tab");
  await rows.first().getByRole("link").focus();
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
