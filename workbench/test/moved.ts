import type { Page } from "playwright-core";

/** The sum of what moved on the page without an input just before, as the browser scores it (CLS); of Chromium. */
export function moved(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((done) => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
    });
    observer.observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
  })`);
}
