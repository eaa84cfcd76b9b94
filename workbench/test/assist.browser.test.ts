import { runsWithin } from "@assay/domain/geometry/fill.ts";
import { areaOf, decodeRle } from "@assay/domain/run-length.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { imageMouse, touch } from "./canvas.ts";
import { expectAccessible, openEditor, validAnswer } from "./editor.ts";
import { givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const labels = ["car", "road"];
const masks = givenProject({ annotation_type: "mask", name: "Pixels", labels });
const polygons = givenProject({ annotation_type: "polygon", name: "Outlines", labels });
const boxes = givenProject({ annotation_type: "object_detection", name: "Boxes", labels });
const SIZE = { width: 400, height: 300 };
const item = givenImage(SIZE.width, SIZE.height); // with a light square of 16 pixels in each corner

async function open(project: typeof masks, result: unknown = null, shown = item, { width, height } = SIZE) {
  const page = await openEditor(project, shown, result);
  const mouse = await imageMouse(page, width, height);
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLCanvasElement>("[data-canvas] canvas");
    return (image?.getContext("2d")?.getImageData(image.width / 2, image.height / 2, 1, 1).data[3] ?? 0) > 0;
  });
  const objects = async () => Object(await validAnswer(page, project, shown)).objects;
  return { page, mouse, objects };
}

async function type(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Waits for what the editor announces. */
async function told(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("status").getByText(text).first().waitFor({ state: "attached" });
}

function rounded(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

function areas(objects: { label: string; rle: Parameters<typeof decodeRle>[0] }[]) {
  return Object.fromEntries(objects.map(({ label, rle }) => [label, areaOf(decodeRle(rle))]));
}

test("the wand shows a region before it is taken, adds others to it, and erases", async () => {
  const { page, mouse, objects } = await open(masks);
  await type(page, "1", "Shift+W");
  expect(page.workers()).toEqual([]); // nothing is loaded before it is used
  await mouse.click(5, 5);
  await told(page, "256 pixels found at");
  expect(page.workers().length).toBe(1);
  expect(await page.evaluate(() => window.answer().result)).toEqual({ objects: [] });
  await expectAccessible(page);
  await page.keyboard.down("Shift");
  await mouse.click(395, 5);
  await page.keyboard.up("Shift");
  await told(page, "512 pixels found at");
  await type(page, "Enter");
  await expect.poll(async () => areas(await objects())).toEqual({ car: 512 });

  await mouse.click(5, 5);
  await told(page, "256 pixels found at");
  await type(page, "Shift+Enter");
  await expect.poll(async () => areas(await objects())).toEqual({ car: 256 });

  await type(page, "Shift+U"); // everywhere
  await mouse.click(5, 5);
  await told(page, "1,024 pixels found at");
  await type(page, "m");
  await page.getByText("Magic wand: what was shown is kept").first().waitFor();
  await expect.poll(async () => areas(await objects())).toEqual({ car: 1024 });
  await type(page, "Control+z");
  await expect.poll(async () => areas(await objects())).toEqual({ car: 256 });
  await type(page, "Control+Shift+z", "Shift+W");
  await type(page, "2", "u", "Shift+U"); // road, only unlabeled
  await page.getByRole("slider", { name: "Tolerance" }).fill("255");
  await mouse.click(200, 150);
  await told(page, "118,976 pixels found at tolerance 255");
  await type(page, "Enter");
  await expect.poll(async () => areas(await objects())).toEqual({ car: 1024, road: 400 * 300 - 1024 });
});

test("the wand makes a polygon with few corners, by the keyboard alone too", async () => {
  const { page, objects } = await open(polygons);
  await type(page, "2", "Shift+W", "ArrowRight"); // the cross begins in the middle
  await type(page, ",", "Space");
  await told(page, "at tolerance 22");
  for (let step = 0; step < 40; step += 1) await type(page, ".");
  await told(page, "118,976 pixels found at tolerance 102");
  await type(page, "Enter");
  const [only, ...more] = await objects();
  expect(more).toEqual([]);
  expect(only.label).toBe("road");
  expect(only.points.length).toBe(12); // the whole image without its corners
});

test("the slider of the wand names the keys that somebody chose", async () => {
  const { page } = await open(masks);
  await type(page, "Shift+W");
  await page.getByText("Tolerance 24 , .").waitFor();
  const own = { "image.less-tolerance": ["Alt+R"], "image.more-tolerance": ["F4"] };
  await page.evaluate((keys) => localStorage.setItem("assay-keys", JSON.stringify(keys)), own);
  await page.reload();
  await page.evaluate(([given, shown]) => window.show(given, shown), [masks, item] as const);
  await page.locator("[data-canvas]").waitFor();
  await type(page, "Shift+W");
  await page.getByText("Tolerance 24 Alt R F4").waitFor();
});

test("a line clings to edges between clicks, takes back its last point, and becomes a polygon with few corners", async () => {
  const { page, mouse, objects } = await open(polygons);
  await type(page, "1", "Shift+C");
  await mouse.click(13, 3); // beside the right edge of the light square
  await mouse.click(200, 100);
  await type(page, "Backspace");
  await mouse.click(2, 13); // beside its lower edge
  await expectAccessible(page);
  await mouse.click(1, 1);
  await type(page, "Enter");
  await expect.poll(async () => (await objects()).length).toBe(1);
  const [{ points, label }] = await objects();
  expect(label).toBe("car");
  expect(points.length).toBeLessThan(9);
  const area = areaOf(runsWithin([points], [300, 400]));
  expect(area).toBeGreaterThan(200); // a straight line would leave half of the square's 256 pixels
  expect(area).toBeLessThan(290);
});

test("points that are clicked before the edges around them are found cling to them too", async () => {
  const { page, mouse, objects } = await open(polygons);
  await type(page, "1", "Shift+C");
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    const held: (() => void)[] = [];
    Worker.prototype.postMessage = function hold(...asked: unknown[]) {
      held.push(() => Reflect.apply(postMessage, this, asked));
    };
    const release = () => {
      Worker.prototype.postMessage = postMessage; // the pixels may be ready only after this
      for (const send of held) send();
    };
    window.addEventListener("release", release, { once: true });
  });
  for (const [x, y] of [[13, 3] as const, [2, 13] as const, [1, 1] as const]) await mouse.click(x, y);
  await type(page, "Enter");
  await page.evaluate(() => window.dispatchEvent(new Event("release")));
  await expect.poll(async () => (await objects()).length).toBe(1);
  const [{ points }] = await objects();
  expect(points).toEqual([
    [15.5, 1.5],
    [15.5, 15.5],
    [0.5, 15.5],
    [0.5, 0.5],
  ]);
});

