import { expect, test } from "vitest";
import { expectAccessible, openEditor, wholeAnswer } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const call = { id: "1", type: "function", function: { name: "search", arguments: '{"q":"<b>sky</b>"}' } };
const LONG_ROWS = Array.from({ length: 1_000 }, () => "row ".repeat(250)); // a megabyte
const messages = [
  { role: "system", content: "You are an agent." },
  {
    role: "user",
    name: "ann",
    content: [
      { type: "text", text: "Which color has the sky <img src=x onerror=alert(1)>?" },
      { type: "image_url", image_url: { url: PIXEL } },
      { type: "image_url", image_url: { url: "https://example.com/sky.png" } },
    ],
  },
  {
    role: "assistant",
    content: [{ type: "thinking", thinking: "I search." }],
    tool_calls: [call],
  },
  { role: "tool", tool_call_id: "1", content: `["<i>blue</i>"${" ".repeat(500)}]` },
  { role: "assistant", content: "It is **blue**.", took_ms: 7 },
  { role: "assistant", content: [{ type: "video", url: "v" }] },
];
const project = givenProject({ annotation_type: "rating", type_options: { scales: [{ name: "help" }] } });

test("tool calls, results, reasoning, images and unknown fields are shown, as text and never as HTML", async () => {
  const page = await openEditor(project, givenItem({ conversation: { messages } }));
  const steps = page.getByRole("listitem");
  expect(await steps.count()).toBe(6);

  expect(await steps.nth(1).innerText()).toContain("user (ann)");
  expect(await page.locator("img").count()).toBe(1);
  expect(await steps.nth(1).getByRole("link").getAttribute("href")).toBe("https://example.com/sky.png");
  expect(await steps.nth(2).locator("pre").innerText()).toBe('{\n  "q": "<b>sky</b>"\n}');
  const result = steps.nth(3);
  expect(await result.locator("pre").count()).toBe(0); // folded: it is long
  await result.getByText("Result of search").click();
  expect(await result.locator("pre").innerText()).toContain("<i>blue</i>");
  await steps.nth(4).getByText("Other fields").click();
  expect(await steps.nth(4).locator("pre").innerText()).toContain('"took_ms": 7');
  await steps.nth(5).getByText("video").click();
  expect(await steps.nth(5).locator("pre").innerText()).toContain('"url": "v"');
  await expectAccessible(page);
});

test("of 10,000 steps the page holds those near the view", async () => {
  const long = Array.from({ length: 10_000 }, (_, step) => ({
    role: step % 2 === 0 ? "user" : "assistant",
    content: `Step ${step} ${"word ".repeat(90)}`,
  }));
  const page = await openEditor(project, givenItem({ conversation: { messages: long } }));
  const list = page.getByRole("list", { name: "Conversation" });
  await page.getByText("Step 0 word").waitFor();
  expect(await page.getByRole("listitem").count()).toBeLessThan(200);

  await list.evaluate((element) => element.lastElementChild?.scrollIntoView({ block: "end" }));
  await page.getByText("Step 9999 word").waitFor();
  expect(await page.getByRole("listitem").count()).toBeLessThan(200);
});

