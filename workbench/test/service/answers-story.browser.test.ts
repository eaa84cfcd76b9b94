import { expect, test } from "vitest";
import { expectSound } from "../accessible.ts";
import { moved } from "../moved.ts";
import { startStories } from "./story.ts";

const { openItem, openText, untilStored } = await startStories();

const messages = [{ role: "user", content: "How do I boil an egg so that the yolk stays soft?" }];
const responses = [
  { id: "good", text: "Boil it for six minutes, then cool it.", model: "one" },
  { id: "bad", text: "Boil it for sixty minutes, then cool it.", model: "two" },
];

test("two responses are compared word by word and ranked, and the service stores the order of their ids", async () => {
  const fields = [{ name: "correct", type: "rating", per: "response", required: true }];
  const { page, batch_id } = await openText({ messages, responses }, { annotation_type: "ranking", fields });
  const card = (text: string) => page.getByRole("region", { name: /^Response/ }).filter({ hasText: text });
  await card("six minutes").waitFor();
  await page.keyboard.press("d");
  const comparison = page.getByRole("region", { name: "Comparison" });
  await comparison.getByText("six", { exact: true }).waitFor();
  expect((await comparison.locator("del, ins").allInnerTexts()).sort()).toEqual(["six", "sixty"]);
  await expectSound(page, "comparison of responses");
  await page.keyboard.press("Escape");
  await comparison.waitFor({ state: "detached" });
  await page.keyboard.press("d");
  await comparison.waitFor();
  await page.keyboard.press("d");
  await comparison.waitFor({ state: "detached" });
  await card("six minutes")
    .getByRole("button", { name: /^Response/ })
    .click();
  await card("six minutes").getByRole("radiogroup").getByText("5", { exact: true }).click();
  await card("sixty minutes").getByRole("radiogroup").getByText("1", { exact: true }).click();
  await page.keyboard.press("Control+Enter");

  const result = { ranking: ["good", "bad"] };
  await untilStored(batch_id, { result, fields: { correct: { good: 5, bad: 1 } } });
});

test("passages of a response are marked by keys, and the service stores their code points", async () => {
  const fields = [
    { name: "passages", type: "highlight", per: "response", options: ["hallucination", "good reasoning"] },
  ];
  const only = [{ id: "good", text: "🥚 Boil it for six minutes, then cool it." }];
  const { page, batch_id } = await openText(
    { messages, responses: only },
    { annotation_type: "ranking", fields },
  );
  const text = page.getByRole("group", { name: /text of the response/ });
  await text.waitFor();
  await page.keyboard.press("1"); // ranks
  await text.focus();
  for (const key of ["End", "Home", "ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  await page.getByText("Selected: “six”").waitFor();
  await page.keyboard.press("Shift+ArrowRight");
  await page.getByText("Selected: “six minutes”").waitFor();
  await page.keyboard.press("2");
  const list = page.getByRole("list", { name: /highlights/ });
  await list.getByText("six minutes", { exact: true }).waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("1");
  await list.getByText("Boil", { exact: true }).waitFor();
  await page.keyboard.press("Delete");
  await list.getByText("Boil", { exact: true }).waitFor({ state: "detached" });
  await expectSound(page, "highlights");
  await page.keyboard.press("Control+Enter");

  const marked = { start: 14, end: 25, label: "good reasoning" };
  await untilStored(batch_id, { result: { ranking: ["good"] }, fields: { passages: { good: [marked] } } });
  const reader = await openItem(batch_id);
  await reader.locator("mark").getByText("six minutes", { exact: true }).first().waitFor();
  await expectSound(reader, "highlights on the page of an item");
});

test("scales are rated with digits, and the service stores a value for each", async () => {
  const scales = [
    { name: "helpful", min: 1, max: 7 },
    { name: "kind", min: 1, max: 5 },
  ];
  const { page, batch_id } = await openText(
    { messages, responses },
    { annotation_type: "rating", type_options: { scales } },
  );
  await page.getByRole("radiogroup", { name: "helpful" }).waitFor();
  for (const key of ["6", "2", "Control+Enter"]) await page.keyboard.press(key);

  await untilStored(batch_id, { result: { ratings: { helpful: 6, kind: 2 } } });
});

test("a span is found and labeled, and the service stores its code points", async () => {
  const text = "👩‍💻 Ada works for Acme in Zürich.";
  const labels = [{ name: "person" }, { name: "company" }];
  const { page, batch_id } = await openText({ text }, { annotation_type: "ner", labels });
  await page.getByRole("textbox", { name: "Text" }).focus();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("Acme");
  await page.getByRole("search").getByText("1 of 1").waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");

  const start = [...text.slice(0, text.indexOf("Acme"))].length;
  await untilStored(batch_id, { result: { spans: [{ start, end: start + 4, label: "company" }] } });
});

test("passages are marked on a telephone, and the marks stay when one lifts the finger", async () => {
  const fields = [{ name: "passages", type: "highlight", per: "response", options: ["wrong", "good"] }];
  const only = [{ id: "good", text: "Boil it for six minutes." }];
  const { page, batch_id } = await openText(
    { messages, responses: only },
    { annotation_type: "ranking", fields },
    { hasTouch: true, viewport: { width: 390, height: 844 } },
  );
  const text = page.getByRole("group", { name: /text of the response/ });
  await text.waitFor();
  expect(await moved(page)).toBe(0); // the bar does not push down what one reads
  await page.evaluate(`{
    const shown = document.querySelector("[role=group][aria-label*='text of the response']");
    const words = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT).nextNode();
    getSelection().setBaseAndExtent(words, 12, words, 15); // as a long press does
  }`);
  await page.getByText("Selected: “six”").waitFor();
  await page.getByRole("button", { name: "good", exact: true }).tap();
  await page
    .getByRole("list", { name: /highlights/ })
    .getByText("six", { exact: true })
    .waitFor();
  await page.getByRole("button", { name: "Response A" }).tap();
  await page.getByRole("button", { name: "Submit", exact: true }).tap();

  const marked = { start: 12, end: 15, label: "good" };
  await untilStored(batch_id, { result: { ranking: ["good"] }, fields: { passages: { good: [marked] } } });
});

test("in a text Ctrl with an arrow moves the caret by a word, and does not set the item aside", async () => {
  const { page, batch_id } = await openText(
    { text: "Ada met Bo" },
    { annotation_type: "ner", labels: [{ name: "person" }] },
  );
  await page.locator("[role=textbox]:focus").waitFor();
  for (const key of [
    "Control+ArrowRight",
    "Control+ArrowRight",
    "ArrowRight",
    "Control+Shift+ArrowRight",
    "1",
  ])
    await page.keyboard.press(key);
  await page.keyboard.press("Control+Enter");

  await untilStored(batch_id, { result: { spans: [{ start: 8, end: 10, label: "person" }] } });
});
