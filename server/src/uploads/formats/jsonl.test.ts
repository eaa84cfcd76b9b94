import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJsonl } from "./jsonl.ts";
import type { Line } from "./line.ts";

async function linesOf(...chunks: (string | Buffer)[]): Promise<Line[]> {
  async function* source() {
    for (const chunk of chunks) yield Buffer.from(chunk);
  }
  const lines: Line[][] = await Readable.from(readJsonl(source())).toArray();
  return lines.flat();
}

const none = {
  text: null,
  url: null,
  conversation: null,
  external_id: null,
  group: null,
  priority: 0,
  metadata: {},
};

test("a line has one content and may have an id, a group, a priority and metadata", async () => {
  const lines = await linesOf(
    '{"text":"a","external_id":"x-1","group":"g","priority":-1000,"metadata":{"deep":[1,{"a":null}]}}\n',
    '{"url":"https://a.test/1.jpg"}\r\n',
    '{"messages":[{"role":"user","content":"hi"}],"responses":[{"id":"a","text":"yes","model":"m"},{"id":"b","text":""}]}',
  );

  expect(lines).toEqual([
    {
      ...none,
      line: 1,
      text: "a",
      external_id: "x-1",
      group: "g",
      priority: -1000,
      metadata: { deep: [1, { a: null }] },
    },
    { ...none, line: 2, url: "https://a.test/1.jpg" },
    {
      ...none,
      line: 3,
      conversation: {
        messages: [{ role: "user", content: "hi" }],
        responses: [
          { id: "a", text: "yes", model: "m" },
          { id: "b", text: "" },
        ],
      },
    },
  ]);
});

test("null counts as absent, because many programs write every column", async () => {
  const line =
    '{"text":"a","url":null,"messages":null,"responses":null,"external_id":null,"group":null,"priority":null,"metadata":null}';

  expect(await linesOf(line)).toEqual([{ ...none, line: 1, text: "a" }]);
});

test("blank lines are skipped and counted", async () => {
  expect((await linesOf('\n{"text":"a"}\n \r\n{"text":"b"}\n\n')).map(({ line }) => line)).toEqual([2, 4]);
});

test("any text is returned unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "binary", minLength: 1 }), { minLength: 1 }),
      async (texts) => {
        fc.pre(texts.every((text) => !text.includes("\0")));
        const file = texts.map((text) => `${JSON.stringify({ text })}\n`).join("");
        expect((await linesOf(file)).map(({ text }) => text)).toEqual(texts);
      },
    ),
  );
});

const TOO_LONG = "the line is longer than 1 MiB, and only one with messages may be up to 5 MiB";
const long = (bytes: number) => `{"text":"${"x".repeat(bytes - 11)}"}`;

