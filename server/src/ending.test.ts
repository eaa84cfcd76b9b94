import { afterAll, afterEach, expect, test, vi } from "vitest";
import { endInOrder, type Part } from "./ending.ts";

vi.useFakeTimers();
afterEach(() => vi.clearAllTimers());
afterAll(() => vi.useRealTimers()); // other files run in the same process

const never = new Promise<void>(() => undefined);

function given() {
  const lines: [string, object, string][] = [];
  const closed: string[] = [];
  const part = (name: string, end: Promise<void> = Promise.resolve(), waits?: readonly string[]): Part => ({
    name,
    close: () => {
      closed.push(name);
      return end;
    },
    ...(waits && { waitsFor: () => waits }),
  });
  const log = {
    info: (fields: object, text: string) => lines.push(["info", fields, text]),
    error: (fields: object, text: string) => lines.push(["error", fields, text]),
  };
  const end = (parts: readonly Part[]) => endInOrder(parts, 25_000, log as never);
  return { lines, closed, part, end };
}

test("parts end one after another, without a word", async () => {
  const { lines, closed, part, end } = given();

  await expect(end([part("requests"), part("jobs")])).resolves.toEqual([]);

  expect(closed).toEqual(["requests", "jobs"]);
  expect(lines).toEqual([]);
});

test("every ten seconds the log names what is waited for, and at the end of the time what was not waited for", async () => {
  const { lines, closed, part, end } = given();
  const ending = end([
    part("work", never, ["job judge_batch 13", "the sweep"]),
    part("thread", never),
    part("pool"),
  ]);

  await vi.advanceTimersByTimeAsync(24_999);
  const waits_for = ["job judge_batch 13", "the sweep"];
  expect(lines).toEqual([
    ["info", { waits_for, seconds: 10 }, "the end of the process waits"],
    ["info", { waits_for, seconds: 20 }, "the end of the process waits"],
  ]);
  expect(closed).toEqual(["work"]);

  await vi.advanceTimersByTimeAsync(501);
  await expect(ending).resolves.toEqual([...waits_for, "thread"]);
  expect(closed).toEqual(["work", "thread", "pool"]);
  expect(lines.slice(2)).toEqual([
    ["error", { waits_for, seconds: 25 }, "the process ends without waiting any longer"],
    ["error", { waits_for: ["thread"], seconds: 26 }, "the process ends without waiting any longer"],
  ]);
});

test("what fails after its time is ignored", async () => {
  const { part, end } = given();
  const late = new Promise<void>((_, reject) => setTimeout(reject, 26_000, new Error("late")));
  const ending = end([part("work", late)]);
  await vi.advanceTimersByTimeAsync(25_000);
  await expect(ending).resolves.toEqual(["work"]);

  await vi.advanceTimersByTimeAsync(2_000); // an unhandled rejection would fail the run
});

test("a part that fails is an error of the whole, and the others end all the same", async () => {
  const { closed, part, end } = given();

  await expect(end([part("work", Promise.reject(new Error("broken"))), part("pool")])).rejects.toThrow(
    "broken",
  );
  expect(closed).toEqual(["work", "pool"]);
  expect(vi.getTimerCount()).toBe(0);
});
