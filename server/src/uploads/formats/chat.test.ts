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

/** A file with one request for spans. */
function spansFile(...spans: readonly object[]): string {
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

function asked(value: unknown) {
  const attributes = [{ key: "gen_ai.input.messages", value: { stringValue: JSON.stringify(value) } }];
  return { traceId: "t", spanId: "s", attributes };
}

async function faultsOf(text: string): Promise<string[]> {
  const faults: string[] = [];
  await readTraces(Buffer.from(text), (_, { message }) => faults.push(message));
  return faults;
}

test("an object where a text must be is no fault of ours", async () => {
  const odd = { toString: 1 };
  expect(await faultsOf(spansFile({ traceId: odd, spanId: "s" }))).toEqual([
    'the file: resourceSpans[0].scopeSpans[0].spans[0].traceId: must be a text, not {"toString":1}',
  ]);
  expect(await faultsOf(spansFile({ traceId: "t" }))).toEqual([
    "the file: resourceSpans[0].scopeSpans[0].spans[0].spanId: must be a text, not absent",
  ]);
  const parts = [
    { type: "tool_call", id: odd, name: odd },
    { type: "tool_call_response", id: odd },
  ];
  const attributes = [{ key: odd, value: { intValue: odd } }, ...asked([{ role: odd, parts }]).attributes];
  const span = {
    ...asked([]),
    attributes,
    name: odd,
    status: { code: 2, message: odd },
    startTimeUnixNano: odd,
  };
  expect(await readTraces(Buffer.from(spansFile(span)))).toMatchObject([
    { conversation: { messages: [{ tool_call_id: '{"toString":1}' }, { role: '{"toString":1}' }] } },
  ]);

  const image = { type: "image", source: { type: "base64", media_type: odd, data: odd } };
  const blocks = [{ type: "tool_result", tool_use_id: odd, content: "a" }, image];
  const { lines, faults } = await read([{ system: "Help.", messages: [{ role: "user", content: blocks }] }]);
  expect([lines, faults]).toEqual([[], [expect.stringContaining("image_url.url must be")]]);
});

test("tool calls in an event that are nested too deeply are left as a text", async () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  const attributes = [
    { key: "content", value: { stringValue: "Hi" } },
    { key: "tool_calls", value: { stringValue: `[{"id": "c", "x": ${deep}}]` } },
  ];
  const events = [{ name: "gen_ai.assistant.message", attributes }];
  expect(await readTraces(Buffer.from(spansFile({ traceId: "t", spanId: "s", events })))).toMatchObject([
    { conversation: { messages: [{ content: "Hi" }] } },
  ]);
});

test("what stands beside the parts of a message is kept once, however many messages they become", async () => {
  const note = "x".repeat(100_000);
  const results = Array.from({ length: 9_000 }, (_, id) => ({ type: "tool_call_response", id: `${id}` }));
  const [line] = await readTraces(Buffer.from(spansFile(asked([{ role: "user", note, parts: results }]))));
  expect(line?.conversation?.messages).toHaveLength(9_000);
  expect(line?.conversation?.messages.at(-1)).toMatchObject({ note });
  expect(JSON.stringify(line).length).toBeLessThan(2_000_000);

  const content = results.map(({ id }, index) =>
    index % 2 === 0 ? { type: "tool_result", tool_use_id: id } : { type: "text", text: "a" },
  );
  const { lines } = await read([{ system: "Help.", messages: [{ role: "user", note, content }] }]);
  expect(lines[0]?.conversation?.messages).toHaveLength(9_001);
  expect(lines[0]?.conversation?.messages[2]).toMatchObject({ role: "user", note });
  expect(JSON.stringify(lines).length).toBeLessThan(2_000_000);
});

test("log records of an id that several spans have count once", async () => {
  const span = { traceId: "t", spanId: "s" };
  const attributes = [{ key: "content", value: { stringValue: "Hi" } }];
  const logRecords = [{ spanId: "s", eventName: "gen_ai.choice", attributes }];
  const logs = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  expect(await readTraces(Buffer.from(`${spansFile(span, span, span)}\n${logs}`))).toMatchObject([
    { conversation: { messages: [{ content: "Hi" }] } },
  ]);
});

test("a file is refused after 10,000 lines that cannot be read", async () => {
  const text = `${spansFile(asked([]))}\n${"x\n".repeat(20_000)}`;
  await expect(faultsOf(text)).rejects.toThrow(
    /^more than 10000 lines cannot be read, such as line 10002: is not valid JSON/,
  );
});

test("results among 600,000 other parts are read in time that grows with their number", async () => {
  const some = Array.from({ length: 60_000 }, () => ({ type: "tool_call_response" }));
  const others = Array.from({ length: 600_000 }, () => ({}));
  const before = process.cpuUsage();
  expect(await faultsOf(spansFile(asked([{ role: "user", parts: [...some, ...others] }])))).toEqual([
    "trace t: it is longer than 5 MiB",
  ]);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(6); // 1 s; comparing each result with each part took 15 s
});
