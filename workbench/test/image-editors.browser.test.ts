import { areaOf, coveredBy, decodeRle, type Rle } from "@assay/domain/run-length.ts";
import { SKELETON_TEMPLATES } from "@assay/domain/types/keypoint/templates.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { imageMouse } from "./canvas.ts";
import { colorAt } from "./color.ts";
import { expectAccessible, openEditor, showItem, validAnswer } from "./editor.ts";
import { givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const labels = ["car", "road", "sky"];
const boxes = givenProject({ annotation_type: "bbox", name: "Boxes", labels });
const polygons = givenProject({ annotation_type: "polygon", name: "Outlines", labels });
const masks = givenProject({ annotation_type: "mask", name: "Pixels", labels });
const poses = givenProject({
  annotation_type: "keypoint",
  name: "Poses",
  labels: ["person"],
  type_options: {
    keypoints: Object.keys(SKELETON_TEMPLATES[0]?.points ?? {}),
    skeleton: SKELETON_TEMPLATES[0]?.lines.map((line) => [...line]),
  },
});
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
  const [left, top] = await mouse.place(50, 37);
  const edges = await Promise.all([0, 1, 6].map((by) => colorAt(page, 2, [left + by, top])));
  expect(Math.max(...edges.map(([red = 0]) => red))).toBeGreaterThan(120); // white around the dark blue of the label

  await showItem(page, boxes, { ...item, id: "item_2" }, { objects: [car, bus] });
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
  const menu = page.getByRole("menu", { name: "Actions for the selected objects" });
  await menu.waitFor();
  expect(
    await menu.evaluate(
      ({ parentElement: frame }) => (frame?.scrollHeight ?? 0) - (frame?.clientHeight ?? 0),
    ),
  ).toBe(0);
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
  await showItem(page, boxes, { ...item, id: "item_2" });
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

/** The corners of a square with its upper left at a place. */
function square(x: number, y: number, side = 100) {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ];
}

function near(points: readonly (readonly number[])[]) {
  return points.map((point) => point.map(Math.round));
}

test("corners snap to another outline, and with Shift the new one follows it", async () => {
  const { page, mouse, objects } = await open(polygons, {
    objects: [{ label: "car", points: square(50, 50) }],
  });
  await type(page, "2");
  await mouse.click(151, 51); // a corner of the square
  await page.keyboard.down("Shift");
  await mouse.click(49, 151); // the opposite one: the shorter way leads over one of the two others
  await page.keyboard.up("Shift");
  await page.keyboard.down("Control");
  await mouse.click(52, 202); // free of the left side, if it went on
  await page.keyboard.up("Control");
  await mouse.click(200, 200);
  await type(page, "Enter");

  const [, drawn] = await objects();
  expect(drawn.points).toHaveLength(5);
  expect(drawn.points[0]).toEqual([150, 50]);
  expect(square(50, 50)).toContainEqual(drawn.points[1]);
  expect(drawn.points[2]).toEqual([50, 150]);
});

test("polygons are merged, and what remains of one where another covers it shares its edge", async () => {
  const { page, mouse, objects } = await open(polygons, {
    objects: [
      { label: "car", points: square(50, 50) },
      { label: "road", points: square(100, 100) },
    ],
  });
  await type(page, "v");
  await mouse.click(70, 70);
  await type(page, "Shift+O");
  await expect.poll(async () => near((await objects())[0].points)).toHaveLength(6);
  expect(near((await objects())[0].points)).toContainEqual([100, 100]);
  expect((await objects())[1].points).toEqual(square(100, 100));
  await expectAccessible(page);

  await mouse.click(70, 70);
  await page.keyboard.down("Shift");
  await mouse.click(180, 180);
  await page.keyboard.up("Shift");
  await page.getByRole("button", { name: "Merge" }).click();
  await expect.poll(async () => (await objects()).length).toBe(1);
  const [whole] = await objects();
  expect(whole.label).toBe("car");
  expect(near(whole.points)).toHaveLength(8);
});

