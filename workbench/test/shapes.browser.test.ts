import { areaOf, decodeRle } from "@assay/domain/run-length.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { imageMouse } from "./canvas.ts";
import { colorAt } from "./color.ts";
import { expectAccessible, openEditor, validAnswer } from "./editor.ts";
import { givenPrediction, givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const labels = ["car", "road", "sky"];
const polygon = givenProject({ annotation_type: "polygon", name: "Outlines", labels });
const mask = givenProject({ annotation_type: "mask", name: "Pixels", labels });
const instances = givenProject({
  ...{ annotation_type: "mask", name: "Things", labels },
  type_options: { instances: true },
});
const keypoint = givenProject({
  annotation_type: "keypoint",
  name: "Poses",
  labels: ["person"],
  type_options: { keypoints: ["head", "left_hand", "right_hand"], skeleton: [["head", "left_hand"]] },
});
const item = givenImage(400, 300);

async function open(project: typeof polygon, given = item, result: unknown = null) {
  const page = await openEditor(project, given, result);
  const mouse = await imageMouse(page, 400, 300);
  const objects = async () => Object(await validAnswer(page, project, given)).objects;
  return { page, mouse, objects };
}

async function type(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

function near(points: readonly (readonly number[])[]) {
  return points.map((point) => point.map(Math.round));
}

test("an outline is drawn by clicks and closed at its first corner; a drag then moves a corner, and a click there begins the next one", async () => {
  const { page, mouse, objects } = await open(polygon);
  await type(page, "1");
  for (const [x, y] of [
    [50, 50],
    [150, 50],
    [390, 290],
  ] as const)
    await mouse.click(x, y);
  await type(page, "Backspace");
  for (const [x, y] of [
    [150, 150],
    [52, 51],
  ] as const)
    await mouse.click(x, y);

  const [drawn] = await objects();
  expect(near(drawn.points)).toEqual([
    [50, 50],
    [150, 50],
    [150, 150],
  ]);
  await expectAccessible(page);

  await mouse.drag([150, 150], [200, 200]);
  for (const [x, y] of [
    [200, 200],
    [300, 200],
    [300, 280],
  ] as const)
    await mouse.click(x, y);
  await type(page, "Enter");
  expect((await objects()).map(({ points }: { points: number[][] }) => near(points).at(0))).toEqual([
    [50, 50],
    [200, 200],
  ]);
  expect(near((await objects())[0].points).at(2)).toEqual([200, 200]);
});

test("an outline that crosses itself is refused with a message", async () => {
  const { page, mouse, objects } = await open(polygon);
  await type(page, "1");
  for (const [x, y] of [
    [50, 50],
    [150, 150],
    [150, 50],
    [50, 150],
  ] as const)
    await mouse.click(x, y);
  await type(page, "Enter");

  expect(await page.evaluate(() => window.answer())).toMatchObject({ result: { objects: [] } });
  await page.locator("p:not([role])").getByText("crosses itself").waitFor(); // visible to all, not only announced
  await type(page, "Control+z", "Control+z", "Control+z");
  await mouse.click(150, 50);
  await mouse.click(150, 150);
  await type(page, "Enter");
  expect(await objects()).toHaveLength(1);
});

test("corners are moved, added and removed, and an outline that crosses itself blocks the submit", async () => {
  const square = [
    [50, 50],
    [150, 50],
    [150, 150],
    [50, 150],
  ];
  const { page, mouse, objects } = await open(polygon, item, { objects: [{ label: "car", points: square }] });
  await type(page, "v");
  await mouse.click(100, 100);

  await mouse.drag([150, 150], [200, 200]);
  await mouse.drag([100, 50], [100, 20]);
  expect(near((await objects())[0].points)).toEqual([
    [50, 50],
    [100, 20],
    [150, 50],
    [200, 200],
    [50, 150],
  ]);
  await page.keyboard.down("Alt");
  await mouse.drag([100, 20], [106, 20]);
  await page.keyboard.up("Alt");
  expect((await objects())[0].points).toHaveLength(4);

  await mouse.drag([200, 200], [20, 100]);
  expect((await page.evaluate(() => window.answer())).missing).toBe(
    "An outline of car crosses itself. Move or remove a corner.",
  );
  await type(page, "Control+z");
  expect(await objects()).toHaveLength(1);
});

test("an outline inside another becomes its hole", async () => {
  const { page, mouse, objects } = await open(polygon);
  await type(page, "1");
  for (const [x, y] of [
    [50, 50],
    [250, 50],
    [250, 250],
    [50, 250],
  ] as const)
    await mouse.click(x, y);
  await type(page, "Enter");
  for (const [x, y] of [
    [100, 100],
    [150, 100],
    [150, 150],
  ] as const)
    await mouse.click(x, y);
  await type(page, "Enter", "o");

  await expect.poll(async () => (await objects()).length).toBe(1); // what cuts is loaded when it is needed
  const [drawn] = await objects();
  expect(drawn.holes).toHaveLength(1);
  expect(near(drawn.holes[0]).toSorted(([x1 = 0, y1 = 0], [x2 = 0, y2 = 0]) => x1 - x2 || y1 - y2)).toEqual([
    [100, 100],
    [150, 100],
    [150, 150],
  ]);
});

test("an outline is drawn with the keyboard alone", async () => {
  const { page, objects } = await open(polygon);
  await type(
    page,
    "2",
    "Shift+ArrowLeft",
    "Space",
    "Shift+ArrowRight",
    "Shift+ArrowRight",
    "Space",
    "Shift+ArrowDown",
    "Space",
    "Enter",
  );

  const [drawn] = await objects();
  expect(drawn.label).toBe("road");
  expect(drawn.points).toHaveLength(3);
});

test("keypoints are placed in the skeleton's order, one hidden and one left out", async () => {
  const { page, mouse, objects } = await open(keypoint);
  await mouse.click(200, 50);
  await type(page, ".");
  await page.keyboard.down("Shift");
  await mouse.click(250, 150);
  await page.keyboard.up("Shift");

  const [{ points }] = await objects();
  expect(Object.keys(points)).toEqual(["head", "right_hand"]);
  expect(points.head[2]).toBe(2);
  expect(points.right_hand[2]).toBe(1);
  await expectAccessible(page);
});

test("a point is placed, moved in number fields and with the mouse, and hidden", async () => {
  const { page, mouse, objects } = await open(keypoint, item, {
    objects: [{ label: "person", points: { head: [200, 50, 2] } }],
  });
  await type(page, "]");
  await page.getByRole("button", { name: "Place" }).first().click();
  await page.getByLabel("X of left hand").fill("120");
  await page.keyboard.press("Enter");
  await page.getByLabel("Y of left hand").fill("90.5");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "left hand is hidden" }).press("Space");
  await type(page, "v");
  await mouse.drag([200, 50], [210, 60]);

  const [{ points }] = await objects();
  expect(points.left_hand).toEqual([120, 90.5, 1]);
  expect(near([points.head])).toEqual([[210, 60, 2]]);
});

