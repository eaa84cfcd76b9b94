import { expect, test } from "vitest";
import type { Batch } from "../api/batch.ts";
import { amendmentStagesOf, stagesOf } from "./stages.ts";

const AT = "2026-11-21T03:00:00.000Z";

function given(change: Partial<Batch>): Batch {
  const times = {
    created_at: AT,
    processing_at: null,
    completed_at: null,
    certified_at: null,
    failed_at: null,
  };
  return { status: "created", required_level: "standard", ...times, ...change } as Batch;
}

test("the last stage is certified, and reached stages have their times", () => {
  const stages = stagesOf(given({ status: "processing", processing_at: AT }));

  expect(stages.map(({ name, at, isNow }) => [name, at, isNow])).toEqual([
    ["created", AT, false],
    ["processing", AT, true],
    ["in audit", null, false],
    ["certified", null, false],
  ]);
});

test("the last stage of a failed batch is failed", () => {
  expect(stagesOf(given({ status: "failed", failed_at: AT })).at(-1)).toEqual({
    name: "failed",
    at: AT,
    isReached: true,
    isNow: true,
    isBad: true,
  });
});

test("without a quality level, certification is optional", () => {
  expect(stagesOf(given({ required_level: "none" })).at(-1)?.name).toBe("certified, if requested");
});

test.each([
  ["processing", [true, false, false], "revision 2 certified"],
  ["completed", [true, true, false], "revision 2 certified"],
  ["failed", [true, true, true], "failed, revision 1 stays certified"],
] as const)("an amendment that is %s has a way of its own", (amendment, reached, end) => {
  const stages = amendmentStagesOf(given({ status: "certified", amendment, revision: 1 }));

  expect(stages.map(({ isReached }) => isReached)).toEqual(reached);
  expect(stages.findLast(({ isReached }) => isReached)?.isNow).toBe(true);
  expect(stages.at(-1)).toMatchObject({ name: end, isBad: amendment === "failed" });
});

test("without an amendment there is no second line", () => {
  expect(amendmentStagesOf(given({ status: "certified", amendment: null }))).toEqual([]);
});
