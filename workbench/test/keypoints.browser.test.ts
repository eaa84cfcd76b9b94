import { SKELETON_TEMPLATES } from "@assay/domain/types/keypoint/templates.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./browser.ts";
import { imageMouse, touch } from "./canvas.ts";
import { expectAccessible, openEditor, showItem, validAnswer } from "./editor.ts";
import { givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const names = Object.keys(SKELETON_TEMPLATES[0]?.points ?? {});
const project = givenProject({
  annotation_type: "keypoint",
  name: "Poses",
  labels: ["person"],
  type_options: { keypoints: names, skeleton: SKELETON_TEMPLATES[0]?.lines.map((line) => [...line]) },
});
const item = givenImage(400, 300);

const panel = (page: Page) => page.getByRole("region", { name: "New object" });
const stateOf = (page: Page, point: string) => page.getByRole("listitem", { name: point });

/** Fails unless the nose is the visible and the left eye the hidden one of two points. */
async function expectPlaced(page: Page): Promise<void> {
  const place = expect.any(Number);
  const { objects } = Object(await validAnswer(page, project, item));
  expect(objects[0].points).toEqual({ nose: [place, place, 2], left_eye: [place, place, 1] });
}

test("the panel says which of how many points comes next, and what became of the others", async () => {
  const page = await openEditor(project, item);
  const mouse = await imageMouse(page, 400, 300);
  await panel(page).getByText("Point 1 of 17 nose").waitFor();
  await mouse.click(200, 50);
  await page.keyboard.press(".");
  await page.keyboard.down("Shift");
  await mouse.click(210, 48);
  await page.keyboard.up("Shift");
  await panel(page).getByText("Point 4 of 17 left ear").waitFor();
  for (const point of ["nose, placed", "left eye, left out", "right eye, hidden", "left ear, next"])
    await stateOf(page, point).waitFor();
  expect(await stateOf(page, "right ear, not yet placed").getAttribute("aria-current")).toBeNull();
  await expectAccessible(page);
  await page.keyboard.press("Backspace");
  await panel(page).getByText("Point 3 of 17 right eye").waitFor();
  await page.keyboard.press("Enter");

  const { objects } = Object(await validAnswer(page, project, item));
  expect(Object.keys(objects[0].points)).toEqual(["nose"]);
  await page.keyboard.press("]");
  const list = page.getByRole("list", { name: "Points" });
  await list.getByRole("checkbox", { name: "nose is hidden" }).press("Space");
  await list.getByRole("button", { name: "Place right ankle" }).click();
  await list.getByLabel("X of right ankle").waitFor();
  const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(beyond, "the list scrolls, not the page").toBeLessThanOrEqual(0);
  await expectAccessible(page);
  expect(Object((await page.evaluate(() => window.answer())).result).objects[0].points).toMatchObject({
    nose: [expect.any(Number), expect.any(Number), 1],
    right_ankle: [expect.any(Number), expect.any(Number), 2],
  });
});

test("points are placed, hidden and left out with the keyboard alone", async () => {
  const page = await openEditor(project, item);
  for (const key of ["ArrowRight", "Space", "Shift+ArrowDown", "Shift+Space", ".", "Enter"])
    await page.keyboard.press(key);
  await expectPlaced(page);
});

test("on a telephone the point that comes next is to be seen over the image, and buttons hide, leave out and finish", async () => {
  const page = await openPage("editor.html", {
    ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  });
  await showItem(page, project, item);
  const mouse = await imageMouse(page, 400, 300);
  const canvas = await page.locator("[data-canvas]").boundingBox();
  const banner = page.locator("p[aria-hidden]").getByText("Point 1 of 17 nose");
  expect((await banner.boundingBox())?.y).toBeLessThan((canvas?.y ?? 0) + 40);
  await touch(page, [await mouse.place(200, 50)]);
  await page.getByText("Hidden point").tap();
  await expect.poll(() => page.getByRole("checkbox", { name: "Hidden point" }).isChecked()).toBe(true);
  await touch(page, [await mouse.place(220, 60)]);
  await panel(page).getByText("Point 3 of 17 right eye").waitFor();
  expect(await page.getByRole("checkbox", { name: "Hidden point" }).isChecked()).toBe(false); // for one point
  await page.getByRole("button", { name: "Leave out" }).tap();
  await panel(page).getByText("Point 4 of 17 left ear").waitFor();
  await touch(page, [await mouse.place(230, 60)]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "One step back" }).tap();
  await panel(page).getByText("Point 4 of 17 left ear").waitFor();
  await page.getByRole("button", { name: "Finish" }).tap();
  await page.getByRole("option", { name: /person/ }).waitFor();

  await expectPlaced(page);
});
