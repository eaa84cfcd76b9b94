import { expect, test } from "vitest";
import { startActiveClock } from "./active-clock.ts";

function givenClock() {
  let time = 5_000;
  const clock = startActiveClock(() => time);
  return { clock, pass: (ms: number) => (time += ms) };
}

test("each pause between inputs counts for at most thirty seconds", () => {
  const { clock, pass } = givenClock();
  pass(10_000);
  clock.touch();
  pass(29_999);
  clock.touch();
  pass(3_600_000);
  expect(clock.ms()).toBe(69_999);
  clock.touch();
  expect(clock.ms()).toBe(69_999);
  pass(1);
  expect(clock.ms()).toBe(70_000);
});

test("time with a hidden page does not count", () => {
  const { clock, pass } = givenClock();
  pass(1_000);
  clock.pause();
  pass(20_000);
  clock.pause();
  expect(clock.ms()).toBe(1_000);
  clock.touch();
  pass(500);
  expect(clock.ms()).toBe(1_500);
});
