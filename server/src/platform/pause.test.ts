import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { runInSteps } from "./pause.ts";

test("a long computation lets the process do other work between its steps", async () => {
  let isOtherDone = false;
  const other = setImmediate().then(() => {
    isOtherDone = true;
  });
  function* untilOtherIsDone(): Generator<undefined, string> {
    for (let step = 0; step < 10_000_000 && !isOtherDone; step += 1) yield;
    return isOtherDone ? "done" : "not done";
  }
  expect(await runInSteps(untilOtherIsDone())).toBe("done");
  await other;
});