const square = { x: 384, y: 284, width: 16, height: 16 }; // the light one at the lower right

test("a box shows the thing in it before it is taken, and what is around it is left out", async () => {
  const { page, mouse, objects } = await open(masks);
  await type(page, "1", "Shift+B");
  await mouse.drag([360, 262], [400, 300]);
  await told(page, "256 pixels found. Enter");
  expect(await page.evaluate(() => window.answer().missing)).toContain("keep the shape");
  await expectAccessible(page);
  await type(page, "Escape");
  expect(await objects()).toEqual([]);

  await mouse.drag([360, 262], [400, 300]);
  await told(page, "256 pixels found. Enter");
  await mouse.drag([0, 0], [30, 28]); // another box takes its place
  await told(page, "256 pixels found. Enter");
  await page.getByRole("button", { name: "Keep" }).click();
  await expect.poll(async () => areas(await objects())).toEqual({ car: 256 });
  await mouse.drag([0, 0], [30, 28]);
  await told(page, "256 pixels found. Enter");
  await type(page, "Shift+Enter");
  await expect.poll(async () => areas(await objects())).toEqual({});

  await mouse.drag([100, 100], [200, 200]);
  await page.getByText("Nothing stands out in this box").first().waitFor();
  await expectAccessible(page);
});

test("where each mask is an object, the things in two boxes are two objects", async () => {
  const type_options = { instances: true };
  const { page, mouse, objects } = await open(
    givenProject({ annotation_type: "mask", labels, type_options }),
  );
  await type(page, "1", "Shift+B");
  for (const [from, to] of [
    [
      [360, 262],
      [400, 300],
    ],
    [
      [0, 0],
      [30, 28],
    ],
  ] as const) {
    await mouse.drag([...from], [...to]);
    await told(page, "256 pixels found. Enter");
    await type(page, "Enter");
  }
  await page.getByRole("heading", { name: "2 objects" }).waitFor();
  expect((await objects()).map(({ label }: { label: string }) => label)).toEqual(["car", "car"]);
});

test("the thing in a box becomes a polygon, by the keyboard alone", async () => {
  const { page, mouse, objects } = await open(polygons);
  await type(page, "2", "Shift+B");
  await mouse.move(200, 150);
  await page.locator("[data-canvas]").focus();
  for (const key of ["ArrowRight", "ArrowDown"])
    for (let step = 0; step < 12; step += 1) await type(page, `Shift+${key}`);
  await type(page, "Space");
  for (const key of ["ArrowRight", "ArrowDown"])
    for (let step = 0; step < 40; step += 1) await type(page, `Shift+${key}`);
  await type(page, "Enter");
  await told(page, "256 pixels found. Enter");
  await type(page, "Enter");
  await expect.poll(async () => (await objects()).length).toBe(1);
  const [{ points, label }] = await objects();
  const { x, y, width, height } = square;
  expect(label).toBe("road");
  expect(points.toSorted()).toEqual(
    [
      [x, y],
      [x, y + height],
      [x + width, y],
      [x + width, y + height],
    ].toSorted(),
  );
});

