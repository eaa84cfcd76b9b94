import { expect, test } from "vitest";
import { BATCH_STATUSES, type BatchAction, nextBatchState } from "./batch.ts";

const ACTIONS: readonly BatchAction[] = ["start", "finish", "certify", "fail", "audit", "rework", "amend"];

const ARROWS = {
  "created start": "processing",
  "processing finish": "completed",
  "completed certify": "certified",
  "completed fail": "failed",
  "completed audit": "completed",
  "certified amend": "certified",
  "failed rework": "processing",
};

test("a batch changes its status only in the documented ways", () => {
  const ways: Record<string, string> = {};
  for (const from of BATCH_STATUSES) {
    for (const action of ACTIONS) {
      try {
        ways[`${from} ${action}`] = nextBatchState(from, action);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_state", message: expect.stringContaining(from) });
      }
    }
  }
  expect(ways).toEqual(ARROWS);
});

test("the error of a refused action names the allowed actions", () => {
  expect(() => nextBatchState("completed", "start")).toThrow(
    "cannot start a batch that is completed; allowed: certify, fail, audit",
  );
  expect(() => nextBatchState("certified", "rework")).toThrow(
    "cannot rework a batch that is certified; allowed: amend",
  );
});
