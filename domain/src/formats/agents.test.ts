import { expect, test } from "vitest";
import { exported, givenContext, givenConversation } from "../../test/given-export.ts";
import type { Message } from "./format.ts";
import { FORMATS } from "./registry.ts";

const call = { id: "1", type: "function", function: { name: "search", arguments: '{"q":"rain"}' } };
const messages: readonly Message[] = [
  { role: "user", content: [{ type: "text", text: "Rain?" }] },
  { role: "assistant", tool_calls: [call] },
  { role: "tool", tool_call_id: "1", content: "no results" },
  { role: "assistant", content: "Yes." },
];
const fields = { step: { 1: "wrong tool", 3: "hallucination" } };
const results = {
  text_classification: { label: "failed" },
  multilabel_classification: { labels: ["failed"] },
  rating: { ratings: { help: 2 } },
  text_generation: { text: "No." },
};

const cases = FORMATS.flatMap(({ name, types }) =>
  Object.entries(results)
    .filter(([type]) => types.includes(type))
    .map(([type, result]) => ({ name, type, result })),
);

test.each(cases)(
  "$name carries the labels of an agent's steps in $type, or names them as lost",
  async ({ name, type, result }) => {
    const format = FORMATS.find((each) => each.name === name);
    if (format === undefined) throw new Error(`there is no ${name}`);
    const item = givenConversation({ conversation: { messages }, result, fields });
    const files = await exported(format, givenContext(type, ["failed"]), [item]);
    const text = Object.values(files).join("\n");
    const lost = format.loss(item);
    const isLost = (path: string) => lost.includes(path) || lost.includes("status");

    expect(text.includes("hallucination")).toBe(!isLost("fields"));
    expect(text.includes("no results")).toBe(!isLost("conversation"));
  },
);

test("Label Studio shows parts and calls as text, names them as lost, and keeps that text on its way back", async () => {
  const format = FORMATS.find(({ name }) => name === "label_studio");
  if (format === undefined) throw new Error("there is no label_studio");
  const item = givenConversation({ conversation: { messages }, result: { label: "failed" } });
  const files = await exported(format, givenContext("text_classification", ["failed"]), [item]);
  const [task] = JSON.parse(files["tasks.json"] ?? "");
  const contents = task.data.conversation.map(({ content }: { content: string }) => content);

  expect(contents).toEqual([
    '[{"type":"text","text":"Rain?"}]',
    JSON.stringify({ tool_calls: [call] }),
    ...["no results", "Yes."],
  ]);
  expect(format.loss(item)).toEqual(["conversation.messages.content"]);
  const again = givenConversation({
    conversation: { messages: task.data.conversation },
    result: { label: "failed" },
  });
  expect(await exported(format, givenContext("text_classification", ["failed"]), [again])).toEqual(files);
  expect(format.loss(again)).toEqual([]);
});