test.each([
  ["{", "the line is not valid JSON: each line holds a whole object"],
  ["{} {}", "the line is not valid JSON: each line holds a whole object"],
  ["[1]", "a JSON object is needed"],
  ["null", "a JSON object is needed"],
  ["{}", "exactly one of text, url and messages is needed"],
  ['{"text":"a","url":"https://a.test"}', "exactly one of text, url and messages is needed"],
  ['{"text":""}', "text is empty"],
  ['{"text":1}', "text must be a string"],
  [
    '{"text":"a","label":"b"}',
    'unknown field "label" (a line may have text, url, messages, responses, external_id, group, priority, metadata)',
  ],
  [
    '{"text":"a","toString":"b"}',
    'unknown field "toString" (a line may have text, url, messages, responses, external_id, group, priority, metadata)',
  ],
  ['{"text":"a","__proto__":{}}', "the key __proto__ is not allowed"],
  ['{"text":"\\u0000"}', "text must not contain NUL (\\u0000)"],
  ['{"text":"a","metadata":{"b":"\\ud800"}}', "text must not contain half a surrogate pair"],
  ['{"text":"a","metadata":{"b":1e999}}', "a number is too large"],
  ['{"text":"a","metadata":[]}', "metadata must be an object"],
  [
    `{"text":"a","metadata":${JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, k) => [k, 1])))}}`,
    "metadata has more than 50 keys",
  ],
  ['{"text":"a","external_id":7}', "external_id must be a string"],
  ['{"text":"a","external_id":""}', "external_id is empty"],
  [`{"text":"a","group":"${"g".repeat(256)}"}`, "group is longer than 255 characters"],
  ['{"text":"a","priority":1001}', "priority must be an integer from -1000 to 1000"],
  ['{"text":"a","priority":0.5}', "priority must be an integer from -1000 to 1000"],
  ['{"text":"a","priority":"1"}', "priority must be an integer from -1000 to 1000"],
  ['{"url":"ftp://a.test/"}', "url must be an http or https URL of at most 2048 characters"],
  ['{"url":"https://"}', "url must be an http or https URL of at most 2048 characters"],
  [
    `{"url":"https://a.test/${"a".repeat(2040)}"}`,
    "url must be an http or https URL of at most 2048 characters",
  ],
  ['{"text":"a","responses":[]}', "responses need messages"],
  ['{"messages":[]}', "messages must be an array of 1 to 10000 entries"],
  ['{"messages":[{"role":"user"}]}', "messages.0 must have content, a string or an array of parts"],
  ['{"messages":[{"role":"user","content":"a","name":7}]}', "messages.0.name must be a string"],
  ['{"messages":[{"content":"a"}]}', "messages.0 must have role, a string"],
  ['{"messages":[{"role":"user","content":7}]}', "messages.0.content must be a string or an array of parts"],
  [
    '{"messages":[{"role":"user","content":["a"]}]}',
    "messages.0.content.0 must be an object with type, a string",
  ],
  [
    '{"messages":[{"role":"user","content":[{"type":"text"}]}]}',
    "messages.0.content.0.text must be a string",
  ],
  [
    '{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"javascript:alert(1)"}}]}]}',
    "messages.0.content.0.image_url.url must be an http or https URL, or a data URL of an image",
  ],
  [
    '{"messages":[{"role":"tool","content":"a","tool_call_id":7}]}',
    "messages.0.tool_call_id must be a string",
  ],
  ['{"messages":[{"role":"a","tool_calls":{}}]}', "messages.0.tool_calls must be an array"],
  [
    '{"messages":[{"role":"a","tool_calls":[{"function":{}}]}]}',
    "messages.0.tool_calls.0.id must be a string that is not empty",
  ],
  [
    '{"messages":[{"role":"a","tool_calls":[{"id":"1","function":{"name":"f","arguments":{}}}]}]}',
    "messages.0.tool_calls.0.function.arguments must be a string, the JSON of the arguments",
  ],
  [
    `{"messages":[${Array(2).fill('{"role":"a","tool_calls":[{"id":"1","type":"custom"}]}')}]}`,
    "messages.1.tool_calls.0.id is that of an earlier call",
  ],
  ['{"messages":["a"]}', "messages.0 must be an object"],
  [
    '{"messages":[{"role":"u","content":"a"}],"responses":[]}',
    "responses must be an array of 1 to 100 entries",
  ],
  [
    '{"messages":[{"role":"u","content":"a"}],"responses":[{"id":"","text":"a"}]}',
    "responses.0 has an empty id",
  ],
  [
    '{"messages":[{"role":"u","content":"a"}],"responses":[{"id":"a","text":"a"},{"id":"a","text":"b"}]}',
    "responses.1 has an id that occurs twice",
  ],
  [`{"text":"${"é".repeat(1_000_001)}"}`, TOO_LONG],
  [long(1_048_577), TOO_LONG],
  [
    `{"messages":[{"role":"user","content":"${"a".repeat(5 * 1_048_576)}"}]}`,
    "the line is longer than 5 MiB",
  ],
  [long(1_048_576), "text is longer than 1000000 characters"],
])("a fault is told with its line: $1", async (line, fault) => {
  await expect(linesOf(`{"text":"good"}\n${line}\n{"text":"good"}\n`)).rejects.toMatchObject({
    code: "invalid_request",
    message: `line 2: ${fault}`,
  });
});

test("a text of a million characters whose JSON takes a mebibyte is accepted", async () => {
  expect((await linesOf(`{"text":"${"x".repeat(1_000_000)}"}`))[0]?.text).toHaveLength(1_000_000);
});

test("a conversation of 10,000 steps and almost 5 MiB is kept as it is, with parts that nobody knows", async () => {
  const call = { id: "1", type: "function", function: { name: "search", arguments: '{"q":"sky"}' } };
  const steps = Array.from({ length: 9_997 }, (_, step) => ({
    role: "assistant",
    content: [{ type: "thinking", thinking: `${step} `.padEnd(430, "x") }],
  }));
  const messages = [
    {
      role: "user",
      name: "ann",
      content: [{ type: "image_url", image_url: { url: "https://a.test/b.png" } }],
    },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "1", content: "[]", took_ms: 12 },
    ...steps,
  ];
  const [line] = await linesOf(JSON.stringify({ messages }));

  expect(line?.conversation).toEqual({ messages });
});
