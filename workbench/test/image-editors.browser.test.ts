import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { imageMouse } from "./canvas.ts";
import { expectAccessible, openEditor, validAnswer } from "./editor.ts";
import { givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const labels = ["car", "road", "sky"];
const boxes = givenProject({ annotation_type: "bbox", name: "Boxes", labels });
const item = givenImage(400, 300);
const car = { label: "car", bbox: { x: 50, y: 40, width: 100, height: 60 } };
const bus = { label: "road", bbox: { x: 100, y: 60, width: 100, height: 60 } };

async function open(project: typeof boxes, result: unknown = null) {
  const page = await openEditor(project, item, result);
  const mouse = await imageMouse(page, 400, 300);
  const objects = async () => Object(await validAnswer(page, project, item)).objects;
  return { page, mouse, objects };
}

async function type(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** The color of a place on one of the stacked canvases (0 image, 1 objects, 2 the active layer), as red, green, blue, alpha. */
async function colorAt(page: Page, layer: number, [x, y]: readonly [number, number]) {
  // a frame later all that was asked for is drawn
  return page.evaluate(
    ([at, left, top]) =>
      new Promise<number[]>((tell) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const canvas = document.querySelectorAll<HTMLCanvasElement>("[data-canvas] canvas")[at];
            const box = canvas?.getBoundingClientRect();
            const pixel = canvas
              ?.getContext("2d")
              ?.getImageData(left - (box?.x ?? 0), top - (box?.y ?? 0), 1, 1);
            tell([...(pixel?.data ?? [])]);
          }),
        ),
      ),
    [layer, x, y] as const,
  );
}

test("a crosshair crosses the whole image while a box is drawn, and can be hidden", async () => {
  const { page, mouse, objects } = await open(boxes);
  await type(page, "1");
  await mouse.move(300, 200);
  const [far] = [await mouse.place(20, 200)];
  expect((await colorAt(page, 2, far))[3]).toBeGreaterThan(0);
  await type(page, "Shift+X");
  expect((await colorAt(page, 2, far))[3]).toBe(0);
  await mouse.drag([50, 40], [150, 100]);
  expect(await objects()).toHaveLength(1);
});

test("labels stand on all objects and the fill gets another opacity, also on the next item", async () => {
  const { page, mouse, objects } = await open(boxes, { objects: [car] });
  const inside = await mouse.place(100, 90);
  const tag = await mouse.place(51, 37); // above the upper left corner
  expect((await colorAt(page, 1, inside))[3]).toBeLessThan(60);
  expect((await colorAt(page, 2, tag))[3]).toBe(0);

  await type(page, "Shift+T", "i");
  await page.getByRole("slider", { name: "Opacity" }).fill("0.8");
  await expectAccessible(page);
  await type(page, "Escape");
  expect((await colorAt(page, 1, inside))[3]).toBeGreaterThan(190);
  expect((await colorAt(page, 2, tag))[3]).toBeGreaterThan(0);

  await page.evaluate(([project, given, answer]) => window.show(project, given, answer), [
    boxes,
    { ...item, id: "item_2" },
    { objects: [car, bus] },
  ] as const);
  expect((await colorAt(page, 1, inside))[3]).toBeGreaterThan(190);
  expect((await colorAt(page, 2, tag))[3]).toBeGreaterThan(0);
  expect(await objects()).toEqual([car, bus]);
});
