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

test("an object's menu relabels it, draws it over the others and deletes it, and undo restores the order", async () => {
  const { page, mouse, objects } = await open(boxes, { objects: [car, bus] });
  await mouse.click(70, 50); // no box is drawn by a click
  await type(page, "Escape", "Escape");
  const overlap = await mouse.place(120, 80);
  const before = await colorAt(page, 1, overlap);
  const ask = async (x: number, y: number, what: string) => {
    await page.mouse.click(...(await mouse.place(x, y)), { button: "right" });
    await page.getByRole("menuitem", { name: what }).click();
  };
  await page.mouse.click(...(await mouse.place(70, 60)), { button: "right" });
  await page.getByRole("menu", { name: "Actions for the selected objects" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Draw over all others" }).click();
  expect(await objects()).toEqual([bus, car]);
  await type(page, "Escape");
  expect(await colorAt(page, 1, overlap)).not.toEqual(before);
  await type(page, "Control+z");
  expect(await objects()).toEqual([car, bus]);

  await ask(70, 60, "sky");
  expect(await objects()).toEqual([{ ...car, label: "sky" }, bus]);
  await ask(180, 110, "Delete");
  expect(await objects()).toEqual([{ ...car, label: "sky" }]);
  await type(page, "Shift+F10"); // the keyboard's way to the same menu
});

test("the last label is repeated for a shape that waits for one, also on the next item", async () => {
  const { page, mouse, objects } = await open(boxes);
  await type(page, "3");
  await mouse.drag([50, 40], [150, 100]);
  await page.evaluate(([project, given]) => window.show(project, given), [
    boxes,
    { ...item, id: "item_2" },
  ] as const);
  await mouse.drag([200, 40], [250, 90]);
  await page.getByRole("region", { name: "Choose a label" }).waitFor();
  await type(page, "q", "f");
  expect((await objects()).map(({ label }: { label: string }) => label)).toEqual(["sky"]);
  expect(await page.getByText("400 × 300").first().textContent()).not.toMatch(/^21\d %/); // zoomed in on the box
});

test("a minimap appears when the view shows a part of the image, and moves it", async () => {
  const { page, mouse, objects } = await open(boxes);
  const map = page.locator("[class*=minimap]");
  expect(await map.count()).toBe(0);
  await type(page, "1");
  await mouse.move(40, 30);
  for (let notch = 0; notch < 8; notch += 1) await page.mouse.wheel(0, -100); // the upper left corner, large
  const box = await map.boundingBox();
  if (box === null) throw new Error("the minimap is not shown");
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height * 0.75);
  const stage = await page.locator("[data-canvas]").boundingBox();
  const middle = [
    (stage?.x ?? 0) + (stage?.width ?? 0) / 2,
    (stage?.y ?? 0) + (stage?.height ?? 0) / 2,
  ] as const;
  await page.mouse.move(middle[0] - 60, middle[1] - 60);
  await page.mouse.down();
  await page.mouse.move(middle[0] + 60, middle[1] + 60);
  await page.mouse.up();

  const [{ bbox }] = await objects();
  expect(bbox.x + bbox.width / 2).toBeCloseTo(300, -1);
  expect(bbox.y + bbox.height / 2).toBeCloseTo(225, -1);
  await expectAccessible(page);
  await type(page, "z");
  await map.waitFor({ state: "detached" });
});
