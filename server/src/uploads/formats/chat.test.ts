import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readArray } from "./json-list.ts";
import { readJsonl } from "./jsonl.ts";
import type { Line } from "./line.ts";
import { readTraces } from "./otlp.ts";

/** A file that `tools/readers/chats.py` reads with the packages of who made the format. */
function sample(name: string): Buffer {
  return readFileSync(new URL(`../../../../tools/readers/chats/${name}`, import.meta.url));
}

/** The lines of a file of JSON lines, and the faults of others. */
async function read(content: Buffer | readonly object[]) {
  const text = Buffer.isBuffer(content) ? content : content.map((line) => JSON.stringify(line)).join("\n");
  const lines: Line[] = [];
  const faults: string[] = [];
  const chunks = (async function* () {
    yield Buffer.from(text);
  })();
  for await (const some of readJsonl(chunks, (_, { message }) => faults.push(message))) lines.push(...some);
  return { lines, faults };
}

const rain = { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
const hi = [{ role: "user", content: "Hi" }];

test("a chat of OpenAI with tools, images and names is kept, and what stands beside it is metadata", async () => {
  const { lines, faults } = await read(sample("openai.jsonl"));
  const sent = JSON.parse(sample("openai.jsonl").toString());
  expect(faults).toEqual([]);
  expect(lines).toMatchObject([
    {
      conversation: { messages: sent.messages },
      metadata: { tools: sent.tools, parallel_tool_calls: false },
    },
  ]);
  const call = { role: "assistant", content: null, tool_calls: [rain] };
  const refusal = { role: "assistant", content: null, refusal: "I cannot." };
  const own = { external_id: "7", priority: 3, metadata: { team: "a" } };
  const read2 = await read([
    { id: "chatcmpl-1", model: "gpt", messages: hi, choices: [{ message: call }], ...own },
    { custom_id: "8", method: "POST", url: "/v1/chat/completions", body: { model: "gpt", messages: hi } },
    { model: "gpt", messages: [...hi, refusal] },
  ]);
  expect(read2.faults).toEqual([]);
  expect(read2.lines).toMatchObject([
    {
      ...own,
      conversation: { messages: [...hi, call] },
      metadata: { team: "a", model: "gpt", id: "chatcmpl-1" },
    },
    { external_id: "8", conversation: { messages: hi }, metadata: { model: "gpt", method: "POST" } },
    { conversation: { messages: [...hi, refusal] } },
  ]);
});

test("a chat of Anthropic becomes messages with tool calls, results and images", async () => {
  const { lines, faults } = await read(sample("anthropic.jsonl"));
  expect(faults).toEqual([]);
  expect(lines).toMatchObject([
    {
      external_id: "chat-7",
      conversation: {
        messages: [
          { role: "system" },
          { role: "user", content: [{ type: "image_url" }, { type: "text" }] },
          { role: "assistant", tool_calls: [{ ...rain, id: "toolu_1" }] },
          { role: "tool", tool_call_id: "toolu_1" },
          { role: "user" },
          { role: "assistant" },
        ],
      },
    },
  ]);
  const blocks = [{ type: "tool_use", id: "1", name: "weather", input: {} }];
  const bare = JSON.stringify([{ messages: [{ role: "assistant", content: blocks }] }]);
  expect(readArray(Buffer.from(bare))[0]?.conversation?.messages).toMatchObject([
    { content: null, tool_calls: [{ function: { name: "weather" } }] },
  ]);
});

test("lines that are not clearly a chat of a provider are read and refused as before, with their numbers", async () => {
  const parts = [
    { type: "text", text: "Hi" },
    { type: "image", alt: "no source" },
  ];
  const own = { messages: [{ role: "user", content: parts }] };
  const { lines, faults } = await read([
    own,
    { messages: hi, extenal_id: "7" },
    { model: "gpt", messages: [...hi, { role: "user", content: 7 }] },
    { model: "gpt", messages: hi, choices: [{ message: hi[0] }, { message: hi[0] }] },
    { model: "gpt", messages: hi, metadata: "x" },
    { system: "Help.", messages: [{ role: "user", content: "Hi" }, { content: "Hi" }] },
    { custom_id: "8", body: { input: "Hi" } },
  ]);
  expect(lines).toMatchObject([{ conversation: own, metadata: {} }]);
  expect(faults).toEqual([
    expect.stringContaining('line 2: unknown field "extenal_id"'),
    "line 3: messages.1.content must be a string or an array of parts",
    "line 4: choices must have one entry",
    "line 5: metadata must be an object",
    "line 6: messages.1 must have role, a string",
    expect.stringContaining('line 7: unknown field "custom_id"'),
  ]);
});

test("each trace of OpenTelemetry is a conversation, and what cannot be read is named by its line", async () => {
  expect(await readTraces(sample("otel.json"))).toMatchObject([
    {
      ...{ line: 1, external_id: "5b8efff798038103d269b633813fc60c" },
      conversation: { messages: [{ role: "system" }, {}, { tool_calls: [rain] }, { role: "tool" }, {}] },
    },
  ]);
  expect(await readTraces(sample("otel-events.jsonl"))).toHaveLength(1);

  const faults: [number, string][] = [];
  const broken = `${sample("otel-events.jsonl").toString().trimEnd()}\n{"resourceSpans": [7]}\n{"resource\n`;
  const lines = await readTraces(Buffer.from(broken), (line, { message }) => faults.push([line, message]));
  expect(lines).toHaveLength(1);
  const count = broken.split("\n").length;
  expect(faults).toEqual([
    [count - 2, expect.stringContaining(`line ${count - 2}: `)],
    [count - 1, expect.stringContaining(`line ${count - 1}: is not valid JSON`)],
  ]);
  await expect(readTraces(Buffer.from('{"resourceSpans": []}'))).rejects.toThrow(
    "there is no resourceSpans with a span",
  );
});
