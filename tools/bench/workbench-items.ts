import { type Figure, measured } from "./figures.ts";
import { givenBatch, givenProject } from "./given.ts";
import { count, repeat } from "./part.ts";
import type { Service } from "./service.ts";
import { withSignedIn } from "./signed-in.ts";

/** From a click to the frame with the first row. */
const SCRIPT = `
  window.times = [];
  let clicked;
  addEventListener("click", (event) => { clicked = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (clicked === undefined || document.querySelector('[role=row][aria-rowindex="2"]') === null) return;
    const began = clicked;
    clicked = undefined;
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - began)));
  }).observe(document, { childList: true, subtree: true });`;

/** The table of a batch's items: from the click that leads to it to its first page, painted. */
export async function measureItems(service: Service, items: number, runs: number): Promise<Figure> {
  const batch_id = await givenBatch(service, await givenProject(service), items);
  const took = await withSignedIn(service, { role: "owner", script: SCRIPT }, ({ page, open, times }) =>
    repeat(runs, async () => {
      await open(`/batches/${batch_id}`); // anew, so that nothing of the list is known
      await page.getByRole("link", { name: "Items", exact: true }).click();
      const [first = Number.NaN] = await times(1);
      return first;
    }),
  );
  return {
    ...{ work: `open the table of ${count(items)} items, until its first page is painted`, unit: "ms" },
    ...{ measured: measured(took), ceiling: undefined, target: { atMost: 300 } },
  };
}
