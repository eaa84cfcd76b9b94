import type { FieldDefinition } from "@assay/domain/field-definition.ts";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { responsesOf } from "../src/editors/media/conversation.ts";
import { expectAccessible, openEditor, showItem, validAnswer, wholeAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";

const messages = [{ role: "user", content: "How do I boil an egg so that the **yolk** stays soft?" }];
const texts = {
  short: "Six minutes in boiling water, then cold water.",
  long: "1. Bring water to the boil.\n2. Put the egg in for *six* minutes.\n3. Cool it at once.\n\n```\nt = 6 min\n```",
  wrong: "Boil it for an hour. See [this](https://example.com) ![eye](https://example.com/eye.png)",
};
const responses = Object.entries(texts).map(([id, text]) => ({ id, text, model: `model-of-${id}` }));
const item = givenItem({ conversation: { messages, responses } });
const pair = givenItem({ id: "item_2", conversation: { messages, responses: responses.slice(0, 2) } });
const project = givenProject({ annotation_type: "ranking", name: "Which answer is better" });
const letters = new Map(responsesOf(item).map(({ id, letter }) => [letter, id]));
const [a, b, c] = ["A", "B", "C"].map((letter) => letters.get(letter));

test("responses are ranked with the mouse alone, and their authors are not shown", async () => {
  const page = await openEditor(project, item);
  expect(await page.content()).not.toContain("model-of");
  expect(await page.locator("img").count()).toBe(0);

  await page.getByRole("button", { name: "Response B" }).click();
  await page.getByRole("button", { name: "Response C" }).click();
  expect(await validAnswer(page, project, item)).toEqual({ ranking: [b, c, a] });
  await page.getByRole("button", { name: "Move response A up" }).click();
  await page.getByRole("button", { name: "Tie response B" }).click();

  expect(await validAnswer(page, project, item)).toEqual({ ranking: [b, a, c], ties: [[b, a]] });
  await expectAccessible(page);
});

test("responses are ranked with the keyboard alone", async () => {
  const page = await openEditor(project, item);
  expect((await page.evaluate(() => window.answer())).missing).toBe("3 responses have no place yet");
  for (const key of ["3", "1", "Alt+ArrowUp", "="]) await page.keyboard.press(key);

  expect(await validAnswer(page, project, item)).toEqual({ ranking: [a, c, b], ties: [[a, c]] });
  await page.keyboard.press("Control+z");
  expect(await validAnswer(page, project, item)).toEqual({ ranking: [a, c, b] });
});

test("responses are ranked by dragging cards, and places in the list", async () => {
  const page = await openEditor(project, item);
  const card = (letter: string) => page.getByRole("region", { name: `Response ${letter}` });
  const row = (letter: string) =>
    page.getByRole("region", { name: "Places" }).getByText(`Response ${letter}`).locator("..");
  await drag(page, card("C").locator("header"), card("A"), [0.1, 0.5]);
  expect((await page.evaluate(() => window.answer())).result).toEqual({ ranking: [c, a] });
  await drag(page, card("B").locator("header"), card("C"), [0.9, 0.5]);
  expect(await validAnswer(page, project, item)).toEqual({ ranking: [c, b, a] });
  await drag(page, row("A"), row("C"), [0.02, 0.5]);
  expect(await validAnswer(page, project, item)).toEqual({ ranking: [a, c, b] });
  await drag(page, row("B"), row("A"), [0.5, 0.5]);

  expect(await validAnswer(page, project, item)).toEqual({ ranking: [a, b, c], ties: [[a, b]] });
  await page.keyboard.press("Control+z");
  expect(await validAnswer(page, project, item)).toEqual({ ranking: [a, c, b] });
});

test("the places stay in sight while one reads long responses, on a telephone too", async () => {
  const long = responses.map((response) => ({ ...response, text: "Bring water to the boil. ".repeat(150) }));
  const page = await openEditor(project, givenItem({ conversation: { messages, responses: long } }));
  await page.getByRole("button", { name: "Response B" }).click();
  await page.getByRole("button", { name: "Response C" }).click();
  const places = page.getByRole("region", { name: "Places" }).getByRole("listitem").first();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole("region", { name: "Response C" }).evaluate((card) => card.scrollIntoView(false));
    const box = await places.boundingBox();
    expect(box?.y, `${width}`).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 800) + (box?.height ?? 0), `${width}`).toBeLessThan(200);
  }
});

