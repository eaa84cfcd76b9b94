import { givenProject } from "../../workbench/test/given.ts";
import { givenImage, pngOf } from "../../workbench/test/image.ts";
import type { MeasuredPage } from "./browser.ts";
import { type Figure, measured, quantile } from "./figures.ts";
import { repeat } from "./part.ts";

const PROJECT = givenProject({ annotation_type: "semantic_segmentation", labels: ["thing", "sky"] });

/** The image of the wand and of the wire, and that of the box, with the side of the box: a megapixel. */
const LARGE = { width: 6_000, height: 4_000 };
const [SIDE, BOX] = [1_400, 1_000];

/** Moves of the mouse while the wire follows. */
const MOVES = 60;

type Point = readonly [number, number];

/** What the tools that look at pixels make a person wait for: each time in an editor that was just opened, whose worker must start. */
export async function measureAssist(bench: MeasuredPage, runs: number): Promise<Figure[]> {
  const [wand, box, wire]: [Waited[], Waited[], (readonly number[])[]] = [[], [], []];
  let workers = 0;
  await repeat(runs, async (run) => {
    const at = await open(bench, `wand_${run}`, LARGE);
    workers += bench.page.workers().length;
    wand.push(await waited(bench, "Shift+W", [at(0.5, 0.5)], "pixels found at tolerance"));
    wire.push(await follow(bench, at));
    const near = await open(bench, `box_${run}`, { width: SIDE, height: SIDE }, thing());
    const [from, to] = [(SIDE - BOX) / 2 / SIDE, (SIDE + BOX) / 2 / SIDE];
    box.push(await waited(bench, "Shift+B", [near(from, from), near(to, to)], "pixels found. Enter"));
  });
  return [
    waitFigure("magic wand in an image of 24 megapixels, first click until the region is shown", wand, 2_000),
    waitFigure("thing in a box of 1 megapixel, until it is shown", box, 1_000),
    longest("longest frame while the wand looks at 24 megapixels", wand),
    longest("longest frame while the thing in a box is looked for", box),
    {
      ...row(
        "line along edges follows the mouse",
        "ms (p95 of frames)",
        wire.map((all) => quantile(all, 0.95)),
        25,
      ),
      details: { worst_frame_ms: Math.max(...wire.flat()) },
    },
    row("workers of these tools in an editor before their first use", "workers", [workers], 0),
  ];
}

/** How long a result took, and the longest frame meanwhile, in ms. */
interface Waited {
  readonly took: number;
  readonly frame: number;
}

/** Opens an image; returns where its shares of width and height are on the page. */
async function open(
  { page, evaluate }: MeasuredPage,
  id: string,
  { width, height }: typeof LARGE,
  content_url?: string,
): Promise<(x: number, y: number) => Point> {
  const item = givenImage(width, height, { id, ...(content_url !== undefined && { content_url }) });
  await evaluate(`show(${JSON.stringify(PROJECT)},${JSON.stringify(item)},{"objects":[]})`);
  await page.waitForTimeout(1_500); // the image is decoded and drawn in the meantime
  await page.keyboard.press("1");
  const canvas = await page.locator("[data-canvas]").boundingBox();
  if (canvas === null) throw new Error("the canvas is not shown");
  const scale = Math.min((canvas.width - 32) / width, (canvas.height - 32) / height);
  const [left, top] = [canvas.width - width * scale, canvas.height - height * scale];
  return (x, y) => [canvas.x + left / 2 + x * width * scale, canvas.y + top / 2 + y * height * scale];
}

/** Takes a tool, presses and drags it along a way, and waits for what it says. */
async function waited(
  { page, evaluate, frames }: MeasuredPage,
  key: string,
  [first, ...more]: readonly Point[],
  says: string,
): Promise<Waited> {
  await page.keyboard.press(key);
  if (first === undefined) throw new TypeError("no way to drag");
  await page.mouse.move(...first);
  let took = 0;
  const all = await frames(async () => {
    await evaluate(LISTEN.replace("SAYS", JSON.stringify(says))); // before the button is pressed
    await page.mouse.down();
    for (const point of more) await page.mouse.move(...point);
    await page.mouse.up();
    took = Number(await evaluate("said"));
  });
  await page.keyboard.press("Escape");
  return { took, frame: Math.max(...all) };
}

/** Lets `said` become the milliseconds from the release of the button until the frame in which the editor says something. */
const LISTEN = `void (window.said = new Promise((done) => addEventListener("pointerup", () => {
  const began = performance.now();
  const look = () => [...document.querySelectorAll("[role=status]")].some(({ textContent }) => textContent.includes(SAYS))
    ? done(performance.now() - began) : requestAnimationFrame(look);
  look();
}, { once: true, capture: true })))`;

/** The frames while a wire that begins in the middle follows the mouse. */
async function follow({ page, frames }: MeasuredPage, at: (x: number, y: number) => Point) {
  await page.keyboard.press("Shift+C");
  await page.mouse.click(...at(0.5, 0.5));
  await page.waitForTimeout(1_000); // the ways are found
  const [x, y] = at(0.5, 0.5);
  const times = await frames(async () => {
    for (let step = 1; step <= MOVES; step += 1)
      await page.mouse.move(x + 2 * step, y + 60 * Math.sin(step / 10));
  });
  await page.keyboard.press("Escape");
  return times;
}

/** A picture of a light, uneven disc on a dark, uneven ground. */
function thing(): string {
  const level = (x: number, y: number) => {
    const isIn = Math.hypot(x - SIDE / 2, y - SIDE / 2) < 0.4 * BOX;
    const waves = 30 * Math.sin(x / 23) * Math.cos(y / 31);
    return Math.round((isIn ? 160 : 80) + waves + ((x * 7_919 + y * 104_729) % 31));
  };
  return `data:image/png;base64,${pngOf(SIDE, SIDE, level).toString("base64")}`;
}

function waitFigure(work: string, waits: readonly Waited[], atMost: number): Figure {
  return row(
    work,
    "ms",
    waits.map(({ took }) => took),
    atMost,
  );
}

function longest(work: string, waits: readonly Waited[]): Figure {
  return row(
    work,
    "ms",
    waits.map(({ frame }) => frame),
    50,
  );
}

function row(work: string, unit: string, values: readonly number[], atMost: number): Figure {
  return { work, unit, measured: measured(values), ceiling: undefined, target: { atMost } };
}
