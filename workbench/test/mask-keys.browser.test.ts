import { areaOf, decodeRle, type Runs } from "@assay/domain/run-length.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { imageMouse } from "./canvas.ts";
import { colorAt } from "./color.ts";
import { expectAccessible, openEditor, validAnswer } from "./editor.ts";
import { givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const [WIDTH, HEIGHT] = [400, 300];
const masks = givenProject({ annotation_type: "mask", name: "Pixels", labels: ["car", "road"] });
const item = givenImage(WIDTH, HEIGHT); // with a light square of 16 pixels in each corner

type Place = readonly [x: number, y: number];

async function open() {
  const page = await openEditor(masks, item);
  const mouse = await imageMouse(page, WIDTH, HEIGHT);
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLCanvasElement>("[data-canvas] canvas");
    return (image?.getContext("2d")?.getImageData(image.width / 2, image.height / 2, 1, 1).data[3] ?? 0) > 0;
  });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** The pixels of each label. */
  const painted = async (): Promise<Readonly<Record<string, Runs>>> => {
    const { objects } = Object(await validAnswer(page, masks, item));
    return Object.fromEntries(
      objects.map(({ label, rle }: { label: string; rle: Parameters<typeof decodeRle>[0] }) => [
        label,
        decodeRle(rle),
      ]),
    );
  };
  const areas = async () =>
    Object.fromEntries(Object.entries(await painted()).map(([label, runs]) => [label, areaOf(runs)]));
  return { page, mouse, press, painted, areas };
}

/** Waits for what the editor announces. */
async function told(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole("status").getByText(text).first().waitFor({ state: "attached" });
}

/** Where the cross is, as the editor announces it. */
async function crossOf(page: Page): Promise<Place> {
  const status = page.getByRole("status").getByText(/^\d+, \d+$/);
  const [x = "", y = ""] = ((await status.textContent()) ?? "").split(", ");
  return [Number(x), Number(y)];
}

/** Presses an arrow with Shift until the cross stands at the edge of the image. */
async function goToEdge(page: Page, arrow: string): Promise<void> {
  for (let before: string | undefined; ; ) {
    await page.keyboard.press(`Shift+Arrow${arrow}`);
    const now = (await crossOf(page)).join();
    if (now === before) return;
    before = now;
  }
}

/** Whether a pixel is painted. */
function has(runs: Runs | undefined, [x, y]: Place): boolean {
  const pixel = x * HEIGHT + y;
  return (runs ?? []).some(
    (start, index) => index % 2 === 0 && start <= pixel && pixel < (runs?.[index + 1] ?? 0),
  );
}

test("a stroke follows the arrows from one Space to the next, undo removes it whole, and Escape takes it back", async () => {
  const { page, mouse, press, painted } = await open();
  const hint = page.locator("[data-pen]");
  await press("2", "ArrowRight");
  const from = await crossOf(page);
  await hint.getByText("Brush up. Space puts it down").waitFor();
  await press("Space");
  await told(page, "Brush down. Arrows draw, Space lifts it, Esc takes the stroke back");
  await hint.getByText("Brush down").waitFor();
  await press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown", "ArrowDown");
  const to = await crossOf(page);
  const beside = await mouse.place(...to);
  expect((await colorAt(page, 2, [beside[0] + 5, beside[1] + 4]))[3]).toBe(255); // the disc of the pen
  expect(await page.evaluate(() => window.answer().result)).toEqual({ objects: [] });
  expect(await page.evaluate(() => window.answer().missing)).toMatch(/Enter/);
  await expectAccessible(page);
  await press("Space");
  await told(page, "road painted");
  await hint.getByText("Brush up").waitFor();
  const { road } = await painted();
  const corner: Place = [to[0], from[1]];
  for (const place of [from, corner, to, [(from[0] + to[0]) / 2, from[1]]] as const)
    expect(has(road, [Math.floor(place[0]), place[1]]), String(place)).toBe(true);
  expect(has(road, [from[0], to[1] + 20])).toBe(false);

  await press("Shift+ArrowLeft", "Space", "Shift+ArrowDown", "Shift+ArrowDown", "Escape");
  await told(page, "Stroke taken back");
  await hint.getByText("Brush up").waitFor();
  expect(await painted()).toEqual({ road });
  await press("Space", "Shift+ArrowUp", "Control+z"); // as long as it is down, undo takes the stroke back
  await told(page, "Stroke taken back");
  expect(await painted()).toEqual({ road });
  await press("Control+z");
  expect(await painted()).toEqual({});
});

