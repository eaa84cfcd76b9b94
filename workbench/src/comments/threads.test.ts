import { expect, test } from "vitest";
import { Pins } from "./pins.ts";
import { type Comment, sayPlace, threadsOf } from "./threads.ts";

const given = (id: string, thread_id: string) => ({ id, thread_id }) as Comment;

test("replies are listed below the comment that started the thread", () => {
  const threads = threadsOf([given("a", "a"), given("b", "b"), given("c", "a"), given("d", "a")]);

  expect(threads.map(({ first, replies }) => [first.id, ...replies.map(({ id }) => id)])).toEqual([
    ["a", "c", "d"],
    ["b"],
  ]);
});

test.each([
  [{ object: 2, point: { x: 1, y: 2 } }, "Object 3"],
  [{ object: "left", time: 62.5 }, "left, at 1:02.50"],
  [{ span: { start: 4, end: 9 } }, "Characters 5 to 9"],
  [{ time: 3 }, "At 0:03.00"],
  [{ point: { x: 10.4, y: 20 } }, "At 10, 20"],
])("a place is said in words", (place, words) => {
  expect(sayPlace(place)).toBe(words);
});

test("the same place reported repeatedly notifies once", () => {
  const pins = new Pins();
  let told = 0;
  pins.subscribe(() => {
    told += 1;
  });
  pins.point({ object: 1 });
  pins.point({ object: 1 });
  pins.pin([]);

  expect([told, pins.place()]).toEqual([1, { object: 1 }]);
});
