import { createHmac, hash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Sha256 } from "../log/bytes.ts";
import { canonicalJson } from "./canonical-json.ts";
import { drawOrder } from "./order.ts";
import { contentDigest, populationLine, populationRoot, readPopulationLine } from "./population.ts";

const sha256: Sha256 = (bytes) => hash("sha256", bytes, "buffer");

test("the example of RFC 8785 and its order of names are canonical", () => {
  const example = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  );
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
  expect(Object.values(JSON.parse(canonicalJson(names)))).toHaveLength(7);
  expect([...canonicalJson(names).matchAll(/:(\d)/g)].map(([, value]) => Number(value))).toEqual([
    2, 4, 6, 7, 1, 5, 3,
  ]);
});

test("values that JSON holds have one canonical text, whatever the order of their members", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test("the order is that of the HMAC of nonce and item id, up to any size of the sample", () => {
  const shape = fc.record({
    seed: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    nonce: fc.string({ minLength: 16, maxLength: 200 }),
    ids: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 60 }),
    count: fc.nat(70),
  });
  fc.assert(
    fc.property(shape, ({ seed, nonce, ids, count }) => {
      const ranked = ids
        .map((id) => ({ id, rank: createHmac("sha256", seed).update(nonce).update(id).digest("hex") }))
        .sort((one, other) => (one.rank < other.rank ? -1 : 1));
      const drawn = drawOrder(
        sha256,
        { seed, nonce },
        ids.map((id) => ({ id })),
        count,
      );
      expect(drawn.map(({ id }) => id)).toEqual(ranked.slice(0, count).map(({ id }) => id));
    }),
  );
});

test("a small sample of many items is the beginning of the whole order", () => {
  const units = Array.from({ length: 20_000 }, (_, at) => ({ id: `item_${at}` }));
  const challenge = { seed: new Uint8Array(32).fill(3), nonce: "a nonce of a buyer" };
  const all = drawOrder(sha256, challenge, units, units.length);
  expect(drawOrder(sha256, challenge, units, 50)).toEqual(all.slice(0, 50));
  expect(drawOrder(sha256, { ...challenge, nonce: "another nonce" }, units, 50)).not.toEqual(
    all.slice(0, 50),
  );
});

test("a line of the population is read again, and another form is named", () => {
  const item = { id: "item_1", group: 'a "b",', content: "00", label: "11" };
  expect(readPopulationLine(populationLine(item))).toEqual(item);
  expect(readPopulationLine(populationLine({ ...item, group: null }))).toEqual({ ...item, group: null });
  for (const line of ["", "{}", '["item_1",null,"00"]', '["item_1",1,"00","11"]', "[1,2,3,4]"])
    expect(() => readPopulationLine(line)).toThrow(/population.jsonl: a line is not/);
});

test("the root changes with each line and with their order", () => {
  const lines = ["a", "b", "c"].map((id) => populationLine({ id, group: null, content: "0", label: "1" }));
  const root = populationRoot(sha256, lines);
  expect(root).toMatch(/^[0-9a-f]{64}$/);
  expect(populationRoot(sha256, lines.toReversed())).not.toBe(root);
  expect(populationRoot(sha256, lines.slice(1))).not.toBe(root);
  expect(populationRoot(sha256, lines.with(1, `${lines[1]} `))).not.toBe(root);
});

test("an object of a bucket with another ETag is other content", () => {
  const content = (file: { sha256: string | null; etag?: string }) =>
    contentDigest(sha256, { file, line: null, text: null, conversation: null });

  const digests = [{ sha256: "0".repeat(64) }, { sha256: null, etag: '"1"' }, { sha256: null, etag: '"2"' }];
  expect(new Set(digests.map(content)).size).toBe(3);
});
