import { expect, test } from "vitest";
import { afterFailure, RETRY_DELAYS } from "./retry.ts";

test("a delivery is retried after 1 m, 5 m, 30 m, 2 h and 24 h, and then its webhook is disabled", () => {
  const followUps = [0, 1, 2, 3, 4, 5].map((attempt) => afterFailure(attempt));
  expect(followUps).toEqual([
    { retryInMs: 60_000 },
    { retryInMs: 300_000 },
    { retryInMs: 1_800_000 },
    { retryInMs: 7_200_000 },
    { retryInMs: 86_400_000 },
    { disable: true },
  ]);
});

test("the retries reach over more than a day", () => {
  const seconds = RETRY_DELAYS.reduce((sum, delay) => sum + delay, 0);
  expect(seconds).toBe(26 * 3600 + 36 * 60);
});

test("other delays give other schedules, and none disables the webhook at once", () => {
  expect(afterFailure(1, [1, 2])).toEqual({ retryInMs: 2000 });
  expect(afterFailure(2, [1, 2])).toEqual({ disable: true });
  expect(afterFailure(0, [])).toEqual({ disable: true });
});
