import { expect, test } from "vitest";
import { imported } from "../../test/given-folder.ts";
import { assayJsonl } from "./assay-jsonl.ts";
import { conversationIn } from "./conversation.ts";
import { csv } from "./csv.ts";

const messages = [
  { role: "user", content: "What is it?" },
  { role: "assistant", content: "A dog." },
];

test.each([
  ["messages", messages],
  ["our own form", { messages }],
  [
    "Label Studio's dialogues",
    [
      { author: "user", text: "What is it?" },
      { author: "assistant", text: "A dog." },
    ],
  ],
  [
    "ShareGPT",
    [
      { from: "user", value: "What is it?" },
      { from: "assistant", value: "A dog." },
    ],
  ],
])("%s are a conversation", (_, value) => {
  expect(conversationIn(value)).toEqual({ messages });
});

test.each([[null], ["text"], [[]], [[{ role: "user" }]], [[...messages, 1]], [{ messages: [] }]])(
  "%j is none",
  (value) => {
    expect(conversationIn(value)).toBeUndefined();
  },
);

test("tool calls, their results, parts and unknown fields are kept", () => {
  const call = { id: "1", type: "function", function: { name: "see", arguments: "{}" } };
  const steps = [
    {
      role: "user",
      name: "ann",
      content: [{ type: "image_url", image_url: { url: "https://a.test/b.png" } }],
    },
    { role: "assistant", tool_calls: [call] },
    { role: "tool", tool_call_id: "1", content: "a dog", took_ms: 12 },
  ];
  expect(conversationIn(steps)).toEqual({ messages: steps });
});

test("lines with messages are items", async () => {
  const line = { messages, external_id: "1", result: { text: "A dog." } };

  expect(await imported(assayJsonl, { "a.jsonl": JSON.stringify(line) })).toMatchObject({
    annotation_type: "text_generation",
    items: [
      { media: null, text: null, conversation: { messages }, answers: [{ result: { text: "A dog." } }] },
    ],
  });
});

test("a table with a column of messages and ranks has a ranking for each conversation", async () => {
  const talk = JSON.stringify({ messages }).replaceAll('"', '""');
  const rows = [
    ["a", "1"],
    ["b", "2"],
    ["c", "2"],
  ].map(([response, rank]) => `7,"${talk}",${rank},${response}\n`);
  const dataset = await imported(csv, { "a.csv": `id,conversation,rank,response\n${rows.join("")}` });

  expect(dataset.annotation_type).toBe("ranking");
  expect(dataset.items).toMatchObject([
    {
      conversation: { messages },
      answers: [{ result: { ranking: ["a", "b", "c"], ties: [["b", "c"]] } }],
    },
  ]);
});