test("responses begin on the first screen, however long the conversation is", async () => {
  const asked = [{ role: "user", content: "How do I boil an egg? ".repeat(600) }];
  const page = await openEditor(project, givenItem({ conversation: { messages: asked, responses } }));
  const card = page.getByRole("region", { name: "Response A" });
  expect((await card.boundingBox())?.y ?? 800).toBeLessThan(500);
  await expectAccessible(page);
  const compare = page.getByRole("button", { name: "Compare two responses" });
  const place = await compare.boundingBox();
  await page.keyboard.press("d");
  await page.getByRole("region", { name: "Comparison" }).waitFor();
  expect(await compare.boundingBox(), "the button stays where it is").toEqual(place);
  const comparison = await page.getByRole("region", { name: "Comparison" }).boundingBox();
  expect(comparison?.y ?? 800).toBeLessThan(600);
  await compare.and(page.locator("[aria-pressed=true]")).waitFor();
  await card.evaluate((shown) => shown.scrollIntoView(true));
  const head = card.getByRole("button", { name: "Response A" });
  await head.click({ trial: true, timeout: 3_000 }); // the comparison covers nothing
});

test("the questions about a response are on its card, and the ends of their scales have names", async () => {
  const ends = { min_label: "wrong", max_label: "exact" };
  const fields: FieldDefinition[] = [
    { name: "correct", type: "rating", per: "response", required: true, ...ends },
  ];
  const asking = { ...project, fields };
  const page = await openEditor(asking, pair);
  expect(await page.getByRole("region", { name: "Questions" }).count()).toBe(0);
  for (const [letter, value] of [
    ["A", "5"],
    ["B", "2"],
  ] as const) {
    const question = page.getByRole("region", { name: `Response ${letter}` }).getByRole("radiogroup");
    expect(await question.textContent()).toMatch(/1 = wrong.*5 = exact/);
    await question.getByText(value, { exact: true }).click();
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Response A" }).click();
  await expectAccessible(page);

  const [first, second] = responsesOf(pair).map(({ id }) => id);
  expect(await wholeAnswer(page, asking, pair)).toEqual({
    result: { ranking: [first, second] },
    fields: { correct: { [first ?? ""]: 5, [second ?? ""]: 2 } },
  });
});

const MARKS: FieldDefinition = {
  ...{ name: "passages", type: "highlight", per: "response" },
  options: ["hallucination", "good reasoning"],
};

test("passages of a response are marked with the mouse, get a note, and are removed", async () => {
  const emoji = givenItem({
    conversation: { messages, responses: [{ id: "one", text: "🥚 Boil it for an hour, **then** cool it." }] },
  });
  const asking = { ...project, fields: [MARKS] };
  const page = await openEditor(asking, emoji);
  const card = page.getByRole("region", { name: "Response A" });
  const text = card.getByRole("group", { name: /text of the response/ });
  await page.getByText("Select text, then choose a label.").filter({ visible: true }).waitFor();
  const label = card.getByRole("button", { name: "good reasoning", exact: false });
  const digits = async () => [
    await card.getByRole("button", { name: "Response A" }).locator("kbd").isVisible(),
    await label.locator("kbd").isVisible(),
  ];
  await text.getByText("an hour").waitFor();
  expect(await label.count(), "labels take no room without a selection").toBe(0);
  const height = async () => (await card.boundingBox())?.height;
  const idle = await height();
  expect(await digits()).toEqual([true, false]);
  await text.getByText("an hour").dblclick({ position: await positionOf(text, "hour") });
  await card.getByText("Selected: “hour”").waitFor();
  expect(await digits(), "they label what is selected").toEqual([false, true]);
  expect(await height(), "the labels move nothing").toBe(idle);
  await card.getByRole("button", { name: "hallucination", exact: false }).click();
  await card.getByRole("listitem").waitFor();
  await card.getByRole("textbox", { name: /^Note on hallucination/ }).fill("Six minutes.");
  await page.getByRole("button", { name: "Response A" }).click();

  const hour = { start: 17, end: 21, label: "hallucination", note: "Six minutes." };
  expect(await wholeAnswer(page, asking, emoji)).toEqual({
    result: { ranking: ["one"] },
    fields: { passages: { one: [hour] } },
  });
  await expectAccessible(page);
  await card.getByRole("button", { name: "Remove hallucination: hour" }).click();
  expect(await wholeAnswer(page, asking, emoji)).toEqual({ result: { ranking: ["one"] }, fields: {} });
  await page.keyboard.press("Control+z");
  expect(await wholeAnswer(page, asking, emoji)).toMatchObject({ fields: { passages: { one: [hour] } } });

  await page.getByRole("button", { name: "Show formatted" }).click();
  await card.locator("strong").getByText("then").waitFor();
  expect(await text.count()).toBe(0);
  await page.getByText("To mark passages, choose “Show as written”.").waitFor();
  await page.getByRole("button", { name: "Show as written" }).waitFor();
  await card.getByRole("listitem").waitFor();
  await expectAccessible(page);
  await page.reload();
  await showItem(page, asking, emoji);
  await card.locator("strong").getByText("then").waitFor();
});

/** Where a word of an element's text is, from the corner of the element. */
async function positionOf(element: Locator, word: string): Promise<{ x: number; y: number }> {
  return element.evaluate((shown, sought) => {
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(sought) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + sought.length);
      const [own, whole] = [
        range.getBoundingClientRect(),
        (node.parentElement ?? shown).getBoundingClientRect(),
      ];
      return { x: own.x + own.width / 2 - whole.x, y: own.y + own.height / 2 - whole.y };
    }
    throw new Error(`no ${sought}`);
  }, word);
}

