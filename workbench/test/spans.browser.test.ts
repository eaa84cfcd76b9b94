import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible, openEditor, validAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";

const project = givenProject({
  annotation_type: "ner",
  name: "Who works where",
  labels: ["person", "company", "place"],
});
const text =
  "👩‍💻 Ada Lovelace works for Acme in Zürich.\r\nHer colleague Grace Hopper joined Acme there in 1952.\n\n" +
  "Nobody else of the e\u0301quipe is named in these lines.";
const item = givenItem({ text });

/** The span of a text in code points. */
function span(part: string, label: string) {
  const start = [...text.slice(0, text.indexOf(part))].length;
  return { start, end: start + [...part].length, label };
}

test("spans and a relation are created with the mouse alone", async () => {
  const page = await openEditor(typed, item);
  const click = (part: string, count: number) =>
    page.evaluate(
      ([sought, clicks]) => {
        const lines = [...document.querySelectorAll(".cm-line")];
        for (const line of lines) {
          const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const at = node.textContent?.indexOf(sought) ?? -1;
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + sought.length);
            const { x, y, width, height } = range.getBoundingClientRect();
            return { x: x + width / 2, y: y + height / 2, clicks };
          }
        }
        throw new Error(`${sought} is not to be seen`);
      },
      [part, count] as const,
    );
  const press = async (part: string, clickCount: number) => {
    const { x, y } = await click(part, clickCount);
    await page.mouse.click(x, y, { clickCount });
  };

  await press("Lovelace", 2);
  await page.getByRole("button", { name: "person" }).click();
  await page.getByRole("button", { name: "company" }).first().click(); // the span is selected: changes its label
  const chosen = page.locator("[data-digits] [aria-pressed=true]");
  await chosen.filter({ hasText: "company" }).waitFor(); // the bar shows the label of the selected span
  await page.getByRole("button", { name: "person" }).first().click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "company" }).first().click(); // with a chosen label, selected text becomes a span
  await press("Acme", 2);
  await press("Lovelace", 1);
  await page.getByRole("button", { name: "Relation from this span" }).click();
  await press("Acme", 1);
  await page
    .getByRole("group", { name: "Label of the relation" })
    .getByRole("button", { name: "works for" })
    .click();

  expect(await validAnswer(page, typed, item)).toEqual({
    spans: [span("Lovelace", "person"), span("Acme", "company")],
    relations: [{ from: 0, to: 1, label: "works for" }],
  });
  await expectAccessible(page);
});

test("spans and a relation are created, moved, deleted and undone with the keyboard alone", async () => {
  const page = await openEditor(project, item);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator("[role=textbox]:focus").waitFor(); // the text takes the focus when it opens
  await page.evaluate(
    () => window.document.activeElement instanceof HTMLElement && window.document.activeElement.blur(),
  );
  await press("ArrowRight"); // as after a dialog
  await page.locator("[role=textbox]:focus").waitFor();
  await press("ArrowRight", "ArrowRight", "Shift+Control+ArrowRight", "Shift+Control+ArrowRight", "1");
  expect(await validAnswer(page, project, item)).toEqual({ spans: [span("Ada Lovelace", "person")] });
  await press("Shift+Alt+ArrowLeft", "Shift+Alt+ArrowDown", "2");
  expect(await validAnswer(page, project, item)).toEqual({ spans: [span("da Lovelac", "company")] });

  await press("Escape", "ArrowDown", "Home", "Shift+End", "3", "t", "]", "1");
  const line = "Her colleague Grace Hopper joined Acme there in 1952.";
  const both = {
    spans: [span("da Lovelac", "company"), span(line, "place")],
    relations: [{ from: 1, to: 0, label: "person" }],
  };
  expect(await validAnswer(page, project, item)).toEqual(both);
  await press("[", "Delete");
  expect(await validAnswer(page, project, item)).toEqual({ spans: [span("da Lovelac", "company")] });
  await press("Control+z");
  expect(await validAnswer(page, project, item)).toEqual(both);
  await page.getByRole("button", { name: "Find" }).focus();
  await press("Escape", "Shift+Control+ArrowRight"); // the text takes what selects words, also from a button
  await page.locator("[role=textbox]:focus").waitFor();
});

const typed = givenProject({
  annotation_type: "ner",
  name: "Who works where",
  labels: ["person", "company", "place"],
  relations: {
    "works for": { source: ["person"], target: ["company"] },
    "is in": { source: ["company"], target: [] },
    knows: { source: ["person", "company"], target: ["person"] },
  },
});

/** Where the lines of the text begin and end. */
async function placesOf(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll(".cm-line")].map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const [first, ...others] = range.getClientRects();
      return [first?.top, (others.at(-1) ?? first)?.right];
    }),
  );
}

test("the text stays where it is while spans get labels and relations are made, and labels stand below their spans", async () => {
  const others = Array.from({ length: 15 }, (_, at) => `another label ${at}`);
  const given = { source: ["person"], target: ["company"] };
  const labels = ["person", "company", ...others];
  const wide = givenProject({ annotation_type: "ner", labels, relations: { "works for": given } });
  const page = await openEditor(wide, item);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.locator("[role=textbox]:focus").waitFor();
  const before = await placesOf(page);
  await press(
    "ArrowRight",
    "ArrowRight",
    "Shift+Control+ArrowRight",
    "Shift+Control+ArrowRight",
    "1",
    "Escape",
  );
  await press("ArrowDown", "Home", "Shift+Control+ArrowRight", "2");
  await page.getByText("company", { exact: true }).last().waitFor();
  expect(await placesOf(page)).toEqual(before);
  await press("[", "t");
  await page.getByText(/^Relation from .*:/).waitFor();
  expect(await placesOf(page)).toEqual(before);
  await press("]", "1");
  await page.getByText("works for", { exact: true }).first().waitFor();
  expect(await placesOf(page)).toEqual(before);
});

