import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonMembers } from "./json-members.ts";

type Json = fc.JsonValue;

async function* cut(text: string, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let rest = Buffer.from(text);
  for (const size of sizes) {
    yield rest.subarray(0, size);
    rest = rest.subarray(size);
  }
  yield rest;
}

async function read(text: string, sizes: readonly number[], lists: readonly string[] = []) {
  const found: { key: string | null; index: number | null; value: unknown }[] = [];
  for await (const { key, index, value } of jsonMembers(cut(text, sizes), "a.json", lists))
    found.push({ key, index, value });
  return found;
}

function expected(file: Json, lists: readonly string[]) {
  if (Array.isArray(file)) return file.map((value, index) => ({ key: null, index, value }));
  return Object.entries(file ?? {}).flatMap(([key, value]): object[] =>
    lists.includes(key) && Array.isArray(value) && value.length > 0
      ? value.map((member, index) => ({ key, index, value: member }))
      : [{ key, index: null, value }],
  );
}

const SPACES = fc.constantFrom(0, 2, "\t", "\n", "\r\n ");
const SIZES = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 200 });
const FILE = fc.oneof(
  fc.array(fc.jsonValue()),
  fc.dictionary(
    fc.oneof(
      fc.constantFrom("images", "annotations"),
      fc.string({ unit: "grapheme" }).filter((key) => key !== "__proto__"),
    ),
    fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
  ),
);

test("the members are those of JSON.parse, wherever the file is cut", async () => {
  await fc.assert(
    fc.asyncProperty(FILE, SPACES, SIZES, async (file, spaces, sizes) => {
      const lists = ["images", "annotations"];
      const text = JSON.stringify(file, null, spaces);
      const plain: Json = JSON.parse(text); // without -0
      expect(await read(text, sizes, lists)).toEqual(expected(plain, lists));
    }),
    { numRuns: 1_000 },
  );
});

/** The file again. */
function joined(found: Awaited<ReturnType<typeof read>>, isList: boolean): unknown {
  const values = found.map(({ value }) => value);
  return isList ? values : Object.fromEntries(found.map(({ key }, at) => [key, values[at]]));
}

test("a file that JSON.parse refuses is refused with its line, wherever it is cut", async () => {
  const change = fc.record({
    at: fc.nat(),
    removed: fc.constantFrom(0, 1, 2),
    by: fc.constantFrom("", ...'[]{}:,"\\ 1tx'),
  });
  await fc.assert(
    fc.asyncProperty(FILE, SIZES, change, async (file, sizes, { at, removed, by }) => {
      const whole = JSON.stringify(file);
      const place = at % (whole.length + 1);
      const text = Buffer.from(`${whole.slice(0, place)}${by}${whole.slice(place + removed)}`).toString();
      const parsed = parse(text);
      const outcome = await read(text, sizes).then(
        (found) => joined(found, Array.isArray(parsed)),
        (fault: unknown) => String(fault),
      );
      if (typeof parsed === "object" && parsed !== null) expect(outcome).toEqual(parsed);
      else expect(outcome).toMatch(/a\.json: line \d+/);
    }),
    { numRuns: 1_000 },
  );
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test.each([["[1,]"], ['{"a":1,}'], ['{"images":[1,],"a":2}'], ["[,1]"], ['{"a":1,,"b":2}']])(
  "%s is refused",
  async (text) => {
    await expect(read(text, [], ["images"])).rejects.toThrow("a.json: line 1: is not valid JSON");
  },
);
