import type { Page } from "playwright-core";
import { type Figure, measured, quantile } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { count, repeat } from "./part.ts";
import type { Service } from "./service.ts";
import { withSignedIn } from "./signed-in.ts";

/** From a click to the frame with the first row; and the times between frames. */
const SCRIPT = `
  window.frames = () => new Promise((end) => {
    const seen = [];
    const next = (now) => {
      seen.push(now);
      if (seen.length <= 120) requestAnimationFrame(next);
      else end(seen.slice(1).map((at, index) => at - seen[index]));
    };
    requestAnimationFrame(next);
  });
  window.times = [];
  let clicked;
  addEventListener("click", (event) => { clicked = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (clicked === undefined || document.querySelector('[role=row][aria-rowindex="2"]') === null) return;
    const began = clicked;
    clicked = undefined;
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - began)));
  }).observe(document, { childList: true, subtree: true });`;

/** The list of a batch's items: from the click that leads to the table to its first page, painted; and frames of the gallery. */
export async function measureItems(service: Service, items: number, runs: number): Promise<Figure[]> {
  const batch_id = await givenBatch(service, await givenProject(service), items);
  return withSignedIn(service, { role: "owner", script: SCRIPT }, async ({ page, open, times }) => {
    const took = await repeat(runs, async () => {
      await open(`/batches/${batch_id}`); // anew, so that nothing of the list is known
      await page.getByRole("link", { name: "Items", exact: true }).click();
      const [first = Number.NaN] = await times(1);
      return first;
    });
    const scrolls = await repeat(runs, async () => {
      await open(`/items?batch=${batch_id}&view=gallery`);
      return scroll(page);
    });
    return [
      {
        ...{ work: `open the table of ${count(items)} items, until its first page is painted`, unit: "ms" },
        ...{ measured: measured(took), ceiling: undefined, target: { atMost: 300 } },
      },
      {
        ...{ work: `scroll the gallery of ${count(items)} texts`, unit: "ms (p95 of frames)" },
        measured: measured(scrolls.map((frames) => quantile(frames, 0.95))),
        details: { worst_frame_ms: Math.max(...scrolls.flat()) },
        ...{ ceiling: undefined, target: { atMost: 17 } },
      },
    ];
  });
}

/** The times between 120 frames while the wheel turns; pages of items load meanwhile. */
async function scroll(page: Page): Promise<readonly number[]> {
  await page.mouse.move(640, 600);
  const frames = page.evaluate("frames()");
  for (let turn = 0; turn < TURNS; turn += 1) await page.mouse.wheel(0, 120);
  const times: unknown = await frames;
  if (!Array.isArray(times)) throw new TypeError("the page gave no times of frames");
  return times.map(Number);
}

const TURNS = 60;
