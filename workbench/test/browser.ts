import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import type { TestProject } from "vitest/node";
import { chromiumOptions } from "./chromium.ts";
import { servePages } from "./pages.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The origin of the pages of `test/pages`. */
    pagesOrigin: string;
  }
}

/** The browser of all tests of a worker: one of the whole run took every command through one more process. */
let browser: Promise<Browser> | undefined;

/**
 * Opens a page with its own empty profile, 1280 × 800, at `url`: an address, or the name of a page of `test/pages`
 * such as `shapes.html`. The page closes with the test; an uncaught error in the page fails the test.
 */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= chromiumOptions().then((options) => chromium.launch(options));
  const context = await (await browser).newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: inject("pagesOrigin"),
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(10_000);
  const thrown: string[] = [];
  context.on("weberror", (fault) => thrown.push(String(fault.error().stack)));
  onTestFinished(async () => {
    await context.close();
    expect(thrown).toEqual([]);
  });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** Vitest's global setup: one server of the built pages for the run, and Chromium unpacked before several workers start it. */
export async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "assay-pages-"));
  const [pages] = await Promise.all([servePages(folder), chromiumOptions()]);
  vitest.provide("pagesOrigin", pages.origin);
  return async () => {
    await pages.close();
    await rm(folder, { recursive: true });
  };
}
