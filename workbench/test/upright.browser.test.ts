import { givenOriented, nameOf, UPRIGHT, uprightSides } from "@assay/server/test/oriented.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { imageMouse } from "./canvas.ts";
import { openEditor } from "./editor.ts";
import { givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const project = givenProject({ annotation_type: "bbox", name: "Signs", labels: ["red"] });

test.each(UPRIGHT)(
  "a photo of EXIF orientation %i is shown upright on the canvas",
  async (orientation, corners) => {
    const { width, height } = uprightSides(orientation);
    const photo = (await givenOriented("jpeg", orientation)).toString("base64");
    const item = givenImage(width, height, { content_url: `data:image/jpeg;base64,${photo}` });

    const page = await openEditor(project, item);

    await expect.poll(() => cornersOf(page, width, height)).toBe(corners);
  },
);

/** The colors that the canvas shows at the corners of an upright image of this size. */
async function cornersOf(page: Page, width: number, height: number): Promise<string> {
  const { place } = await imageMouse(page, width, height);
  const [right, bottom] = [width - 4, height - 4];
  const places = await Promise.all([place(3, 3), place(right, 3), place(3, bottom), place(right, bottom)]);
  const pixels = await page.evaluate(
    (shown) =>
      shown.map(([x, y]) => {
        const canvas = document.querySelector<HTMLCanvasElement>("[data-canvas] canvas");
        const { left, top, width: shownWidth } = canvas?.getBoundingClientRect() ?? new DOMRect();
        const density = (canvas?.width ?? 0) / shownWidth;
        const context = canvas?.getContext("2d");
        return [...(context?.getImageData((x - left) * density, (y - top) * density, 1, 1).data ?? [])];
      }),
    places,
  );
  return pixels.map(nameOf).join(" ");
}
