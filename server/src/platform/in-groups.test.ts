import { expect, test } from "vitest";
import { inGroups } from "./in-groups.ts";

/** Groups that the test completes, and the requests in each. */
function givenGroups(atOnce: number) {
  const groups: {
    readonly asks: readonly number[];
    readonly end: PromiseWithResolvers<Map<number, string>>;
  }[] = [];
  const ask = inGroups({ size: 2, atOnce }, (asks: readonly number[]) => {
    const end = Promise.withResolvers<Map<number, string>>();
    groups.push({ asks, end });
    return end.promise;
  });
  return { groups, ask };
}

test("the first request runs at once; those that arrive meanwhile make the next groups", async () => {
  const { groups, ask } = givenGroups(1);
  const answers = [1, 2, 3, 4].map(ask);
  expect(groups.map(({ asks }) => asks)).toEqual([[1]]);

  groups[0]?.end.resolve(new Map([[1, "one"]]));
  expect(await answers[0]).toBe("one");
  expect(groups.map(({ asks }) => asks)).toEqual([[1], [2, 3]]);
  groups[1]?.end.resolve(new Map([[3, "three"]]));

  expect(await Promise.all([answers[1], answers[2]])).toEqual([undefined, "three"]);
  groups[2]?.end.resolve(new Map());
  expect(await answers[3]).toBeUndefined();
  void ask(5);
  expect(groups[3]?.asks).toEqual([5]);
});

test("a failed group fails its requests, and the next one runs", async () => {
  const { groups, ask } = givenGroups(1);
  const [first, second] = [ask(1), ask(2)];

  groups[0]?.end.reject(new Error("the disk is full"));

  await expect(first).rejects.toThrow("the disk is full");
  groups[1]?.end.resolve(new Map([[2, "two"]]));
  expect(await second).toBe("two");
});

test("two groups run at the same time if that is allowed", async () => {
  const { groups, ask } = givenGroups(2);
  const answers = [1, 2, 3].map(ask);
  expect(groups.map(({ asks }) => asks)).toEqual([[1], [2]]);

  groups[1]?.end.resolve(new Map([[2, "two"]]));

  expect(await answers[1]).toBe("two");
  expect(groups.map(({ asks }) => asks)).toEqual([[1], [2], [3]]);
});

test("a second group starts only when as many requests wait as run", async () => {
  const { groups, ask } = givenGroups(2);
  const answers = [1, 2, 3, 4].map(ask);
  groups[0]?.end.resolve(new Map([[1, "one"]]));
  groups[1]?.end.resolve(new Map([[2, "two"]]));
  await Promise.all(answers.slice(0, 2));
  expect(groups.map(({ asks }) => asks)).toEqual([[1], [2], [3, 4]]);

  void ask(5);
  expect(groups).toHaveLength(3);
  void ask(6);
  expect(groups.map(({ asks }) => asks).at(-1)).toEqual([5, 6]);
});