test("a held Space puts the brush down once, another tool keeps its stroke, and a mouse that only moves leaves it alone", async () => {
  const { page, mouse, press, painted } = await open();
  await press("1", "ArrowRight");
  const from = await crossOf(page);
  await page.keyboard.down("Space");
  await page.keyboard.down("Space"); // repeated by the keyboard
  await page.keyboard.up("Space");
  await page.locator("[data-pen=down]").waitFor();
  await mouse.move(20, 20);
  await press("Shift+ArrowRight");
  const to = await crossOf(page);
  await press("e");
  await page.locator("[data-pen]").waitFor({ state: "detached" });
  const { car } = await painted();
  expect([has(car, from), has(car, to), has(car, [20, 20])]).toEqual([true, true, false]);

  await press("ArrowLeft", "Space"); // the eraser
  await told(page, "Eraser down");
  await mouse.click(20, 20); // its own stroke, which ends that of the keys
  await expect
    .poll(async () => areaOf((await painted()).car ?? new Float64Array()))
    .toBeLessThan(areaOf(car ?? new Float64Array()));
  await page.locator("[data-pen]").waitFor({ state: "detached" });
});

test("a stroke without a label asks for one by its key", async () => {
  const { page, press, areas } = await open();
  await page.locator("[data-canvas]").focus();
  await page.getByText("Arrows show and move a cross, Space draws there").waitFor();
  await press("ArrowRight", "Space", "Shift+ArrowRight", "Space");
  await told(page, "Choose a label");
  await press("2");
  expect((await areas()).road).toBeGreaterThan(200);
});

test("masks are filled, erased and limited to what has no label with the keyboard alone", async () => {
  const { page, press, painted, areas } = await open();
  const square = ["Space", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Space"];
  await press(
    "1",
    "p",
    "ArrowRight",
    ...square,
    "Shift+ArrowDown",
    "Shift+ArrowDown",
    "Shift+ArrowDown",
    "Space",
  );
  await page.getByText("Space draws here, Enter finishes, Esc cancels").waitFor();
  await press("Enter"); // a triangle
  const { car: filled = 0 } = await areas();
  expect(filled).toBeGreaterThan(100);

  await press("Shift+P", "ArrowLeft"); // the cross starts anew in the middle
  await press(...["Space", "Shift+ArrowRight", "Space", "Shift+ArrowDown", "Space", "Enter"]);
  await told(page, "car erased");
  const { car: cut = 0 } = await areas();
  expect(cut).toBeLessThan(filled);

  await press("e", "ArrowRight", "Shift+ArrowRight", "Space", "Shift+ArrowRight", "Space");
  await told(page, "car erased");
  const { car: rest } = await painted();
  expect(areaOf(rest ?? new Float64Array())).toBeLessThan(cut);

  await press(
    "2",
    "u",
    "m",
    "ArrowRight",
    "Space",
    "Shift+ArrowRight",
    "Shift+ArrowRight",
    "Shift+ArrowDown",
    "Space",
  );
  await told(page, "road painted");
  expect((await painted()).car).toEqual(rest);
  const { road = 0 } = await areas();
  await press("g", "ArrowRight");
  await goToEdge(page, "Up");
  await press("Space");
  await expect.poll(async () => (await areas()).road).toBeGreaterThan(road * 10);
  expect((await painted()).car).toEqual(rest);
});

test("the wand and the box around a thing work with the keyboard alone, with added regions and another tolerance", async () => {
  const { page, press, areas } = await open();
  await press("1", "Shift+W", "ArrowRight");
  await goToEdge(page, "Up");
  await goToEdge(page, "Left");
  await press("ArrowRight", "ArrowDown", ",", "Space");
  await told(page, "256 pixels found at tolerance 22");
  await goToEdge(page, "Right");
  await press("ArrowLeft", "Shift+Space");
  await told(page, "512 pixels found at tolerance 22");
  await press("Enter");
  await expect.poll(areas).toEqual({ car: 512 });
  await press("Space");
  await told(page, "256 pixels found at");
  await press("Shift+Enter");
  await expect.poll(areas).toEqual({ car: 256 });

  await press("Shift+B", "ArrowRight");
  for (const arrow of ["Down", "Right"]) await goToEdge(page, arrow);
  await press("Space", "Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowLeft", "Shift+ArrowLeft", "Space");
  await told(page, "256 pixels found. Enter");
  await press("Enter");
  await expect.poll(areas).toEqual({ car: 512 });
});