test("one digit ranks two responses, and = ties them", async () => {
  const [first, second] = responsesOf(pair).map(({ id }) => id);
  const page = await openEditor(project, pair);

  await page.keyboard.press("2");
  expect(await validAnswer(page, project, pair)).toEqual({ ranking: [second, first] });
  await page.keyboard.press("1");
  expect(await validAnswer(page, project, pair)).toEqual({ ranking: [first, second] });
  await page.keyboard.press("=");
  expect(await validAnswer(page, project, pair)).toMatchObject({ ties: [{ length: 2 }] });
});

test("preference, criteria and rationale are on one screen and answered with the keyboard", async () => {
  const fields: FieldDefinition[] = [
    { name: "correct", type: "rating", per: "response", required: true, min: 1, max: 3 },
    { name: "why", type: "text" },
    { name: "harm", type: "choice", options: ["none", "some"], required: true },
    { name: "what_harm", type: "text", when: { field: "harm", equals: "some" }, required: true },
    { name: "faults", type: "multi_choice", options: ["too long", "too short"] },
    { name: "seconds", type: "number", min: 0 },
  ];
  const asking = { ...project, fields };
  const page = await openEditor(asking, pair);
  const [first, second] = responsesOf(pair).map(({ id }) => id);
  await page.keyboard.press("1");
  expect((await page.evaluate(() => window.answer())).missing).toMatch(/^Answer “correct” for Response/);
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  const card = page.getByRole("region", { name: "Response A" });
  expect(await top(page.getByLabel("why")), "below the responses").toBeGreaterThan(await top(card));

  await page.keyboard.press("Shift+Q"); // to the questions about responses, then about the whole
  await page.keyboard.press("1"); // answers the question, and ranks no response
  await page.getByRole("group", { name: "Response B" }).locator("input:focus").waitFor();
  await page.keyboard.press("2");
  await page.getByLabel("why").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("A is true.");
  await page.getByRole("radio", { name: "none" }).focus();
  await page.keyboard.press("2"); // goes on below, not up to the other text
  await page.locator("textarea:focus").waitFor();
  await page.keyboard.type("It burns the fingers.");
  await page.getByLabel("seconds").focus();
  await page.keyboard.type("4.5");
  await page.getByRole("checkbox", { name: "too short" }).focus();
  await page.keyboard.press("Space");
  await expectAccessible(page);

  expect(await wholeAnswer(page, asking, pair)).toEqual({
    result: { ranking: [first, second] },
    fields: {
      correct: { [first ?? ""]: 1, [second ?? ""]: 2 },
      why: "A is true.",
      harm: "some",
      what_harm: "It burns the fingers.",
      faults: ["too short"],
      seconds: 4.5,
    },
  });
});

