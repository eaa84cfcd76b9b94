import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { chromiumOptions } from "../../workbench/test/chromium.ts";
import { servePages } from "../../workbench/test/pages.ts";

/** A page of `workbench/test/pages`, measured from outside. */
export interface MeasuredPage {
  readonly page: Page;
  /** The value of an expression in the page; awaits its promise. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Milliseconds between the frames that the page showed during `work`. */
  readonly frames: (work: () => Promise<void>) => Promise<readonly number[]>;
  /** Bytes of the page's heap after a garbage collection. */
  readonly heap: () => Promise<number>;
}

/** Runs `work` with the page in a separate Chromium, 1280 × 800, without a GPU. */
export async function withPage<T>(name: string, work: (page: MeasuredPage) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-pages-"));
  const pages = await servePages(folder);
  const browser = await chromium.launch(await chromiumOptions());
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(new URL(name, pages.origin).href);
    return await work(measuredPage(page));
  } finally {
    await browser.close();
    await pages.close();
    await rm(folder, { recursive: true });
  }
}

function measuredPage(page: Page): MeasuredPage {
  const evaluate = (expression: string): Promise<unknown> => page.evaluate(expression);
  return {
    page,
    evaluate,
    async frames(work) {
      await evaluate("startFrames()");
      await work();
      return numbers(await evaluate("stopFrames()"));
    },
    async heap() {
      const session = await page.context().newCDPSession(page);
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      await session.detach();
      return usedSize;
    },
  };
}

function numbers(value: unknown): readonly number[] {
  if (!Array.isArray(value)) throw new TypeError("the page gave no list of numbers");
  return value.map(Number);
}
