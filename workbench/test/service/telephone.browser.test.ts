import { annotateAll, givenBatch } from "@assay/server/test/given.ts";
import { givenPerson, type Person } from "@assay/server/test/people.ts";
import { untilHolds } from "@assay/server/test/until.ts";
import { givenWav } from "@assay/server/test/upload-bodies.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { openPage } from "../browser.ts";
import { cookiesOf } from "../cookies.ts";
import { pngOf } from "../image.ts";
import { givenLivedIn } from "./lived-in.ts";
import { startStories } from "./story.ts";
import { startWorking, textShown } from "./working.ts";

const TELEPHONE = {
  ...{ hasTouch: true, isMobile: true, bypassCSP: true, viewport: { width: 390, height: 844 } },
};
const { origin, service, givenWork, untilAnswered } = await startWorking();

/** A member's telephone at a screen. */
async function openAt({ cookie }: Person, url: string): Promise<Page> {
  const page = await openPage("about:blank", TELEPHONE);
  await page.context().addCookies(cookiesOf(cookie, origin));
  await page.goto(url);
  return page;
}

/**
 * Runs in the page: what is too wide for it, the fields with letters so small that iOS zooms into them, other text under 12 px, and
 * links of the trail and of names in tables that are too low for a finger.
 */
const FAULTS = `[
  ...[document.documentElement, document.querySelector("main"), ...document.querySelectorAll("table[data-cards]")]
    .filter((part) => part.scrollWidth > part.clientWidth)
    .map((part) => part.outerHTML.slice(0, 80) + " is " + part.scrollWidth + " wide"),
  ...[...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=range], [type=color]), textarea, select")]
    .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.outerHTML),
  ...[...document.querySelectorAll("main *")]
    .filter((part) => part.checkVisibility() && [...part.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ""))
    .filter((part) => parseFloat(getComputedStyle(part).fontSize) < 12)
    .map((part) => part.outerHTML.slice(0, 80) + " is too small to read"),
  ...[...document.querySelectorAll("nav ol a, th a")]
    .filter((link) => link.getBoundingClientRect().height < 43.5)
    .map((link) => link.outerHTML.slice(0, 80) + " is too low for a finger"),
]`;

test("no screen scrolls sideways or has parts too small to read or touch, no row of a wide table is cut off, and no field makes iOS zoom", async () => {
  const { owner, screens } = await givenLivedIn(service);
  const page = await openAt(owner, origin);
  for (const [path, words] of [...screens, ["/projects/new", "Project name"] as const]) {
    await page.goto(origin + path);
    await page.getByText(words).first().waitFor();
    for (const viewport of [{ width: 360, height: 640 }, TELEPHONE.viewport]) {
      await page.setViewportSize(viewport);
      await untilHolds(async () =>
        expect(await page.evaluate(FAULTS), `${path}, ${viewport.width} px`).toEqual([]),
      );
    }
  }

  await page.goto(`${origin}/projects`);
  const card = page.getByRole("main").getByRole("listitem").first();
  await card.waitFor();
  const search = await page.getByRole("searchbox").boundingBox();
  expect(search?.width, "the search is as wide as the cards").toBe((await card.boundingBox())?.width);

  await page.goto(`${origin}/members`);
  const member = page.getByRole("row", { name: /^christopher/ });
  await member.getByRole("cell", { name: "reviewer" }).waitFor();
  const [name, more, role] = await Promise.all([
    member.getByRole("rowheader").boundingBox(),
    member.getByRole("button", { name: "More" }).boundingBox(),
    member.getByRole("cell", { name: "reviewer" }).boundingBox(),
  ]);
  expect(more?.x, "the buttons are beside the name").toBeGreaterThan(name?.x ?? 0);
  expect(role?.y, "the values are below the name").toBeGreaterThanOrEqual(
    (name?.y ?? 0) + (name?.height ?? 0),
  );
  await expectSound(page, "members as cards");
});