test("a rough box snaps to the edges near it, by its key and its menu, and undo takes that back", async () => {
  const { page, mouse, objects } = await open(boxes);
  await type(page, "1", "b");
  await mouse.drag([380, 280], [396, 296]); // half of the light square is beside it
  await expect.poll(async () => (await objects()).length).toBe(1);
  const [drawn] = await objects();
  await expectAccessible(page);
  await type(page, "Shift+S");
  await told(page, "Box moved to edges");
  const { x, y, width, height } = drawn.bbox;
  const snapped = { x: 384, y: 284, width: rounded(x + width - 384), height: rounded(y + height - 284) };
  await expect.poll(async () => (await objects())[0].bbox).toEqual(snapped);
  await type(page, "Shift+S");
  await page.getByText("No other edge is near").first().waitFor();
  await type(page, "Control+z");
  await expect.poll(objects).toEqual([drawn]);

  await page.mouse.click(...(await mouse.place(388, 288)), { button: "right" });
  await page.getByRole("menuitem", { name: "Snap to edges" }).click();
  await expect.poll(async () => (await objects())[0].bbox).toMatchObject({ x: 384, y: 284 });
  await type(page, "Control+z");
  await page.getByRole("button", { name: "Snap" }).click();
  await expect.poll(async () => (await objects())[0].bbox).toMatchObject({ x: 384, y: 284 });
});

test("a finger picks a region with the wand, a drag widens it, and a button keeps it", async () => {
  const { page, mouse, objects } = await open(masks);
  await type(page, "1", "Shift+W");
  const [x, y] = await mouse.place(5, 5);
  await touch(page, [[x, y]]);
  await told(page, "256 pixels found at tolerance 24");
  await touch(page, [[x, y]], [[x + 15, y]], [[x + 60, y]]);
  await told(page, "256 pixels found at tolerance 44");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep" }).click();
  await expect.poll(async () => areas(await objects())).toEqual({ car: 256 });

  await mouse.drag([5, 5], [5 - 60, 5]); // a mouse narrows it by a drag to the left
  const tolerance = async () => {
    const said = (await page.getByRole("status").allTextContents()).join();
    return Number(/tolerance (\d+)/.exec(said)?.[1]);
  };
  await expect.poll(tolerance).toBeLessThan(44);
});

test("a finger draws along edges from point to point, and a button closes the outline", async () => {
  const { page, mouse, objects } = await open(polygons);
  await type(page, "1", "Shift+C");
  const finish = page.getByRole("button", { name: "Finish the shape" });
  await touch(page, [await mouse.place(13, 3)]);
  expect(await finish.count()).toBe(0);
  await touch(page, [await mouse.place(2, 13)]);
  await finish.waitFor();
  await touch(page, [await mouse.place(1, 1)]);
  await expectAccessible(page);
  await finish.click();
  await expect.poll(async () => (await objects()).length).toBe(1);
  expect(await finish.count()).toBe(0);
});

test("after the pixels could not be read once, the wand reads them again", async () => {
  const { page, mouse } = await open(masks);
  await type(page, "1", "Shift+W");
  await page.evaluate(() => {
    const { createImageBitmap } = window;
    window.createImageBitmap = () => {
      window.createImageBitmap = createImageBitmap;
      return Promise.reject(new Error("out of memory"));
    };
  });
  await mouse.click(5, 5);
  await page.getByText("out of memory").first().waitFor();
  await mouse.click(5, 5);
  await told(page, "256 pixels found at");
});

test("the wand looks at the whole of an image that is copied for it in bands", async () => {
  const large = { width: 2_000, height: 1_500 };
  const { page, mouse } = await open(masks, null, givenImage(large.width, large.height), large);
  await type(page, "Shift+W", "Shift+U");
  await mouse.click(8, 8);
  await told(page, "1,024 pixels found at"); // the squares in all corners
});

test("of an image above 24 megapixels the wand looks at what is in view, in full when it is near", async () => {
  const large = { width: 7_000, height: 3_600 };
  const { page, mouse } = await open(masks, null, givenImage(large.width, large.height), large);
  await type(page, "1", "Shift+W");
  await mouse.click(8, 8);
  await told(page, "at 98 % of its resolution");
  const [x, y] = await mouse.place(8, 8);
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, -200);
  await page.mouse.click(x, y);
  await told(page, "256 pixels found at");
});
