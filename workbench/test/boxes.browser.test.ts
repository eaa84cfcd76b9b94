import type { ObjectDetectionResult } from "@assay/domain/types/object-detection/schema.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Guidelines } from "../src/editors/editor.ts";
import { drawWithPen, imageMouse, touch } from "./canvas.ts";
import { expectAccessible, openEditor, showItem, validAnswer } from "./editor.ts";
import { givenPrediction, givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const project = givenProject({ annotation_type: "bbox", name: "Cars", labels: ["car", "bus", "bicycle"] });
const item = givenImage(400, 300);

async function open(given = item, result: unknown = null) {
  const page = await openEditor(project, given, result);
  const mouse = await imageMouse(page, 400, 300);
  return { page, mouse };
}

async function objects(page: Page, given = item): Promise<ObjectDetectionResult["objects"]> {
  return Object(await validAnswer(page, project, given)).objects;
}

/** The objects with their numbers to the pixel: a mouse moves in pixels of the screen. */
async function rounded(page: Page) {
  return (await objects(page)).map(({ label, bbox: { x, y, width, height, ...rest } }) => ({
    label,
    bbox: [x, y, width, height].map(Math.round),
    ...rest,
  }));
}

test("boxes are drawn with the mouse alone, by dragging and by clicks, and labeled", async () => {
  const { page, mouse } = await open();

  await page.getByRole("button", { name: "car" }).first().click();
  await mouse.drag([50, 40], [150, 100]);
  await page.getByRole("button", { name: "bus" }).first().click();
  await mouse.click(200, 150);
  await mouse.click(300, 250);

  expect(await rounded(page)).toEqual([
    { label: "car", bbox: [50, 40, 100, 60] },
    { label: "bus", bbox: [200, 150, 100, 100] },
  ]);
  await expectAccessible(page);
});

test("one finger draws, two zoom and pan without drawing, and after a pen was used fingers do not draw", async () => {
  const { page, mouse } = await open();
  await page.getByRole("button", { name: "car" }).first().click();
  const [left, top] = await mouse.place(200, 150);
  const beside = (x: number, y: number): [number, number] => [left + x, top + y];

  await touch(page, [await mouse.place(50, 40)], [await mouse.place(100, 80)], [await mouse.place(150, 100)]);
  await touch(page, [beside(-50, 0), beside(50, 0)], [beside(-100, 0), beside(100, 0)]);
  await mouse.drag([200, 150], [300, 210]); // in the middle, where now twice as many pixels of the screen show the same

  const drawn = [
    { label: "car", bbox: [50, 40, 100, 60] },
    { label: "car", bbox: [200, 150, 50, 30] },
  ];
  expect(await rounded(page)).toEqual(drawn);

  await drawWithPen(page, await mouse.place(200, 110), await mouse.place(240, 130));
  await touch(page, [beside(-150, -80)], [beside(-120, -60)], [beside(-90, -40)]);
  expect(await rounded(page)).toEqual([...drawn, { label: "car", bbox: [200, 130, 20, 10] }]);
});

test("a box drawn before a label is chosen waits for one", async () => {
  const { page, mouse } = await open();

  await mouse.drag([50, 40], [150, 100]);
  await page.getByRole("region", { name: "Choose a label" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("3");
  await mouse.drag([200, 40], [250, 90]);

  expect(await rounded(page)).toEqual([
    { label: "bicycle", bbox: [50, 40, 100, 60] },
    { label: "bicycle", bbox: [200, 40, 50, 50] },
  ]);
});

test("without project labels a drawn box asks for a label name, which can be typed or canceled", async () => {
  const free = { ...project, labels: [] };
  const page = await openEditor(free, item);
  const mouse = await imageMouse(page, 400, 300);

  const field = page.getByRole("region", { name: "Choose a label" }).locator("input:focus");
  await mouse.drag([50, 40], [150, 100]);
  await field.press("Escape");
  await field.waitFor({ state: "hidden" });
  await mouse.drag([200, 40], [250, 90]);
  await field.waitFor();
  await page.keyboard.type("tram");
  await page.keyboard.press("Enter");

  const { result } = await page.evaluate(() => window.answer());
  expect(result).toMatchObject({ objects: [{ label: "tram", bbox: { width: expect.closeTo(50, 0) } }] });
});

test("a box is drawn, moved, resized and labeled with the keyboard alone", async () => {
  const { page } = await open();

  await page.keyboard.press("2");
  await page.keyboard.press("b");
  for (const key of [
    "ArrowLeft",
    "Space",
    "Shift+ArrowRight",
    "Shift+ArrowRight",
    "Shift+ArrowDown",
    "Shift+ArrowDown",
  ]) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press("Space");
  const [drawn] = await objects(page);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("v");
  await page.keyboard.press("1");

  expect(drawn?.label).toBe("bus");
  const { x = 0, y = 0, width = 0, height = 0 } = drawn?.bbox ?? {};
  expect(await objects(page)).toEqual([
    { label: "car", bbox: { x: x + 10, y: y - 1, width: width + 1, height } },
  ]);
});

test("a box is added by a key and edited in number fields, without the canvas", async () => {
  const { page } = await open();
  await page.keyboard.press("1");
  await page.keyboard.press("Shift+B");
  await page.getByText("Position and size").click();

  for (const [label, value] of Object.entries({ X: 10, Y: 20.5, Width: 30, Height: 40, Angle: 15 })) {
    await page.getByLabel(label, { exact: true }).fill(String(value));
    await page.keyboard.press("Enter");
  }

  expect(await objects(page)).toEqual([
    { label: "car", bbox: { x: 10, y: 20.5, width: 30, height: 40, rotation: 15 } },
  ]);
  expect(await page.getByRole("option").textContent()).toContain("car");
});

test("a box is moved, resized and rotated with the mouse, and every step is undone", async () => {
  const { page, mouse } = await open();
  await page.keyboard.press("1");
  await mouse.drag([100, 100], [200, 150]);
  await page.keyboard.press("v");

  await mouse.drag([150, 125], [170, 135]);
  expect(await rounded(page)).toEqual([{ label: "car", bbox: [120, 110, 100, 50] }]);
  await mouse.drag([220, 160], [240, 180]);
  expect(await rounded(page)).toEqual([{ label: "car", bbox: [120, 110, 120, 70] }]);
  const before = await objects(page);
  await mouse.drag([120, 110], [110, 90]);
  await page.keyboard.press("Delete");
  expect(await objects(page)).toEqual([]);

  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  expect(await objects(page)).toEqual(before);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
  expect(await objects(page)).toEqual([]);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+Shift+Z");
  expect(await objects(page)).toEqual(before);
});

test("a rotated box is drawn by one side and its width", async () => {
  const { page, mouse } = await open();
  await page.keyboard.press("1");
  await page.keyboard.press("r");

  await mouse.click(100, 100);
  await mouse.click(160, 180);
  await mouse.click(60, 130);

  const [drawn] = await objects(page);
  expect(drawn?.bbox.width).toBeCloseTo(100, -1);
  expect(drawn?.bbox.height).toBeCloseTo(50, -1);
  expect(drawn?.bbox.rotation).toBeCloseTo(53.1, 0);
  await showItem(page, project, { ...item, id: "item_2" });
  await page.getByRole("button", { name: /^Rotated box/, pressed: true }).waitFor(); // also for the next item
});

test("a drawing tool ignores existing boxes, except with Alt", async () => {
  const { page, mouse } = await open();
  await page.keyboard.press("1");
  await mouse.drag([50, 50], [200, 200]);
  await mouse.drag([100, 100], [150, 150]);
  expect(await objects(page)).toHaveLength(2);
  await page.keyboard.press("2");
  const next = page
    .getByText("The next object is labeled bus. To change the selected car, press V first.")
    .and(page.locator(":visible"));
  await next.last().waitFor();
  await page.keyboard.press("1");
  await next.first().waitFor({ state: "detached" });

  await page.keyboard.down("Alt");
  await mouse.click(60, 60);
  await page.keyboard.up("Alt");
  await page.keyboard.press("v");
  await page.keyboard.press("2");

  expect((await objects(page)).map(({ label }) => label)).toEqual(["bus", "car"]);
});

test("keys go from box to box, copy, paste, duplicate, hide and lock", async () => {
  const { page, mouse } = await open();
  await page.keyboard.press("1");
  await mouse.drag([20, 20], [60, 60]);
  await mouse.drag([100, 20], [140, 60]);

  await page.keyboard.press("[");
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Control+d");
  expect((await rounded(page)).map(({ bbox }) => bbox[0])).toEqual([20, 100, 30, 40]);

  await page.keyboard.press("l");
  await page.keyboard.press("Delete");
  expect(await objects(page)).toHaveLength(4);
  await page.keyboard.press("l");
  await page.keyboard.press("h");
  await page.keyboard.press("Escape");
  await page.keyboard.press("v");
  await mouse.click(75, 75);
  expect(await page.getByRole("option", { selected: true }).count()).toBe(0);
});

test("a suggestion becomes part of the answer when it is accepted or changed", async () => {
  const suggested = ["car", "bus", "bicycle"].map((label, index) => ({
    label,
    bbox: { x: 20 + 100 * index, y: 20, width: 50, height: 50 },
  }));
  const given = givenImage(400, 300, {
    predictions: [givenPrediction({ score: 0.5, result: { objects: suggested } })],
  });
  const { page, mouse } = await open(given);
  expect(await objects(page, given)).toEqual([]);

  await page.keyboard.press("v");
  await mouse.click(45, 45);
  await page.keyboard.press("Enter");
  expect(await objects(page, given)).toEqual([suggested[0]]);
  await page.keyboard.press("]");
  await page.keyboard.press("ArrowDown");
  expect(await objects(page, given)).toMatchObject([suggested[0], { label: "bus", bbox: { y: 21 } }]);
  await page.keyboard.press("Shift+A");
  expect(await objects(page, given)).toHaveLength(3);
  await page.keyboard.press("Control+z");
  expect(await objects(page, given)).toHaveLength(2);
});

test("zoom and pan do not change coordinates", async () => {
  const { page, mouse } = await open();
  await page.keyboard.press("1");
  await mouse.move(300, 200);
  await page.mouse.wheel(0, -300);
  await page.keyboard.down("Space");
  await mouse.drag([200, 200], [150, 150]);
  await page.keyboard.up("Space");
  await page.keyboard.press("z");
  await mouse.drag([50, 40], [150, 100]);

  expect(await rounded(page)).toEqual([{ label: "car", bbox: [50, 40, 100, 60] }]);
});

test("changes are announced to screen readers, and attributes of objects are saved", async () => {
  const labels = project.labels.map((label) => ({
    ...label,
    attributes: [
      { name: "kind", type: "choice" as const, options: ["taxi", "van"], required: true },
      { name: "doors", type: "rating" as const },
    ],
  }));
  const page = await openEditor({ ...project, labels }, item);
  const mouse = await imageMouse(page, 400, 300);
  await page.keyboard.press("1");
  await mouse.drag([50, 40], [150, 100]);
  expect(await page.getByRole("status").last().textContent()).toBe("Box car added, 1 object");

  expect((await page.evaluate(() => window.answer())).missing).toBe("Answer “kind” for car.");
  await page.getByRole("radiogroup", { name: "kind (required)" }).waitFor(); // loaded for labels with attributes only
  for (const key of ["Shift+Q", "2"]) await page.keyboard.press(key);
  await page.locator(":focus[value='1']").waitFor();
  await page.keyboard.press("b"); // letters are the editor's, also here
  await page.getByRole("button", { name: /^Box/, pressed: true }).waitFor();
  for (const key of ["3", "4", "Escape"]) await page.keyboard.press(key); // after the last answer digits still answer
  await page.locator("[data-canvas] :focus, :focus[data-canvas]").waitFor();
  expect((await objects(page)).map(({ attributes }) => attributes)).toEqual([{ kind: "van", doors: 4 }]);
  await page.keyboard.press("Escape");
  await page.getByRole("option", { name: /car/ }).click();
  await page.getByLabel("kind (required)").waitFor(); // the numbers are folded behind it
  expect(await page.getByLabel("Width").isVisible()).toBe(false);
  await page.getByText("Position and size").click();
  expect(await page.getByLabel("Width").isVisible()).toBe(true);
});

test("one of 5,000 boxes is selected, dragged and restored by undo", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    label: project.labels[index % 3]?.name ?? "",
    bbox: { x: (index % 100) * 4, y: Math.floor(index / 100) * 6, width: 3, height: 5 },
  }));
  const { page, mouse } = await open(item, { objects: many });
  await page.keyboard.press("v");

  await mouse.drag([201.5, 150.5], [221.5, 170.5]); // column 50, row 25
  const moved = await objects(page);
  expect(moved.filter((box, index) => box.bbox.x !== many[index]?.bbox.x)).toHaveLength(1);
  expect(moved[2_550]?.bbox.x).toBeCloseTo(220, 0);
  await page.keyboard.press("Control+z");

  expect((await objects(page)).toSorted(byPlace)).toEqual(many.toSorted(byPlace));
});

