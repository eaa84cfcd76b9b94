import { expect, test } from "vitest";
import { expectAccessible, openEditor } from "./editor.ts";
import { givenItem, givenProject } from "./given.ts";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const call = { id: "1", type: "function", function: { name: "search", arguments: '{"q":"<b>sky</b>"}' } };
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
