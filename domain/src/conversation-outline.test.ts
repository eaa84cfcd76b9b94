import fc from "fast-check";
import { expect, test } from "vitest";
import { outlineOf } from "./conversation-outline.ts";

const callOf = (...names: string[]) => ({
  role: "assistant",
  content: null,
  tool_calls: names.map((name, id) => ({
    id: `${id}`,
    type: "function",
    function: { name, arguments: "{}" },
  })),
});

test("an outline has the first text of a user, the number of messages and each tool once", () => {
  const image = { type: "image_url", image_url: { url: "https://example.com/sky.png" } };
  const messages = [
    { role: "system", content: "You are an agent." },
    { role: "user", content: [image, { type: "text", text: "  Will it rain\nin Oslo?" }] },
    callOf("search", "read"),
    { role: "tool", tool_call_id: "0", content: "no results" },
    callOf("search"),
  ];
  expect(outlineOf(messages)).toEqual({
    ...{ excerpt: "Will it rain\nin Oslo?", steps: 5 },
    ...{ tools: ["search", "read"], tool_count: 2 },
  });
});

test("without a text of a user an outline has the first text of all, else none", () => {
  const system = { role: "system", content: "You are an agent." };
  expect(outlineOf([system, { role: "user", content: " " }]).excerpt).toBe("You are an agent.");
  expect(outlineOf([callOf("search")]).excerpt).toBeNull();
});

test("an outline is short whatever the messages are, and cuts no character", () => {
  const long = outlineOf([
    { role: "user", content: "🙂".repeat(1_000) },
    callOf(...Array.from({ length: 9 }, (_, place) => `${place}${"🙂".repeat(500)}`)),
  ]);
  expect(long.excerpt).toBe("🙂".repeat(200));
  expect(long.tools.map((name) => [...name].length)).toEqual([60, 60, 60, 60, 60]);
  expect(long.tool_count).toBe(9);
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (messages) => {
      expect(outlineOf(messages).steps).toBe(messages.length);
    }),
  );
});
