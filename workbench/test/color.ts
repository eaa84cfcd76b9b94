import type { Page } from "playwright-core";

/** The color of a place on one of the stacked canvases (0 image, 1 objects, 2 the active layer), as red, green, blue, alpha. */
export async function colorAt(page: Page, layer: number, [x, y]: readonly [number, number]) {
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
