import { createRequire } from "node:module";
import { allowedLabels } from "@assay/domain/allowed-labels.ts";
import { checkFields, countObjects } from "@assay/domain/fields.ts";
import { findAnnotationType } from "@assay/domain/types/registry.ts";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { WholeAnswer } from "../src/editors/answer/answer.ts";
import type { Guidelines, Item } from "../src/editors/editor.ts";
import { rolesOf } from "../src/editors/media/conversation.ts";
import { openPage } from "./browser.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What axe-core checks in each theme; in the dark one, the rules that look at colors. */
const CHECKED = {
  light: { type: "tag", values: WCAG },
  dark: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
} as const;

/** Opens an item in the editor of its project's type. */
export async function openEditor(project: Guidelines, item: Item, result: unknown = null): Promise<Page> {
  const page = await openPage("editor.html");
  await showItem(page, project, item, result);
  return page;
}

/** Shows an item on the page `editor.html`, also right after it was opened or loaded again. */
export async function showItem(
  page: Page,
  project: Guidelines,
  item: Item,
  result: unknown = null,
): Promise<void> {
  await page.waitForFunction(() => typeof window.show === "function"); // the page's script may run after its load event
  await page.evaluate(([given, shown, answer]) => window.show(given, shown, answer), [
    project,
    item,
    result,
  ] as const);
}

/** The current result; fails unless it is complete and valid. */
export async function validAnswer(page: Page, project: Guidelines, item: Item): Promise<unknown> {
  return (await wholeAnswer(page, project, item)).result;
}

/** The current result and fields; fails unless they are complete and valid. */
export async function wholeAnswer(page: Page, project: Guidelines, item: Item): Promise<WholeAnswer> {
  const { result, fields, missing } = await page.evaluate(() => window.answer());
  expect(missing).toBeNull();
  const type = findAnnotationType(project.annotation_type)?.configured(project.type_options);
  const responses = conversationIds(item.conversation);
  const { width, height, duration } = item.file;
  const allowed = allowedLabels(project.labels);
  expect(type?.validate(result, { width, height, duration, text: item.text, responses }, allowed)).toEqual(
    [],
  );
  const asked = { objects: countObjects(result), responses: responses ?? [], messages: rolesOf(item) };
  expect(checkFields(project.fields, fields ?? {}, asked)).toEqual([]);
  return { result, fields };
}

/** Fails if axe-core finds a violation of WCAG 2.2 A or AA, in the light or the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ path: AXE });
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme=${theme}]`).waitFor();
    const found = await page.evaluate(async ({ type, values }) => {
      const { violations } = await window.axe.run({
        ...{ runOnly: { type, values: [...values] }, resultTypes: ["violations"], preload: false },
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    }, CHECKED[theme]);
    expect(found, theme).toEqual([]);
    const { SCREENSHOTS: folder } = process.env;
    if (folder) await takePictures(page, `${folder}/${expect.getState().currentTestName}-${theme}`);
  }
}

/** Screenshots at desktop and phone width, to look at; nothing compares them. */
async function takePictures(page: Page, path: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${path.replaceAll(" ", "-")}-${width}.png`, fullPage: true });
  }
  if (before !== null) await page.setViewportSize(before);
}

declare global {
  interface Window {
    axe: typeof import("axe-core");
  }
}

function conversationIds(conversation: unknown): string[] | null {
  const { responses } = Object(conversation);
  return Array.isArray(responses) ? responses.map(({ id }) => id) : null;
}
