import { expect, test } from "vitest";
import { readArray } from "./json-list.ts";

test("each object of an array is an item, with the fields of a JSON line", () => {
  const array = Buffer.from('\ufeff[{"text":"a","external_id":"1"},\n {"text":"b","metadata":{"n":2}}]\n');

  expect(readArray(array)).toMatchObject([
    { line: 1, text: "a", external_id: "1", metadata: {} },
    { line: 2, text: "b", external_id: null, metadata: { n: 2 } },
  ]);
});

test.each([
  ['[{"text":"a"},{"text":1}]', "object 2 of the array: text must be a string"],
  ['[{"text":"a"},"b"]', "object 2 of the array: a JSON object is needed"],
  ['[{"text":"a"},{"id":"7","text":"b"}]', /^object 2 of the array: unknown field "id"/],
  ['[{"text":"\\u0000"}]', "object 1 of the array: text must not contain NUL (\\u0000)"],
  ['[{"text":"a"}', "the array is not valid JSON"],
  [Buffer.from('[{"text":"\xff"}]', "latin1"), "the file is not UTF-8"],
  [`[{"text":"${"x".repeat(1_048_570)}"}]`, "object 1 of the array: text is longer than 1000000 characters"],
  [
    `[{"text":"a","metadata":{"m":"${"x".repeat(1_048_576)}"}}]`,
    "object 1 of the array: it is longer than 1 MiB",
  ],
] as const)("%.40s is refused", (content, message) => {
  const fault = { code: "invalid_request", message: expect.stringMatching(message) };
  expect(() => readArray(Buffer.from(content))).toThrow(
    typeof message === "string" ? expect.objectContaining({ message }) : expect.objectContaining(fault),
  );
});
