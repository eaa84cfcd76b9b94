import { untilHolds } from "@assay/server/test/until.ts";
import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { imageMouse, touch } from "../canvas.ts";
import { pngOf } from "../image.ts";
import { startStories } from "./story.ts";
import { badge, textShown } from "./working.ts";

const TELEPHONE = {
  ...{ hasTouch: true, isMobile: true, bypassCSP: true, viewport: { width: 390, height: 844 } },
};
const { openFile, openText, untilStored } = await startStories();

test("the bar of the work screen keeps its height, whatever it says of the draft", async () => {
  const { page } = await openText(
    { text: "one", external_id: "a-message-with-a-rather-long-name-from-the-northern-crossing" },
    { annotation_type: "text_classification", labels: [{ name: "a" }] },
    TELEPHONE,
  );
  await badge(page, "Saved");
  const height = async () => (await page.getByRole("banner").boundingBox())?.height;
  const before = await height();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^a/ }).tap();
  await badge(page, "Offline, kept here");
  expect(await height()).toBe(before);
  expect(before, "two rows").toBeLessThan(110);
});

test("above the keyboard a comment is written and sent, and the panel closes by a button", async () => {
  const { page, batch_id } = await openText(
    { text: "the text" },
    { annotation_type: "text_classification", labels: [{ name: "a" }] },
    TELEPHONE,
  );
  await textShown(page, "the text");
  const panel = page.getByRole("complementary", { name: "Comments" });
  const send = panel.getByRole("button", { name: "Comment", exact: true });
  const expectAbove = () =>
    untilHolds(async () => {
      const { y = 0, height = 0 } = (await send.boundingBox()) ?? {};
      expect(y + height, "the button is above the keyboard").toBeLessThanOrEqual(SEEN);
    });
  await page.setViewportSize({ width: 390, height: SEEN }); // as browsers whose page ends at the keyboard
  await page.getByRole("button", { name: "Comments", exact: true }).tap();
  await panel.getByText("No open comments").waitFor();
  await expectAbove();
  await page.setViewportSize(TELEPHONE.viewport); // as those that lay it over the page
  await panel.getByLabel("Your comment").tap();
  await page.evaluate(KEYBOARD);
  await page.keyboard.type("Which one?");
  await expectAbove();
  await send.tap();
  await panel.getByText("Which one?").waitFor();
  await expectSound(page, "comments on a telephone");
  await panel.getByRole("button", { name: "Close" }).tap();
  await panel.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Comments (1)" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("F2");
  const guidelines = page.getByRole("dialog", { name: /^Guidelines: / }); // below the item there is no room for them
  await guidelines.getByRole("button", { name: "Close" }).tap();
  await guidelines.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Comments (1)" }).tap();
  await panel.getByText("Which one?").waitFor();
  expect(await page.evaluate("document.activeElement.tagName"), "threads are read first").not.toBe(
    "TEXTAREA",
  );
  await panel.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("button", { name: /^a/ }).tap();
  await page.getByRole("button", { name: "Submit" }).tap();
  await untilStored(batch_id, { result: { label: "a" } });
});

test("Undo within a drawing takes back its last corner, and not the object before", async () => {
  const settings = { annotation_type: "polygon", labels: [{ name: "cat" }] };
  const { page, batch_id } = await openFile("cat.png", pngOf(400, 300), settings, TELEPHONE);
  const mouse = await imageMouse(page, 400, 300);
  const put = async (...places: readonly (readonly [number, number])[]) => {
    for (const [x, y] of places) await touch(page, [await mouse.place(x, y)]);
  };
  await put([50, 50], [150, 50], [150, 150]);
  await page.getByRole("button", { name: "Finish the shape" }).tap();
  await page.getByRole("heading", { name: "1 object" }).waitFor();
  await put([250, 50], [350, 50]);
  await page.getByRole("button", { name: "Undo" }).tap();
  await put([350, 150], [250, 150]);
  await page.getByRole("button", { name: "Finish the shape" }).tap();
  await page.getByRole("heading", { name: "2 objects" }).waitFor();
  await page.getByRole("button", { name: "Submit" }).tap();
  const triangles = (stored: { objects: { points: unknown[] }[] }) =>
    stored.objects.map((object) => object.points.length).join() === "3,3";
  await untilStored(batch_id, { result: expect.toSatisfy(triangles) });
});

test("the places of a ranking are within the screen, also while one reads the last response", async () => {
  const said = { text: "Six minutes in boiling water. ".repeat(20), model: "m" };
  const responses = ["a", "b", "c", "d", "e", "f"].map((id) => ({ ...said, id }));
  const line = { messages: [{ role: "user", content: "How do I boil an egg?" }], responses };
  const { page } = await openText(line, { annotation_type: "ranking" }, TELEPHONE);
  for (const letter of "ABCDE")
    await page.getByRole("button", { name: `Response ${letter}`, exact: true }).tap();
  await page.getByText("Place 6").scrollIntoViewIfNeeded();
  const places = page.getByRole("region", { name: "Places" }).getByRole("listitem").filter({ hasText: /^R/ });
  expect(await places.count()).toBe(6);
  for (const place of await places.all()) {
    const { x = -1, y = -1, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    expect(y + height).toBeLessThanOrEqual(844);
  }
  const row = await page.getByRole("region", { name: "Places" }).boundingBox();
  expect(row?.height).toBeLessThan(80); // the letters alone stay above what one reads
});

/** What is left of the height above a keyboard. */
const SEEN = 420;

/** Runs in the page: what a browser says once a keyboard lies over the page. */
const KEYBOARD = `(() => {
  Object.defineProperty(visualViewport, "height", { get: () => ${SEEN} });
  visualViewport.dispatchEvent(new Event("resize"));
})()`;