test("the rows of a confusion of many labels keep their names in sight, beside cells for a finger", async () => {
  const names = Array.from({ length: 15 }, (_, place) => `damaged goods, kind ${place + 1}`);
  const labels = names.map((name) => ({ name }));
  const settings = { labels, quality_level: "none", quality_policy: { overlap: 1 } };
  const { id, project_id } = await givenBatch(service, { texts: 15, settings });
  await annotateAll(service, id, ["ann"], (text) => names[Number(text.slice(5)) - 1] ?? "");
  await service.runJobs();
  const owner = await givenPerson(service, { role: "owner" });
  const page = await openAt(owner, `${origin}/projects/${project_id}?tab=confusion`);
  const cell = page.getByRole("link", { name: /^1 answered/ }).first();
  await cell.waitFor();
  const [name, touched] = await Promise.all([
    page.getByRole("rowheader").first().boundingBox(),
    cell.boundingBox(),
  ]);
  expect(name?.width, "width of a name").toBeGreaterThanOrEqual(90);
  expect(touched?.width).toBeGreaterThanOrEqual(44);
  expect(touched?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(FAULTS)).toEqual([]);
});

test("a finger opens an item anywhere in its row, and its checkbox selects it", async () => {
  const { id } = await givenBatch(service, { texts: 2, settings: { quality_level: "none" } });
  const page = await openAt(await givenPerson(service, { role: "owner" }), `${origin}/items?batch=${id}`);
  const row = page.getByRole("row").filter({ hasText: "text 2" });
  const change = page.getByRole("button", { name: "Change" });
  await row.waitFor();
  expect(await change.isVisible(), "a bar that can do nothing").toBe(false);
  const before = await row.boundingBox();
  await row.getByRole("checkbox").locator("xpath=ancestor::label").tap();
  await page.getByText("1 selected").waitFor();
  const box = await row.boundingBox();
  expect(box).toEqual(before);
  const bar = await change.boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(844);
  expect(bar?.y).toBeGreaterThan(760);
  await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) - 20, (box?.y ?? 0) + (box?.height ?? 0) - 6);
  await page.getByRole("heading", { level: 1, name: "2" }).waitFor();
});

/** Runs in the page: what scrolls up and down within the page. */
const INNER = `[...document.querySelectorAll("main *")]
  .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1)
  .map((part) => part.outerHTML.slice(0, 80))`;

test.each(["", "&view=gallery"])(
  "the page scrolls a long list of items%s, and nothing in it",
  async (view) => {
    const { id } = await givenBatch(service, { texts: 450, settings: { quality_level: "none" } });
    const owner = await givenPerson(service, { role: "owner" });
    const page = await openAt(owner, `${origin}/items?batch=${id}${view}`);
    await page.getByRole("link", { name: "1", exact: true }).waitFor();
    expect(await page.evaluate(INNER)).toEqual([]);

    await untilHolds(async () => {
      await page.evaluate("document.querySelector('main').scrollBy(0, 1e6)");
      const last = await page.getByRole("link", { name: "450", exact: true }).boundingBox({ timeout: 200 });
      expect(last?.y).toBeLessThan(844);
    });
    await page.getByText("450 items").waitFor();
    await page.evaluate("document.querySelector('main').scrollTo(0, 0)");
    await page.getByRole("button", { name: "Show filters" }).tap();
    await page.evaluate("document.querySelector('main').scrollBy(0, 1e6)");
    await page.getByRole("link", { name: "450", exact: true }).waitFor();
  },
);

test.each(["/batches/batch_none", "/nowhere"])(
  "the way on from %s is large enough for a finger",
  async (path) => {
    const page = await openAt(await givenPerson(service, { role: "owner" }), origin + path);
    const way = await page.getByRole("link", { name: "Back to the start page" }).boundingBox();
    expect(way?.height).toBeGreaterThanOrEqual(43.5);
  },
);

test("tabs stay in one row, in which the selected one is in sight", async () => {
  const page = await openAt(await givenPerson(service, { role: "owner" }), `${origin}/settings/audit-log`);
  const selected = page.getByRole("tab", { name: "Audit log" });
  await selected.waitFor();
  const tabs = await page.getByRole("tab").all();
  const places = await Promise.all(tabs.map((tab) => tab.boundingBox()));
  expect(new Set(places.map((place) => place?.y)).size, "rows of tabs").toBe(1);
  await untilHolds(async () => {
    const box = await selected.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  });
  await page.evaluate("document.querySelector('[role=tablist]').scrollTo({ left: 0 })");
  await page.getByRole("tab", { name: "Account" }).tap();
  await page.getByLabel("Owner’s e-mail address").waitFor();
  expect((await page.getByRole("tab", { name: "Account" }).boundingBox())?.x).toBeGreaterThanOrEqual(0);
});