test("pixels are painted and erased, one mask per label, and undone", async () => {
  const { page, mouse, objects } = await open(mask);
  await type(page, "2");
  await mouse.drag([100, 100], [200, 100]);
  const [painted] = await objects();
  expect(painted.label).toBe("road");
  expect(areaOf(decodeRle(painted.rle))).toBeGreaterThan(100 * 20);
  expect(areaOf(decodeRle(painted.rle))).toBeLessThan(100 * 20 + 400);

  await type(page, "e");
  await mouse.drag([150, 80], [150, 120]);
  const [erased] = await objects();
  expect(areaOf(decodeRle(erased.rle))).toBeLessThan(areaOf(decodeRle(painted.rle)) - 300);
  await type(page, "m", "3");
  await mouse.click(300, 200);
  expect((await objects()).map(({ label }: { label: string }) => label)).toEqual(["road", "sky"]);
  await page.getByRole("heading", { name: "2 regions" }).waitFor();
  expect(await page.getByRole("option").allTextContents()).toEqual(["road1.6 %", "sky0.3 %"]);
  await page.getByText("98 % of the pixels have no label", { exact: true }).waitFor();
  await type(page, "2");
  await mouse.click(300, 200);
  await page.getByText("98 % of the pixels have no label, 0.3 % have several").waitFor();
  await expectAccessible(page);
  await type(page, "Control+z", "Control+z", "Control+z");
  expect(await objects()).toEqual([painted]);
});

