import { createRequire } from "node:module";
import { untilHolds } from "@assay/server/test/until.ts";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules that can fail in the dark theme or in compact rows only. */
const OTHERWISE = ["color-contrast", "target-size"];
const APPEARANCE = "assay-appearance";

/** Runs in the page. */
const VIOLATIONS = `(runOnly) => axe.run({ runOnly, resultTypes: ["violations"], preload: false }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`;

/**
 * Fails if axe-core finds a violation of WCAG 2.2 A or AA, or if the page is wider than a phone: in the light theme
 * with comfortable rows, then in the dark one with compact rows. Open the page with `bypassCSP`.
 */
export async function expectSound(page: Page, screen: string): Promise<void> {
  if (!(await page.evaluate("'axe' in window"))) await page.addScriptTag({ path: AXE });
  const violations = (wish: object) => page.evaluate(`(${VIOLATIONS})(${JSON.stringify(wish)})`);
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator("html[data-theme=light][data-density=comfortable]").waitFor();
  expect(await violations({ type: "tag", values: WCAG }), `${screen}, light`).toEqual([]);
  await expectNarrow(page, `${screen}, comfortable`);
  await page.evaluate(`localStorage.setItem("${APPEARANCE}", '{"density":"compact"}')`);
  await page.emulateMedia({ colorScheme: "dark" }); // makes the page read the choice again
  await page.locator("html[data-theme=dark][data-density=compact]").waitFor();
  expect(await violations({ type: "rule", values: OTHERWISE }), `${screen}, dark, compact`).toEqual([]);
  await expectNarrow(page, `${screen}, compact`);
  await page.evaluate(`localStorage.removeItem("${APPEARANCE}")`);
}

async function expectNarrow(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  // An open list takes its new place after the page has taken its new width.
  await untilHolds(async () => {
    const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(beyond, `${screen}, pixels beyond a telephone`).toBeLessThanOrEqual(0);
  });
  if (before !== null) await page.setViewportSize(before);
}