test("polygons apart are not merged, and the message says why", async () => {
  const { page, objects } = await open(polygons, {
    objects: [
      { label: "car", points: square(20, 20, 50) },
      { label: "road", points: square(200, 100, 50) },
    ],
  });
  await type(page, "v", "Control+a", "Shift+M");
  await page.locator("p:not([role])").getByText("do not touch").waitFor();
  expect(await objects()).toHaveLength(2);
});

test("a polygon is split along a line and simplified", async () => {
  const { page, mouse, objects } = await open(polygons, {
    objects: [
      {
        label: "car",
        points: [
          [50, 50],
          [100, 50.1],
          [150, 50],
          [150, 150],
          [50, 150],
        ],
      },
    ],
  });
  await type(page, "]", "Shift+S");
  expect((await objects())[0].points).toEqual(square(50, 50));
  await type(page, "x");
  await mouse.drag([30, 100], [180, 100]);
  const halves = await objects();
  expect(halves.map(({ label }: { label: string }) => label)).toEqual(["car", "car"]);
  for (const { points } of halves)
    expect(
      near(points)
        .map(([x]) => x)
        .toSorted(),
    ).toEqual([150, 150, 50, 50]);
  await type(page, "Control+z");
  expect(await objects()).toHaveLength(1);
});

test("the pointer does what somebody chose: another modifier edits, the secondary button moves the image, the wheel scrolls", async () => {
  const { page, mouse, objects } = await open(boxes, { objects: [car, bus] });
  const own = {
    "pointer.edit": ["Ctrl"],
    "pointer.free": ["Alt"],
    "pointer.pan": ["secondary"],
    "pointer.wheel": ["scroll"],
  };
  await page.evaluate((keys) => localStorage.setItem("assay-keys", JSON.stringify(keys)), own);
  await page.reload();
  await showItem(page, boxes, item, { objects: [car, bus] });
  await mouse.move(70, 60);
  await page.locator("[data-canvas] canvas").first().waitFor({ state: "attached" });
  await page.keyboard.down("Control");
  await mouse.click(60, 50);
  await page.keyboard.up("Control");
  await page.getByRole("option", { selected: true }).filter({ hasText: "car" }).waitFor();

  const status = page.getByText("400 × 300").first();
  const zoom = async () => (await status.textContent())?.split(" %")[0];
  const before = await zoom();
  await page.mouse.wheel(0, 60);
  expect(await zoom()).toBe(before);
  await mouse.move(200, 150);
  await page.mouse.down({ button: "right" });
  await mouse.move(230, 150);
  await page.mouse.up({ button: "right" });
  expect(await page.getByRole("menu").count()).toBe(0);
  await page.mouse.click(...(await mouse.place(230, 150)), { button: "right" });
  await page.getByRole("menu").waitFor();
  await type(page, "Escape");

  await page.keyboard.down("Alt");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Alt");
  expect(await zoom()).not.toBe(before);
  expect(await objects()).toEqual([car, bus]);
});

test("a polygon's menu has what can be done with its area, with the keys", async () => {
  const { page, mouse, objects } = await open(polygons, {
    objects: [
      { label: "car", points: square(40, 40, 200) },
      { label: "road", points: square(100, 100, 60) },
    ],
  });
  await type(page, "v");
  const menuOf = async (x: number, y: number) => {
    await page.mouse.click(...(await mouse.place(x, y)), { button: "right" });
    await page.getByRole("menu", { name: "Actions for the selected objects" }).waitFor();
    await page.getByRole("menuitem").first().waitFor();
    const entries = await page.getByRole("menuitem").allTextContents();
    return entries.map((entry) => entry.replaceAll(/\s+/g, " ").trim());
  };
  const entries = await menuOf(130, 130);
  for (const entry of [
    "Cut out of those beneath O",
    "Take away what others cover Shift O",
    "Split along a line X",
    "Simplify Shift S",
  ])
    expect(entries).toContain(entry);
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Cut out of those beneath" }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect
    .poll(async () => (await objects()).map(({ holes = [] }: { holes?: unknown[] }) => holes.length))
    .toEqual([1]);

  await type(page, "Escape");
  const elsewhere = await menuOf(350, 250);
  expect(elsewhere).toContain("Hide or show all Shift H");
  expect(elsewhere).not.toContain("Split along a line X");
});

