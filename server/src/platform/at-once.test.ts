import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { atOnce } from "./at-once.ts";

test("works on some items at once, and returns the results in order", async () => {
  let [running, most] = [0, 0];
  const results = await atOnce(3, [5, 1, 4, 2, 3], async (turns) => {
    most = Math.max(most, ++running);
    for (let n = 0; n < turns; n += 1) await turn();
    running -= 1;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(3);
});

test("of several faults it throws that of the first item, once all that began have ended, and begins no further one", async () => {
  const ended: number[] = [];
  const work = async (turns: number) => {
    for (let n = 0; n < turns; n += 1) await turn();
    ended.push(turns);
    throw new Error(`fault ${turns}`);
  };
  await expect(atOnce(2, [9, 1, 3], work)).rejects.toThrow("fault 9");
  expect(ended).toEqual([1, 9]);
});

test("of no item it returns no result", async () => {
  expect(await atOnce(3, [], async () => 1)).toEqual([]);
});