test("with 60 labels the text has most of the screen, and a searched label gives the keys back to the text", async () => {
  const many = givenProject({
    annotation_type: "ner",
    labels: Array.from({ length: 60 }, (_, at) => `label ${at}`),
  });
  const page = await openEditor(many, item);
  await page.locator("[role=textbox]:focus").waitFor();
  const height = async () => (await page.locator(".cm-editor").boundingBox())?.height ?? 0;
  const before = await placesOf(page);
  expect(await height()).toBeGreaterThan(350); // of 800
  for (const key of ["Control+Shift+ArrowRight", "/"]) await page.keyboard.press(key);
  await page.keyboard.type("label 42");
  await page.getByRole("button", { name: "label 41" }).waitFor({ state: "detached" });
  expect(await placesOf(page)).toEqual(before);
  await page.keyboard.press("Enter");
  for (const key of ["Escape", "ArrowDown", "Home", "Control+Shift+ArrowRight", "1"])
    await page.keyboard.press(key);
  await expect.poll(async () => Object(await validAnswer(page, many, item)).spans.length).toBe(2);
  expect(await placesOf(page)).toEqual(before);
});

test("in a text from right to left the arrows go where they point, and labels stand below the right ends of their spans", async () => {
  const hebrew = givenItem({ text: "עדה לאבלייס עובדת עבור אקמה בציריך." });
  const page = await openEditor(project, hebrew);
  await page.locator("[role=textbox]:focus").waitFor();
  for (const key of ["Control+ArrowLeft", "ArrowLeft", "Control+Shift+ArrowLeft", "1"])
    await page.keyboard.press(key);
  expect(await validAnswer(page, project, hebrew)).toEqual({
    spans: [{ start: 4, end: 11, label: "person" }],
  });
  const words = await page.locator(".cm-line").getByText("לאבלייס", { exact: true }).boundingBox();
  const tag = await page.locator(".cm-layer").getByText("person", { exact: true }).boundingBox();
  expect((tag?.x ?? 0) + (tag?.width ?? 0)).toBeCloseTo((words?.x ?? 0) + (words?.width ?? 0), 0);
  expect(tag?.y ?? 0).toBeGreaterThan((words?.y ?? 0) + 20);
});

test("a relation gets one of the project's relation types, of those that fit its spans, by keyboard alone", async () => {
  const spans = [span("Ada", "person"), span("Acme", "company"), span("Zürich", "place")];
  const page = await openEditor(typed, item, { spans });
  const types = page.getByRole("group", { name: "Label of the relation" }).getByRole("button");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole("textbox", { name: "Text" }).focus();
  await press("]", "t");
  expect(await types.allTextContents()).toEqual(["works for1", "knows3"]);
  await press("]");
  expect(await types.allTextContents()).toEqual(["works for1"]);
  await expectAccessible(page);
  await press("1");
  const relations = [{ from: 0, to: 1, label: "works for" }];
  expect(await validAnswer(page, typed, item)).toEqual({ spans, relations });

  await press("t", "]");
  expect(await types.allTextContents()).toEqual(["is in2"]);
  await press("Escape", "t"); // at a place
  await page.getByText("No relation begins at place. Choose another span.").waitFor();
  await page.getByRole("group", { name: "Label of the selected text" }).waitFor();
  await press("]", "t", "[");
  await page.getByText("No relation goes from person to company").waitFor({ state: "detached" });
  await press("Escape");

  await page.getByText("Ada > Acme").first().click();
  expect(await types.allTextContents()).toEqual(["works for1"]);
  await page.getByRole("textbox", { name: "Text" }).focus();
  await press("Escape", "]", "3"); // Ada becomes a place
  await page.getByText("The project does not allow the relation works for from place to company.").waitFor();
  await press("Control+z");
  await page.getByText("The project does not allow the relation").waitFor({ state: "detached" });
  expect(await validAnswer(page, typed, item)).toEqual({ spans, relations });
});

test("repeated clicks select overlapping spans in turn, and the list deletes them", async () => {
  const spans = [
    span("Grace Hopper", "person"),
    span("Hopper", "place"),
    span("Grace Hopper joined Acme", "company"),
  ];
  const page = await openEditor(project, item, { spans });

  await page.getByText("Hopper", { exact: true }).first().click();
  await page.keyboard.press("2");
  await page
    .getByText("Hopper", { exact: true })
    .first()
    .click({ position: { x: 3, y: 9 } });
  await page.keyboard.press("2");
  await page.getByRole("button", { name: "Delete company Grace Hopper joined Acme" }).click();

  expect(await validAnswer(page, project, item)).toEqual({
    spans: [span("Grace Hopper", "company"), span("Hopper", "company")],
  });
});

test("a text of 500,000 characters with 5,000 spans opens at once and can be edited", async () => {
  const words = Array.from(
    { length: 50_000 },
    (_, word) => `${String(word).padStart(9, "word")}${word % 12 ? " " : "\n"}`,
  );
  const long = givenItem({ text: words.join("") });
  const spans = Array.from({ length: 5_000 }, (_, place) => ({
    start: place * 100,
    end: place * 100 + 9 + (place % 3) * 10,
    label: project.labels[place % 3]?.name ?? "",
  }));
  const page = await openEditor(project, long, { spans });

  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.keyboard.press("2");

  expect(await validAnswer(page, project, long)).toMatchObject({ spans: { length: 5_001 } });
  expect(await page.locator(".cm-line").count()).toBeLessThan(200);
});