test("a plus shows where a press adds a corner, and a hole that is moved out blocks the submit", async () => {
  const { page, mouse } = await open(polygons, {
    objects: [{ label: "car", points: square(50, 50), holes: [square(80, 80, 20)] }],
  });
  await type(page, "v");
  await mouse.click(60, 60);
  const edge = await mouse.place(70, 51);
  await mouse.move(70, 60);
  const before = await colorAt(page, 2, [edge[0] + 5, edge[1]]);
  await mouse.move(70, 51);
  expect(await colorAt(page, 2, [edge[0] + 5, edge[1]])).not.toEqual(before);
  await mouse.drag([100, 100], [200, 200]);
  expect((await page.evaluate(() => window.answer())).missing).toBe(
    "A hole of car reaches out or overlaps another. Move its corners.",
  );
});

/** The pixels of each label. */
function areas(objects: readonly { readonly label: string; readonly rle: Rle }[]) {
  return Object.fromEntries(objects.map(({ label, rle }) => [label, areaOf(decodeRle(rle))]));
}

test("an outline fills a mask, another erases within it, and a bucket fills the hole again", async () => {
  const { page, mouse, objects } = await open(masks);
  const outline = async (...corners: readonly (readonly number[])[]) => {
    for (const [x = 0, y = 0] of corners) await mouse.click(x, y);
    await type(page, "Enter");
  };
  await type(page, "1", "p");
  await outline(...square(50, 50));
  const whole = areas(await objects()).car ?? 0;
  expect(Math.abs(whole - 10_000)).toBeLessThan(500); // a mouse moves in pixels of the screen
  await expectAccessible(page);
  await type(page, "Shift+P");
  await outline(...square(80, 80, 40));
  const ring = areas(await objects()).car ?? 0;
  expect(Math.abs(whole - ring - 1_600)).toBeLessThan(200);

  const list = () => page.getByRole("listbox").boundingBox();
  const before = await list();
  await type(page, "Shift+W");
  await page.getByRole("slider", { name: "Tolerance" }).waitFor();
  expect((await list())?.y).toBe(before?.y); // the settings of each tool have room
  await type(page, "g");
  await mouse.click(60, 60);
  await page.locator("p:not([role])").getByText("has a label").waitFor();
  await mouse.click(100, 100);
  expect(areas(await objects())).toEqual({ car: whole });
});

test("only pixels without a label are painted, and the slider sets the size of the brush", async () => {
  const { page, mouse, objects } = await open(masks);
  await page.getByRole("slider", { name: "Brush" }).fill("40");
  await type(page, "Escape");
  await page.locator("[data-canvas]").focus();
  await type(page, "1");
  await mouse.drag([100, 100], [200, 100]);
  const { car = 0 } = areas(await objects());
  expect(car).toBeGreaterThan(40 * 100);
  await type(page, "2", "u");
  await mouse.drag([150, 50], [150, 150]);
  const both = await objects();
  expect(areas(both).car).toBe(car);
  expect(
    areaOf(
      coveredBy(
        both.map(({ rle }: { rle: Rle }) => decodeRle(rle)),
        2,
      ),
    ),
  ).toBe(0);
  await type(page, "u");
  await mouse.drag([150, 50], [150, 150]);
  expect(
    areaOf(
      coveredBy(
        (await objects()).map(({ rle }: { rle: Rle }) => decodeRle(rle)),
        2,
      ),
    ),
  ).toBeGreaterThan(40 * 30);
});