test("a stroke without a label asks for one, and the brush size can be changed", async () => {
  const { page, mouse, objects } = await open(mask);
  await page.getByRole("textbox", { name: "Brush" }).fill("5");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await mouse.click(100, 100);
  expect(await page.evaluate(() => window.answer())).toMatchObject({ result: { objects: [] } });
  await mouse.move(200, 200); // the ring of the brush too is on the active layer
  const [red = 0, , blue = 0, alpha] = await colorAt(page, 2, await mouse.place(100, 100));
  expect([blue > red, alpha], "the stroke that waits").toEqual([true, expect.toSatisfy((seen) => seen > 60)]);
  await type(page, "1");

  const [painted] = await objects();
  const area = areaOf(decodeRle(painted.rle));
  expect(area).toBeGreaterThan(12);
  expect(area).toBeLessThan(30);
});

test("masks of one label are one region, which can be erased completely", async () => {
  const square = (counts: string) => ({ label: "car", rle: { size: [300, 400], counts } });
  const given = await openEditor(mask, item);
  await type(given, "1");
  const mouse = await imageMouse(given, 400, 300);
  await mouse.click(100, 100);
  const { objects } = Object(await validAnswer(given, mask, item));
  const { page, objects: after } = await open(mask, item, {
    objects: [square(objects[0].rle.counts), square(objects[0].rle.counts)],
  });
  expect(await after()).toEqual(objects);

  await type(page, "]", "Delete");
  expect(await after()).toEqual([]);
});

test("masks of one label are several objects if the project says so", async () => {
  const { page, mouse, objects } = await open(instances);
  const areas = async () =>
    (await objects()).map(({ rle }: { rle: Parameters<typeof decodeRle>[0] }) => areaOf(decodeRle(rle)));
  const status = page.getByRole("status");
  await type(page, "e");
  await mouse.drag([10, 10], [20, 10]);
  await status.filter({ hasText: "Select the mask to erase from" }).waitFor();
  await type(page, "m", "2");
  await mouse.drag([50, 50], [150, 50]);
  const [one] = await areas();
  await mouse.drag([50, 60], [150, 60]);
  const grown = await areas();
  expect(grown).toHaveLength(1);
  expect(grown[0]).toBeGreaterThan(one);

  await type(page, "n");
  await page.getByText("The next stroke starts a new mask.").waitFor();
  await mouse.drag([50, 150], [150, 150]);
  expect((await objects()).map(({ label }: { label: string }) => label)).toEqual(["road", "road"]);
  const colors = await page
    .getByRole("option")
    .evaluateAll((rows) => rows.map((row) => getComputedStyle(row.children[0] ?? row).backgroundColor));
  expect(new Set(colors).size).toBe(2);
  await expectAccessible(page);

  const [, second] = await areas();
  await type(page, "[");
  await mouse.drag([200, 60], [250, 60]);
  const [first, untouched] = await areas();
  expect(first).toBeGreaterThan(grown[0]);
  expect(untouched).toBe(second);
  await type(page, "u", "]");
  await mouse.drag([200, 60], [250, 60]); // pixels of the first mask
  expect(await areas()).toEqual([first, second]);

  await type(page, "3");
  await mouse.drag([250, 150], [300, 150]);
  expect((await objects()).map(({ label }: { label: string }) => label)).toEqual(["road", "road", "sky"]);
  const given = await objects();
  const { objects: again } = await open(instances, item, { objects: given });
  expect(await again()).toEqual(given);
});

test("an image is classified by digits, and begins with the label that a model suggests", async () => {
  const project = givenProject({ annotation_type: "classification", name: "What is it", labels });
  const given = givenImage(400, 300, {
    predictions: [givenPrediction({ result: { label: "sky" } })],
  });
  const page = await openEditor(project, given);

  expect(await validAnswer(page, project, given)).toEqual({ label: "sky" });
  await type(page, "1");
  expect(await validAnswer(page, project, given)).toEqual({ label: "car" });
  await expectAccessible(page);
});

test("an image is given several labels", async () => {
  const project = givenProject({ annotation_type: "multilabel_classification", labels });
  const page = await openEditor(project, item);
  await type(page, "1", "3", "1", "2");

  expect(await validAnswer(page, project, item)).toEqual({ labels: ["sky", "road"] });
});