test("a table in a text is a table, which scrolls sideways by itself on a telephone", async () => {
  const columns = ["City", "Population", "Elevation", "Founded", "Sister city"];
  const cells = ["**Lima** <b>x</b>", "10,092,000", "161 m", "1535", "Bordeaux"];
  const table = [columns, columns.map((_, place) => (place === 1 ? "--:" : "---")), cells]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
  const page = await openEditor(
    project,
    givenItem({ conversation: { messages: [{ role: "user", content: table }] } }),
  );
  await page.setViewportSize({ width: 390, height: 800 });
  const frame = page.getByRole("region", { name: "Table" });
  expect(await frame.getByRole("columnheader").allInnerTexts()).toEqual(columns);
  expect(await frame.getByRole("cell").first().innerText()).toBe("Lima <b>x</b>");
  expect(
    await frame
      .getByRole("cell")
      .nth(1)
      .evaluate((cell) => getComputedStyle(cell).textAlign),
  ).toBe("right");
  expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

const labels = ["correct", "wrong tool", "hallucination"];
const labeled = givenProject({
  annotation_type: "text_classification",
  labels: ["solved", "failed"],
  fields: [
    {
      ...{ name: "step", type: "choice", options: labels, per: "message" },
      ...{ roles: ["assistant"], required: true },
    },
  ],
});
const item = givenItem({ conversation: { messages } });

test("steps are labeled with the keyboard alone, beside the label of the conversation", async () => {
  const page = await openEditor(labeled, item);
  await page.getByText("0 of 3 labeled").waitFor();
  await page.keyboard.press("3"); // a digit labels the current step, also before it has the focus
  await page.getByText("1 of 3 labeled").waitFor();
  await page.keyboard.press("Shift+Q"); // in the labels of the conversation digits give one of these
  await page.getByRole("button", { name: "Back to the steps" }).waitFor();
  await page.keyboard.press("2");
  const place = () => page.locator("[aria-current=step]:focus").getAttribute("aria-posinset");
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Answer for the item" }).waitFor();
  expect(await place()).toBe("5"); // the first step without a label
  await page.keyboard.press("k");
  expect(await place()).toBe("3");
  await page.keyboard.press("1"); // labels the step and goes on
  await page.keyboard.press("3");
  expect((await page.evaluate(() => window.answer())).missing).toBe("Answer “step” for step 6 (assistant).");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("2");
  await page.keyboard.press("n");
  await page.keyboard.press("1");
  await page.getByText("3 of 3 labeled").waitFor();

  expect(await wholeAnswer(page, labeled, item)).toEqual({
    result: { label: "failed" },
    fields: { step: { 2: "correct", 4: "wrong tool", 5: "correct" } },
  });
  await page.keyboard.press("Control+z");
  await page.getByText("2 of 3 labeled").waitFor();
  await expectAccessible(page);
});

test("steps are labeled with the mouse alone on a telephone", async () => {
  const page = await openEditor(labeled, item);
  await page.setViewportSize({ width: 390, height: 800 });
  const [done, next] = [
    page.getByText("0 of 3 labeled"),
    page.getByRole("button", { name: "Next unanswered" }),
  ];
  const middle = async (part: typeof done) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return Math.round(y + height / 2);
  };
  expect(await middle(next), "one row, which stays in sight").toBe(await middle(done));
  await page.getByText("hallucination", { exact: true }).last().click();
  for (const label of ["wrong tool", "correct"]) {
    await page.getByRole("button", { name: "Next unanswered" }).click();
    await page.getByText(label, { exact: true }).last().click();
  }
  await page.getByRole("button", { name: "solved" }).click();

  expect(await wholeAnswer(page, labeled, item)).toEqual({
    result: { label: "solved" },
    fields: { step: { 2: "hallucination", 4: "wrong tool", 5: "correct" } },
  });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
});

test("of 10,000 steps one is labeled after the other without a wait", async () => {
  const long = Array.from({ length: 10_000 }, (_, step) => ({ role: "assistant", content: `Step ${step}` }));
  const page = await openEditor(labeled, givenItem({ conversation: { messages: long } }));
  await page.getByText("0 of 10,000 labeled").waitFor();
  await page.keyboard.press("j");
  for (let step = 0; step < 25; step += 1) await page.keyboard.press("1");
  await page.getByText("25 of 10,000 labeled").waitFor();

  const { fields } = await page.evaluate(() => window.answer());
  expect(Object.keys(Object(fields).step)).toHaveLength(25);
});

test("an image at an address loads when it is asked for, and not before", async () => {
  const parts = ["sky", "gone"].map((name) => ({
    type: "image_url",
    image_url: { url: `https://example.com/${name}.gif` },
  }));
  const pictured = givenItem({ conversation: { messages: [{ role: "user", content: parts }] } });
  const page = await openEditor(givenProject({ labels: ["good"] }), pictured);
  const asked: string[] = [];
  await page.route("https://example.com/**", async (route) => {
    asked.push(route.request().url());
    const isThere = route.request().url().endsWith("sky.gif");
    await route.fulfill(
      isThere
        ? { contentType: "image/gif", body: Buffer.from(PIXEL.split(",")[1] ?? "", "base64") }
        : { status: 404 },
    );
  });
  const load = page.getByRole("button", { name: "Load the image from example.com" });
  await load.nth(1).waitFor();
  expect(asked).toEqual([]);
  await load.first().click();
  await expect
    .poll(() => page.getByAltText("Image in the message").evaluate((img) => Object(img).naturalWidth))
    .toBe(1);
  await load.click();
  await page.getByText(/^The image did not load/).waitFor();
  expect(await page.getByRole("link", { name: "Image at https://example.com/gone.gif" }).count()).toBe(1);
  await expectAccessible(page);
});

test("a conversation of 5 MB and 10,000 steps with a result of 1 MB takes a typed answer, and hostile texts stay texts", async () => {
  const text = { name: "why", type: "text", per: "message", max_length: 500 } as const;
  const asked = givenProject({ labels: ["good"], annotation_type: "text_classification", fields: [text] });
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const hostile = [
    { role: "user", content: "<img src=x onerror=alert(1)> <script>alert(1)</script>" },
    { role: "oracle‮", content: "שלום, מה שלומך?" },
    {
      role: "assistant",
      tool_calls: [{ id: "d", type: "function", function: { name: "deep", arguments: deep } }],
    },
    { role: "tool", tool_call_id: "nobody", content: "a result without its call" },
    { role: "tool", tool_call_id: "d", content: JSON.stringify(["row ".repeat(250)].concat(LONG_ROWS)) },
  ];
  const words = "word ".repeat(80);
  const steps = Array.from({ length: 10_000 - hostile.length }, (_, step) => ({
    role: "assistant",
    content: `Step ${step} ${words}`,
  }));
  const page = await openEditor(asked, givenItem({ conversation: { messages: [...hostile, ...steps] } }));
  await page.getByText("0 of 10,000 labeled").waitFor();
  const shown = page.getByRole("listitem");
  expect(await shown.count()).toBeLessThan(200);
  expect(await page.locator("script:not([src]), img").count()).toBe(0);
  expect(await shown.nth(1).locator("[dir=auto]").count()).toBe(1);
  await shown.nth(2).getByText("deep").click();
  expect((await shown.nth(2).locator("pre").innerText()).length).toBe(20_000);
  await shown.nth(3).getByText("a result without its call").waitFor();

  await shown.nth(4).getByText("Result of deep").click(); // goes to the step, and opens it
  await shown
    .nth(4)
    .getByRole("button", { name: /Show all/ })
    .waitFor();
  await shown.nth(4).getByRole("textbox").pressSequentially("It lists too much.");
  await page.getByText("1 of 10,000 labeled").waitFor();
  const { fields } = await page.evaluate(() => window.answer());
  expect(fields).toEqual({ why: { 4: "It lists too much." } });
});