const rated = givenProject({
  annotation_type: "rating",
  name: "How good is the answer",
  type_options: {
    scales: [
      { name: "helpful", min: 1, max: 7, min_label: "useless", max_label: "a great help" },
      { name: "true", min: 0, max: 1, step: 0.5 },
      { name: "words", min: 0, max: 500 },
    ],
  },
});

test("scales are rated with the mouse and by typing", async () => {
  const page = await openEditor(rated, pair);

  await page.getByText("7 = a great help").waitFor();
  const keys = (scale: string) =>
    page.getByRole("radiogroup", { name: scale }).locator("label").allTextContents();
  expect(await keys("helpful")).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
  expect(await keys("true"), "with the digits that are not the number").toEqual(["01", "0.52", "13"]);
  const half = page.getByRole("radiogroup", { name: "true" }).getByText("2", { exact: true });
  expect(await half.isVisible(), "digits rate the first scale").toBe(false);
  await page.getByRole("radiogroup", { name: "helpful" }).getByText("5").click();
  await page.getByRole("radiogroup", { name: "true" }).getByText("0.5").click();
  await half.filter({ visible: true }).waitFor();
  await page.getByLabel("words").fill("120");
  await page.keyboard.press("Tab");

  expect(await validAnswer(page, rated, pair)).toEqual({ ratings: { helpful: 5, true: 0.5, words: 120 } });
  await expectAccessible(page);
});

test("scales are rated with digits alone, one after the other", async () => {
  const scales = [
    { name: "helpful", min: 1, max: 7 },
    { name: "kind", min: 1, max: 5 },
  ];
  const project = { ...rated, type_options: { scales } };
  const page = await openEditor(project, pair);

  await page.keyboard.press("6");
  await page.keyboard.press("9");
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("7");

  expect(await validAnswer(page, project, pair)).toEqual({ ratings: { helpful: 7, kind: 2 } });
});

const summary = givenProject({ annotation_type: "text_generation", name: "Write a better answer" });

test("a text is typed beside the conversation, and undo removes word by word", async () => {
  const page = await openEditor(summary, pair);
  expect((await page.evaluate(() => window.answer())).missing).toBe("Enter the text.");

  await page.getByLabel("Your text").focus();
  await page.keyboard.type("Six minutes, no more");
  await page.keyboard.press("Control+z");
  expect(await validAnswer(page, summary, pair)).toEqual({ text: "Six minutes, no " });
  await page.getByText("3 words, 16 characters").waitFor();
  await page.keyboard.type("less");
  await page.keyboard.press("Alt+d"); // compares without leaving the text
  await page.getByRole("region", { name: "Comparison" }).waitFor();
  await page.getByLabel("Your text").blur();

  expect(await validAnswer(page, summary, pair)).toEqual({ text: "Six minutes, no less" });
  await expectAccessible(page);
});

/** Drags with the mouse to a part of the target, as shares of its width and height. */
async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  [x, y]: readonly [number, number],
): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (start === null || end === null) throw new Error("not shown");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
  await page.mouse.move(end.x + end.width * x, end.y + end.height * y);
  await page.mouse.up();
}
