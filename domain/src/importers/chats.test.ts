import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { imported } from "../../test/given-folder.ts";
import { anthropic } from "./anthropic.ts";
import { openai } from "./openai.ts";
import { otel } from "./otel.ts";

/** A sample that `tools/readers/chats.py` reads with the packages of who made the format. */
function sample(name: string): Record<string, string> {
  const path = new URL(`../../../tools/readers/chats/${name}`, import.meta.url);
  return { [name]: readFileSync(path, "utf8") };
}

const rain = { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };

test("a fine-tuning file of OpenAI keeps every message as it is, and the tools as metadata", async () => {
  const file = sample("openai.jsonl");
  const line = JSON.parse(file["openai.jsonl"] ?? "");
  const { annotation_type, items } = await imported(openai, file);

  expect(annotation_type).toBe("text_classification");
  expect(items).toMatchObject([{ conversation: { messages: line.messages }, answers: [], lost: [] }]);
  expect(items[0]).toMatchObject({ metadata: { tools: line.tools, parallel_tool_calls: false } });
});

test("preferences of OpenAI are ranked responses, whose ids do not tell which is better", async () => {
  const { annotation_type, items } = await imported(openai, sample("openai-preference.jsonl"));

  expect(annotation_type).toBe("ranking");
  expect(items).toMatchObject([
    {
      conversation: {
        messages: [{ role: "user", content: "Why is the sky blue?" }],
        responses: [
          { id: "a", text: "Air scatters blue light most." },
          { id: "b", text: "It mirrors the sea." },
        ],
      },
      answers: [{ result: { ranking: ["a", "b"] } }],
      lost: [],
    },
    { answers: [{ result: { ranking: ["b", "a"] } }] },
  ]);
  expect((await imported(openai, sample("openai-preference.jsonl"), "rating")).items).toMatchObject([
    { answers: [], lost: ["preferences"] },
    { answers: [], lost: ["preferences"] },
  ]);
});

test("a request of a batch, a completion, and outputs that are more than a text are read", async () => {
  const call = { role: "assistant", content: null, tool_calls: [rain] };
  const lines = [
    { custom_id: "7", method: "POST", body: { model: "gpt", messages: [{ role: "user", content: "Hi" }] } },
    { id: "8", messages: [{ role: "user", content: "Rain?" }], choices: [{ message: call }, {}] },
    {
      input: { messages: [{ role: "user", content: "Rain?" }] },
      preferred_output: [call],
      non_preferred_output: [{ role: "assistant", content: "No." }],
    },
  ];
  const { items } = await imported(openai, { "a.json": JSON.stringify(lines) }, "rating");

  expect(items).toMatchObject([
    { external_id: "7", metadata: { method: "POST", model: "gpt" }, lost: [] },
    { external_id: "8", conversation: { messages: [{}, call] }, lost: ["choices but the first"] },
    {
      conversation: { responses: [{ text: "No." }, { text: 'weather({"city":"Oslo"})' }] },
      lost: ["parts, tool calls and borders of messages in outputs, which become one text", "preferences"],
    },
  ]);
});

test("blocks of Anthropic become parts, tool calls and results, and nothing of them is lost", async () => {
  const { items } = await imported(anthropic, sample("anthropic.jsonl"));

  expect(items).toMatchObject([{ external_id: "chat-7", lost: [] }]);
  expect(items[0]).toMatchObject({ metadata: { model: "claude", max_tokens: 1024, tools: [{}] } });
  expect(Object(items[0]).conversation.messages).toEqual([
    {
      role: "system",
      content: [{ type: "text", text: "You help with the weather.", cache_control: { type: "ephemeral" } }],
    },
    {
      role: "user",
      content: [
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
        { type: "text", text: "Will it rain in Oslo?" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "I need the weather.", signature: "c2ln" },
        { type: "text", text: "I look." },
      ],
      tool_calls: [{ ...rain, id: "toolu_1" }],
    },
    {
      role: "tool",
      tool_call_id: "toolu_1",
      content: [{ type: "text", text: "no station" }],
      is_error: true,
    },
    { role: "user", content: [{ type: "text", text: "Try again." }] },
    { role: "assistant", content: "I cannot tell." },
  ]);
});

