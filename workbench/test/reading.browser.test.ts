import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openPage } from "./browser.ts";
import { expectAccessible, openEditor, showItem, validAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";
import { givenImage } from "./image.ts";

const project = givenProject({
  annotation_type: "ner",
  name: "Who works where",
  labels: ["person", "company", "place"],
  relations: { knows: { source: [], target: [] } },
});
const text =
  "Acme's bolts: Ada of Acme met Bo of ACME.\nAcmes and Acme Corp are others. 東京都に住んでいます 👩‍💻 Acme\nlast line: Bo";
const item = givenItem({ text });

/** The span at the nth occurrence of a part of the text, in code points. */
function span(part: string, label: string, nth = 1) {
  const before = text.split(part).slice(0, nth).join(part);
  const start = [...before].length;
  return { start, end: start + [...part].length, label };
}

/** Puts the caret at an offset of the text and selects some characters, by keys alone. */
async function selectByKeys(page: Page, moves: number, characters: number) {
  await page.getByRole("textbox", { name: "Text" }).focus();
  for (let step = 0; step < moves; step += 1) await page.keyboard.press("ArrowRight");
  for (let step = 0; step < characters; step += 1) await page.keyboard.press("Shift+ArrowRight");
}

test("selected text grows to whole words until the annotator turns that off", async () => {
  const page = await openEditor(project, item);
  await selectByKeys(page, 1, 2);
  await page.keyboard.press("2");
  expect(await validAnswer(page, project, item)).toEqual({ spans: [span("Acme", "company")] });
  await page.keyboard.press("Delete");

  await page.keyboard.press("Shift+S");
  await selectByKeys(page, 6, 2); // the caret is at the start of the last selection
  await page.keyboard.press("2");
  const { spans } = Object(await validAnswer(page, project, item));
  expect(spans).toHaveLength(1);
  expect(spans[0].end - spans[0].start).toBe(2);
  await page.getByRole("button", { name: "Snap to words" }).click();
  await showItem(page, project, item);
  await page.getByRole("button", { name: "Snap to words", pressed: true }).waitFor();
});

test("all occurrences of a span get its label in one change, and the editor says how many", async () => {
  const page = await openEditor(project, item, {
    spans: [span("Acme", "company", 2), span("Acme Corp", "company")],
  });
  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("]");
  await page.keyboard.press("Shift+O");
  await page.getByText("Labeled 2 more “Acme” as company. 2 had the label already.").waitFor();
  const given = [span("Acme", "company", 2), span("Acme Corp", "company")];
  const same = [...given, span("Acme", "company"), span("Acme", "company", 5)];
  expect(await validAnswer(page, project, item)).toEqual({ spans: same });

  await page.keyboard.press("Shift+Alt+O");
  await page.getByText("Labeled 1 more “Acme” as company. 4 had the label already.").waitFor();
  expect(await validAnswer(page, project, item)).toEqual({ spans: [...same, span("ACME", "company")] });
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  expect(await validAnswer(page, project, item)).toEqual({ spans: given });
  await expectAccessible(page);
});

test("words are found in the text, one hit and then all hits get a label, by keyboard alone", async () => {
  const page = await openEditor(project, item);
  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("acme");
  await page.getByText("1 of 6").waitFor();
  const { height = 0 } = (await page.getByRole("search").boundingBox()) ?? {};
  expect(height, "one row").toBeLessThan(50);
  await page.getByRole("button", { name: "Match case" }).click();
  await page.getByText("No hits").waitFor();
  await page.getByRole("textbox", { name: "Find" }).fill("Acme");
  await page.getByText("1 of 5").waitFor();
  await page.getByRole("button", { name: "Whole words" }).click();
  await page.getByText("1 of 4").waitFor();
  await expectAccessible(page);

  await page.getByRole("textbox", { name: "Find" }).focus();
  for (const key of ["Enter", "Enter", "Shift+Enter", "F3"]) await page.keyboard.press(key);
  await page.getByText("2 of 4").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  expect(await validAnswer(page, project, item)).toEqual({ spans: [span("Acme", "company", 2)] });

  await page.keyboard.press("Control+f");
  await page.keyboard.type("Bo");
  await page.getByText("of 2").waitFor();
  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Shift+H");
  await page.getByText("Choose the label of 2 hits.").waitFor();
  await page.keyboard.press("1");
  await page.getByText("Labeled 2 more “Bo” as person.").waitFor();
  expect(await validAnswer(page, project, item)).toEqual({
    spans: [span("Acme", "company", 2), span("Bo", "person"), span("Bo", "person", 2)],
  });
});

test("lines come close together, and stay so for the next text", async () => {
  const page = await openEditor(project, item);
  const height = () =>
    page
      .locator(".cm-line")
      .first()
      .evaluate((line) => line.getBoundingClientRect().height);
  const usual = await height();
  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Shift+D");
  await page.getByRole("button", { name: "Compact lines", pressed: true }).waitFor();
  expect(await height()).toBeLessThan(usual * 0.9);
  await showItem(page, project, item);
  await page.getByRole("button", { name: "Compact lines", pressed: true }).waitFor();
  await expectAccessible(page);
});

test("a text of 500,000 characters with 5,000 spans is searched and labeled at once", async () => {
  const words = Array.from(
    { length: 50_000 },
    (_, place) => `${String(place % 5_000).padStart(9, "word")}${place % 12 ? " " : "\n"}`,
  );
  const long = givenItem({ text: words.join("") });
  const spans = Array.from({ length: 5_000 }, (_, place) => ({
    start: place * 100,
    end: place * 100 + 9,
    label: "place",
  }));
  const page = await openEditor(project, long, { spans });
  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("word");
  await page.getByText("1 of 10,000 or more").waitFor();
  await page.getByRole("button", { name: "Label all hits" }).click();
  await page.keyboard.press("1");
  await page
    .getByText("Labeled 5,000 more “word” as person. There are more: an answer has at most 10,000 spans.")
    .waitFor();
  expect(await validAnswer(page, project, long)).toMatchObject({ spans: { length: 10_000 } });
});

test("buttons show the keys that somebody chose", async () => {
  const page = await openEditor(project, item);
  const own = { "spans.relation": ["Alt+R"], "spans.find": ["F4"], "spans.snap": [] };
  await page.evaluate((keys) => localStorage.setItem("assay-keys", JSON.stringify(keys)), own);
  await page.reload();
  await showItem(page, project, item);
  await page.getByRole("button", { name: "Relation from this span Alt R" }).waitFor();
  await page.getByRole("button", { name: "Find F4" }).waitFor();
  const withoutKey = page.getByRole("button", { name: "Snap to words" });
  expect(await withoutKey.innerText()).toBe("Snap to words");
  expect(await withoutKey.locator("kbd").isVisible()).toBe(false);
});

test("on a telephone the rows of spans and of objects are high enough for a finger", async () => {
  const page = await openPage("editor.html", {
    ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  });
  await showItem(page, project, item, { spans: [span("Ada", "person"), span("Bo", "person")] });
  await page.getByRole("button", { name: "Delete person Ada" }).tap();
  await page.getByRole("button", { name: "Delete person Ada" }).waitFor({ state: "detached" });
  for (const name of ["Bo person", "Delete person Bo"]) {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    expect(box?.height, name).toBeGreaterThanOrEqual(44);
    expect(box?.width, name).toBeGreaterThanOrEqual(44);
  }
  await page.getByText("Select a span, then choose Relation from this span.").waitFor();

  const boxes = givenProject({ annotation_type: "object_detection", labels: ["car"] });
  const bbox = { x: 10, y: 10, width: 20, height: 20 };
  const objects = [bbox, { ...bbox, x: 40 }].map((one) => ({ label: "car", bbox: one }));
  await showItem(page, boxes, givenImage(100, 80), { objects });
  const [first, second] = await Promise.all(
    [0, 1].map((nth) => page.getByRole("option").nth(nth).boundingBox()),
  );
  expect(first?.height).toBeGreaterThanOrEqual(44);
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBe(first?.height);
});
