import { givenProject } from "../../workbench/test/given.ts";
import { givenImage } from "../../workbench/test/image.ts";
import type { MeasuredPage } from "./browser.ts";
import { type Figure, measured, quantile } from "./figures.ts";
import { repeat } from "./part.ts";

const PROJECT = givenProject({ annotation_type: "semantic_segmentation", labels: ["road", "sky"] });
const [WIDTH, HEIGHT] = [6_000, 4_000];

/** Moves of the mouse in one stroke. */
const MOVES = 90;

/** The frames while a brush paints across an image of 24 megapixels. */
export async function measureBrush({ page, evaluate, frames }: MeasuredPage, runs: number): Promise<Figure> {
  const strokes = await repeat(runs, async (run) => {
    const item = givenImage(WIDTH, HEIGHT, { id: `item_mask_${run}` });
    await evaluate(
      `show(${[PROJECT, item, { regions: [] }].map((value) => JSON.stringify(value)).join(",")})`,
    );
    await page.waitForTimeout(1_500); // the image is decoded and drawn in the meantime
    await page.keyboard.press("m");
    await page.keyboard.press("1");
    const box = await page.locator("[data-canvas]").boundingBox();
    if (box === null) throw new Error("the canvas is not shown");
    const at = (share: number) =>
      [box.x + box.width * share, box.y + box.height * (0.4 + 0.2 * share)] as const;
    await page.mouse.move(...at(0.1));
    return frames(async () => {
      await page.mouse.down();
      for (let step = 1; step <= MOVES; step += 1) await page.mouse.move(...at(0.1 + (0.8 * step) / MOVES));
      await page.mouse.up();
    });
  });
  return {
    work: "paint a mask of 6,000 × 4,000 pixels with the brush",
    unit: "ms (p95 of frames)",
    measured: measured(strokes.map((times) => quantile(times, 0.95))),
    details: { worst_frame_ms: Math.max(...strokes.flat()) },
    ceiling: undefined,
    target: { atMost: 17 },
  };
}
