import type { Page } from "playwright-core";

/** A mouse for an image of this size that fits its canvas. */
export interface ImageMouse {
  /** Clicks a pixel of the image. */
  readonly click: (x: number, y: number) => Promise<void>;
  /** Drags from one pixel of the image to another. */
  readonly drag: (from: readonly [number, number], to: readonly [number, number]) => Promise<void>;
  readonly move: (x: number, y: number) => Promise<void>;
  /** The position of an image pixel on the page, in CSS pixels. */
  readonly place: (x: number, y: number) => Promise<[number, number]>;
}

/** Draws with a pen from one position on the page to another. */
export async function drawWithPen(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const steps = { mousePressed: from, mouseMoved: to, mouseReleased: to } as const;
  for (const type of ["mousePressed", "mouseMoved", "mouseReleased"] as const) {
    const [x, y] = steps[type];
    await devtools.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: "left",
      buttons: 1,
      pointerType: "pen",
    });
  }
  await devtools.detach();
}

/** Touches the first positions, moves all fingers at once through the others, and lifts them. */
export async function touch(
  page: Page,
  ...steps: readonly (readonly (readonly [number, number])[])[]
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    places: readonly (readonly [number, number])[],
  ) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map(([x, y], id) => ({ x, y, id })),
    });
  const [first = [], ...rest] = steps;
  await send("touchStart", first);
  for (const places of rest) await send("touchMove", places);
  await send("touchEnd", []);
  await devtools.detach();
}

/** Waits for the image's canvas; `width` and `height` are the image's. */
export async function imageMouse(page: Page, width: number, height: number): Promise<ImageMouse> {
  const canvas = page.locator("[data-canvas]");
  await canvas.locator("canvas").first().waitFor({ state: "attached" });
  const place = async (x: number, y: number): Promise<[number, number]> => {
    const box = await canvas.boundingBox();
    if (box === null) throw new Error("the canvas is not shown");
    const scale = Math.min((box.width - 32) / width, (box.height - 32) / height, 8); // the same as in `fitted`
    return [
      box.x + box.width / 2 + (x - width / 2) * scale,
      box.y + box.height / 2 + (y - height / 2) * scale,
    ];
  };
  return {
    place,
    async click(x, y) {
      await page.mouse.click(...(await place(x, y)));
    },
    async drag(from, to) {
      await page.mouse.move(...(await place(...from)));
      await page.mouse.down();
      await page.mouse.move(...(await place((from[0] + to[0]) / 2, (from[1] + to[1]) / 2)));
      await page.mouse.move(...(await place(...to)));
      await page.mouse.up();
    },
    async move(x, y) {
      await page.mouse.move(...(await place(x, y)));
    },
  };
}