test("a whole skeleton is dropped into a box, corrected, and the next one has its pose", async () => {
  const { page, mouse, objects } = await open(poses);
  await type(page, "s");
  await mouse.drag([50, 50], [150, 250]);
  const [first] = await objects();
  expect(Object.keys(first.points)).toHaveLength(17);
  expect(near([first.points.left_wrist, first.points.right_ankle])).toEqual([
    [150, 156, 2],
    [80, 250, 2],
  ]);
  await expectAccessible(page);
  await type(page, "v");
  await mouse.drag([150, 156], [150, 60]); // the arm goes up
  await type(page, "Escape", "s");
  await mouse.click(200, 50);
  await mouse.click(300, 250);
  const [, second] = await objects();
  expect(near([second.points.left_wrist])).toEqual([[300, 60, 2]]);
});

test("many labels say how many are out of sight, and leave the image in sight where a new box asks for one", async () => {
  const many = Array.from({ length: 20 }, (_, index) => `kind of vehicle ${index}`);
  const page = await openEditor(givenProject({ annotation_type: "bbox", labels: many }), item);
  const mouse = await imageMouse(page, 400, 300);
  const more = page.getByText(/^\d+ more below$/);
  const before = await more.innerText();
  await more.click();
  await more.filter({ hasNotText: before }).waitFor();
  await page.getByRole("button", { name: "kind of vehicle 19" }).scrollIntoViewIfNeeded();
  await page.getByText("End of the labels").waitFor();
  await mouse.drag([50, 40], [150, 100]);
  const picker = page.getByRole("region", { name: "Choose a label" });
  await picker.getByText(/^\d+ more below$/).waitFor();
  expect((await picker.boundingBox())?.height).toBeLessThanOrEqual(240);
  await picker.getByRole("button", { name: "Discard" }).click();
  await picker.waitFor({ state: "detached" });
});

test("an image is transcribed while it is enlarged, moved and adjusted with keys that type nothing", async () => {
  const project = givenProject({ annotation_type: "transcription", name: "Signs" });
  const item = givenImage(400, 300);
  const page = await openEditor(project, item);
  const image = page.getByRole("img", { name: "Image street.png" });
  const isZoomed = (is: boolean) =>
    image.and(page.locator(is ? "[data-zoomed]" : ":not([data-zoomed])")).waitFor();
  const middle = () =>
    image
      .locator("canvas")
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const [x, y] = [canvas.width / 2, canvas.height / 2];
        return canvas.getContext("2d")?.getImageData(x, y, 1, 1).data[0];
      });
  await image.locator("canvas").first().waitFor({ state: "attached" });
  await page.keyboard.type("Exit, zone i");
  await page.keyboard.press("Control++");
  await isZoomed(true);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await page.keyboard.press("F9");
  await page.getByRole("slider", { name: "Brightness" }).waitFor();
  const [button, panel] = await Promise.all([
    page.getByRole("button", { name: "Display settings" }).boundingBox(),
    page.getByRole("region", { name: "Display settings" }).boundingBox(),
  ]);
  expect(panel?.y).toBe(button?.y); // beside it
  const box = await image.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 450, (box?.y ?? 0) + 200]; // beside the panel
  const before = await middle();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 100, y - 100);
  await page.mouse.up();
  await expect.poll(middle).not.toBe(before);
  await page.keyboard.type(" 7"); // the text has the focus again
  await expectAccessible(page);

  await page.keyboard.press("F9");
  await page.getByRole("slider", { name: "Brightness" }).waitFor();
  await page.keyboard.press("Escape"); // closes the panel, and leaves the focus in the text
  await page.getByRole("region", { name: "Display settings" }).waitFor({ state: "detached" });
  await page.keyboard.type("0");
  await page.keyboard.press("Escape");
  const moved = await middle();
  for (const key of ["ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
  await expect.poll(middle).not.toBe(moved);
  await page.keyboard.press("Control+0");
  await isZoomed(false);
  expect(await validAnswer(page, project, item)).toEqual({ text: "Exit, zone i 70" });
});
