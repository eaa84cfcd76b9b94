import { expect, test } from "vitest";
import { coveringTests } from "./covering-tests.ts";

const sent = (test: string, file: string, text: string) => ({ test, file, text });

test("every word that a file of the service sends is sent by a chosen test, and what adds no word is left out", () => {
  const all = [
    sent("large.test.ts", "items.ts", "select id from items where status = $1"),
    sent("large.test.ts", "tasks.ts", "update tasks set status = $1"),
    sent("filters.test.ts", "items.ts", "select id from items where status = $1 and status = $2"),
    sent("same.test.ts", "items.ts", "select id from items where status = $1 and id = $2"),
    sent("small.test.ts", "items.ts", "select id from items"),
    sent("locks.test.ts", "tasks.ts", "update items set status = $1"),
  ];

  expect(coveringTests(all, new Map())).toEqual(["large.test.ts", "filters.test.ts", "locks.test.ts"]);
});

test("of tests that send the same words, the quickest is chosen", () => {
  const all = ["slow.test.ts", "quick.test.ts"].map((test) => sent(test, "items.ts", "select 1"));
  const seconds = new Map([
    ["slow.test.ts", 9],
    ["quick.test.ts", 2],
  ]);

  expect(coveringTests(all, seconds)).toEqual(["quick.test.ts"]);
});