type Drawn = ObjectDetectionResult["objects"][number];

function byPlace(one: Drawn, other: Drawn): number {
  return one.bbox.y - other.bbox.y || one.bbox.x - other.bbox.x;
}

test("an unfinished box blocks the submit, and Enter finishes it", async () => {
  const { page } = await open();
  await page.getByRole("button", { name: "car" }).first().click();
  await page.locator("[data-canvas]").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
  }
  expect((await page.evaluate(() => window.answer())).missing).toContain("finish the shape");
  await page.keyboard.press("Enter");
  expect(await objects(page)).toHaveLength(1);
});

test("a box without a label blocks the submit, and letters do not change the tool", async () => {
  const { page, mouse } = await open();
  await mouse.drag([50, 40], [150, 100]);
  await page.keyboard.press("v");
  expect((await page.evaluate(() => window.answer())).missing).toContain("Choose a label");
  await page.keyboard.press("1");
  expect(await rounded(page)).toEqual([{ label: "car", bbox: [50, 40, 100, 60] }]);
});

test("fields about objects are shown for the selected object", async () => {
  const fields: Guidelines["fields"] = [
    { name: "occluded", type: "choice", options: ["yes", "no"], per: "object", required: true },
  ];
  const asked = givenProject({ annotation_type: "bbox", labels: ["car"], fields });
  const drawn = [
    { label: "car", bbox: { x: 50, y: 40, width: 60, height: 60 } },
    { label: "car", bbox: { x: 250, y: 140, width: 60, height: 60 } },
  ];
  const page = await openEditor(asked, item, { objects: drawn });
  const mouse = await imageMouse(page, 400, 300);
  const answers = async () => (await page.evaluate(() => window.answer())).fields;
  await page.keyboard.press("v");
  await mouse.click(280, 170);
  await page.getByText("car (2 of 2)").waitFor();
  await page.getByRole("radio", { name: "yes" }).click({ force: true });
  expect(await answers()).toEqual({ occluded: [null, "yes"] });
  const placeOf = async (role: "region" | "listbox", name: string) =>
    (await page.getByRole(role, { name, exact: true }).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const isBelow = async () => {
    const [list, asking] = [await placeOf("listbox", "Objects"), await placeOf("region", "Questions")];
    return asking.y >= list.y + list.height && asking.x < list.x + list.width;
  };
  expect(await isBelow(), "the image keeps its width").toBe(true);
  await page.setViewportSize({ width: 1600, height: 800 });
  await expect.poll(isBelow).toBe(false); // a column of their own
  expect(await page.getByRole("radio", { name: "yes" }).isChecked()).toBe(true);

  await page.getByRole("button", { name: "Previous", exact: true }).click();
  await page.getByText("car (1 of 2)").waitFor();
  await page.getByRole("option", { selected: true }).and(page.locator("[aria-posinset='1']")).waitFor();
  await page.keyboard.press("Delete");
  await page.getByText("car (1 of 1)").waitFor();
  expect(await answers()).toEqual({ occluded: ["yes"] });

  await page.setViewportSize({ width: 1280, height: 800 });
  const many = Array.from({ length: 20 }, () => drawn[0]);
  await showItem(page, asked, { ...item, id: `${item.id}2` }, { objects: many });
  await page.keyboard.press("[");
  await page.getByText("car (20 of 20)").waitFor();
  const isInSight = async () => {
    const list = await placeOf("listbox", "Objects");
    const row = await page.getByRole("option", { selected: true }).boundingBox();
    return row !== null && row.y + row.height <= list.y + list.height + 1;
  };
  await expect.poll(isInSight).toBe(true);
  await page.setViewportSize({ width: 1280, height: 620 }); // the list gets lower, as when more is asked about a new object
  await expect.poll(isInSight).toBe(true);
});

test("questions about a new object are answered by keys, and the focus returns to the image", async () => {
  const options = ["no", "partly", "mostly"];
  const fields: Guidelines["fields"] = [
    { name: "occluded", type: "choice", options, per: "object", required: true },
    { name: "quality", type: "rating", per: "object" },
  ];
  const asked = givenProject({ annotation_type: "bbox", labels: ["car", "bus"], fields });
  const page = await openEditor(asked, item);
  const mouse = await imageMouse(page, 400, 300);
  const answers = async () => (await page.evaluate(() => window.answer())).fields;
  await page.keyboard.press("2");
  await mouse.drag([50, 40], [110, 100]);
  await mouse.drag([250, 140], [310, 200]);
  await page.locator("input[value=no]").focus(); // as a refused submit does
  await expectAccessible(page);
  await page.keyboard.press("3");
  await page.locator(":focus[value='1']").waitFor();
  for (const key of ["4", "Escape"]) await page.keyboard.press(key);
  await page.locator("[data-canvas] :focus, :focus[data-canvas]").waitFor();
  expect(await answers()).toEqual({ occluded: [null, "mostly"], quality: [null, 4] });

  await page.keyboard.press("Shift+Q"); // the object on the screen has all answers: goes to the other one
  await page.getByText("bus (1 of 2)").waitFor();
  await page.locator(":focus[value=no]").waitFor();
  await page.evaluate(async () => {
    for (const key of ["1", "Escape"])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    await new Promise((later) => setTimeout(later)); // what the digit does once its answer is drawn must not take the focus back
  });
  await page.locator("[data-canvas] :focus, :focus[data-canvas]").waitFor();
  expect(await answers()).toEqual({ occluded: ["no", "mostly"], quality: [null, 4] });
  const { result } = await page.evaluate(() => window.answer());
  expect(result).toMatchObject({ objects: [{ label: "bus" }, { label: "bus" }] }); // digits gave no labels
});
