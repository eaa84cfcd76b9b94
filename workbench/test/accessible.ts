import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Runs in the page. */
const VIOLATIONS = `(runOnly) => axe.run({ runOnly }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`;

/**
 * Fails where axe-core finds a violation of WCAG 2.2 A or AA in what the page shows, and where it is wider than a
 * telephone. In the dark only colours can differ. The page must have been opened with `bypassCSP`.
 */
export async function expectSound(page: Page, screen: string): Promise<void> {
  await page.addScriptTag({ path: AXE });
  const violations = (wish: object) => page.evaluate(`(${VIOLATIONS})(${JSON.stringify(wish)})`);
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator("html[data-theme=light]").waitFor();
  expect(await violations({ type: "tag", values: WCAG }), `${screen}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("html[data-theme=dark]").waitFor();
  expect(await violations({ type: "rule", values: ["color-contrast"] }), `${screen}, dark`).toEqual([]);
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  const beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(beyond, `${screen}, pixels beyond a telephone`).toBeLessThanOrEqual(0);
  if (before !== null) await page.setViewportSize(before);
}
