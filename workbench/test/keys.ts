import type { Locator, Page } from "playwright-core";

const MOST_PRESSES = 80;

/**
 * Presses Tab until `wanted` has the focus. Throws if the focus is lost or invisible on the way, or if it returns to
 * the start without reaching `wanted`.
 */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor({ state: "attached" });
  const passed: string[] = [];
  for (let lost = 0; passed.length < MOST_PRESSES && lost < 3; ) {
    await page.keyboard.press("Tab");
    const focus: Focus = await page.evaluate(FOCUS);
    if (focus.fault !== null) throw new Error(`the focus is ${focus.fault}: ${focus.html}`);
    if ((await wanted.and(page.locator(":focus")).count()) > 0) return;
    if (focus.html === "") lost += 1; // after a full round
    passed.push(focus.html);
  }
  throw new Error(`Tab does not come to ${wanted}, but to\n${passed.join("\n")}`);
}

interface Focus {
  readonly html: string;
  readonly fault: string | null;
}

/** Runs in the page: describes the focused element, empty for the page itself, and why it is invisible if it is. */
const FOCUS = `(() => {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return { html: "", fault: null };
  const shown = focused.closest("label") ?? focused; // the input of a checkbox is hidden in its label
  const { left, top, right, bottom, width, height } = shown.getBoundingClientRect();
  const html = focused.outerHTML.slice(0, 120);
  if (width < 2 || height < 2) return { html, fault: "on what nobody sees" };
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return { html, fault: "outside the window" };
  const hit = document.elementFromPoint(x, y);
  const isCovered = hit !== null && !shown.contains(hit) && !hit.contains(shown);
  return { html, fault: isCovered ? "covered by " + hit.outerHTML.slice(0, 80) : null };
})()`;

/** Moves to `wanted` by Tab and presses Enter. */
export async function enter(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press("Enter");
}

/** Moves to a field by Tab, clears it and types. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}