test("the bars of the grid have two rows each, and at the end the title has the focus", async () => {
  const { page: desk, person, batch_id, url } = await givenWork({ texts: 2 });
  await textShown(desk, "text 1");
  await desk.goto("about:blank");
  const page = await openAt(person, url.replace("/work?", "/work/grid?"));
  await page.getByRole("option", { name: /text 1/ }).waitFor();
  await page.getByText("0 of 2", { exact: true }).waitFor();
  expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThan(110);
  const [count, label] = await Promise.all([
    page.getByRole("heading", { name: /selected$/ }).boundingBox(),
    page.getByRole("button", { name: /^no( 2)?$/ }).boundingBox(),
  ]);
  expect(844 - (count?.y ?? 0), "height of the labels and actions below the tiles").toBeLessThan(130);
  expect(label?.y, "the labels are below the actions").toBeGreaterThan(count?.y ?? 0);
  await page.getByRole("button", { name: "Select all items" }).tap();
  await page.getByRole("button", { name: /^no( 2)?$/ }).tap();
  await page.getByRole("button", { name: "Submit all" }).focus();
  await page.keyboard.press("Enter");

  const end = page.getByRole("heading", { name: /^All done/ });
  await end.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Check for new items" }).and(page.locator(":focus")).waitFor();
  await untilAnswered(batch_id, { 1: "no", 2: "no" });
});

const { openFile, untilStored } = await startStories();

test("a page of scales scrolls within its editor, so that the buttons of the work screen stay", async () => {
  const rating = (name: string) => ({ name, type: "rating", required: true }) as const;
  const settings = {
    ...{ annotation_type: "image_classification", labels: [{ name: "cat" }, { name: "dog" }] },
    fields: ["sharpness", "light", "colors", "angle", "distance", "background"].map(rating),
  };
  const { page } = await openFile("cat.png", pngOf(40, 30), settings, TELEPHONE);
  await page.getByText("background").first().waitFor();
  expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBe(0);
});

test("while one types what is said, the field and the play button are above the keyboard", async () => {
  const { page, batch_id } = await openFile(
    "call.wav",
    givenWav(10),
    { annotation_type: "transcription" },
    TELEPHONE,
  );
  await page.getByText("/ 0:10.00").waitFor();
  const field = page.getByLabel("Transcript");
  await field.tap();
  await page.evaluate(KEYBOARD);
  await page.keyboard.type("Good morning");

  const play = page.getByRole("button", { name: /^Play/ });
  await untilHolds(async () => {
    for (const [part, name] of [
      [play, "play"],
      [page.getByRole("button", { name: "Submit" }), "submit"],
      [field, "field"],
    ] as const) {
      const box = await part.boundingBox();
      expect(box?.y, `top of ${name}`).toBeGreaterThanOrEqual(0);
      const lowest = name === "field" ? (box?.y ?? 0) + 60 : (box?.y ?? 0) + (box?.height ?? 0);
      expect(lowest, `bottom of ${name}`).toBeLessThanOrEqual(SEEN);
    }
    const [bar, text] = await Promise.all([play.boundingBox(), field.boundingBox()]);
    expect(text?.y, "the field begins below the buttons").toBeGreaterThanOrEqual(
      (bar?.y ?? 0) + (bar?.height ?? 0),
    );
  });
  await play.tap();
  await page.getByRole("button", { name: "Submit" }).tap();
  await untilStored(batch_id, { result: { text: "Good morning" } });
});

/** What is left of the height above a keyboard. */
const SEEN = 480;

/** Runs in the page: what a browser says once a keyboard lies over the page. */
const KEYBOARD = `(() => {
  Object.defineProperty(visualViewport, "height", { get: () => ${SEEN} });
  visualViewport.dispatchEvent(new Event("resize"));
})()`;