test("a trace of OpenTelemetry is a conversation in the order of time, which says each message once", async () => {
  const { items } = await imported(otel, sample("otel.json"));

  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    external_id: "5b8efff798038103d269b633813fc60c",
    metadata: { models: ["gpt"] },
    lost: ["further attributes of spans, such as counts of tokens"],
  });
  expect(Object(items[0]).conversation.messages).toEqual([
    { role: "system", content: [{ type: "text", text: "You help with the weather." }] },
    { role: "user", content: [{ type: "text", text: "Will it rain in Oslo?" }] },
    {
      role: "assistant",
      content: [{ type: "thinking", thinking: "I need the weather." }],
      tool_calls: [rain],
      finish_reason: "tool_call",
    },
    { role: "tool", tool_call_id: "call_1", content: '{"rain": 0.7}' },
    { role: "assistant", content: [{ type: "text", text: "Rain is likely." }], finish_reason: "stop" },
  ]);
});

test("events of earlier conventions are read, from lines that each have a part of the trace", async () => {
  const { items } = await imported(otel, sample("otel-events.jsonl"));

  expect(items).toMatchObject([
    { lost: expect.arrayContaining(["spans without attributes of generative AI"]) },
  ]);
  expect(Object(items[0]).conversation.messages).toEqual([
    { role: "system", content: "You help." },
    { role: "user", content: "Will it rain in Oslo?" },
    { role: "assistant", content: null, tool_calls: [{ ...rain, id: "c1" }], finish_reason: "tool_calls" },
    { role: "tool", tool_call_id: "c1", content: "rain" },
    { role: "assistant", content: "Yes.", finish_reason: "stop" },
  ]);
});

test("a tool that no message called has its call before its result, and what is said twice is there twice", async () => {
  const text = (role: string, content: string) => ({ role, parts: [{ type: "text", content }] });
  const attributes = (given: object) =>
    Object.entries(given).map(([key, value]) => ({ key, value: { stringValue: value } }));
  const span = (id: string, start: number, given: object) => ({
    ...{ traceId: "t", spanId: id, name: "", startTimeUnixNano: `${start}` },
    attributes: attributes(given),
  });
  const yes = text("user", "yes");
  const asked = (messages: object[], answer: object) => ({
    "gen_ai.input.messages": JSON.stringify(messages),
    "gen_ai.output.messages": JSON.stringify([answer]),
  });
  const spans = [
    span("1", 1, asked([yes], text("assistant", "sure?"))),
    span("2", 2, asked([yes, text("assistant", "sure?"), yes], text("assistant", "done"))),
    {
      ...span("3", 3, { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "save" }),
      status: { code: 2, message: "disk full" },
    },
  ];
  const { items } = await imported(otel, {
    "a.json": JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
  });
  const { messages } = Object(items[0]).conversation;

  expect(messages.map(({ role }: { role: string }) => role)).toEqual([
    ...["user", "assistant", "user", "assistant", "assistant", "tool"],
  ]);
  expect(messages.slice(4)).toEqual([
    {
      ...{ role: "assistant", content: null },
      tool_calls: [{ id: "3", type: "function", function: { name: "save", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "3", content: "", error: "disk full" },
  ]);
});

const trace = (attributes: object[]) =>
  JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: "t", spanId: "s", attributes }] }] }],
  });

test.each([
  [otel, trace([]), "its trace has no messages"],
  [
    otel,
    trace([{ key: "gen_ai.input.messages", value: { stringValue: "[{" } }]),
    "has messages that are no valid JSON; they may be cut off",
  ],
  [openai, '{"messages": [{"content": "a"}]}', "messages must be a list that is not empty"],
  [openai, '{"text": "a"}', "a.json: messages: must be a list, not absent"],
  [anthropic, '{"messages": [{"role": "user", "content": 7}]}', "messages[0].content: must be a list, not 7"],
])("%o names what is wrong in %s", async (importer, text, fault) => {
  const { items } = await imported(importer, { "a.json": text });
  const [found] = items;
  expect(`${Object(found).at}: ${Object(found).fault}`).toContain(fault);
});

test("a line of spans that is cut off is named, and the others are read", async () => {
  const { items } = await imported(otel, {
    "a.jsonl": `${sample("otel-events.jsonl")["otel-events.jsonl"]}{"resource`,
  });

  expect(items).toMatchObject([
    { at: "a.jsonl: line 3" },
    { external_id: "6b8efff798038103d269b633813fc60c" },
  ]);
});

test("a file without spans is refused", async () => {
  await expect(imported(otel, { "a.json": "{}" })).rejects.toThrow("there is no resourceSpans with a span");
});
