import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";
import { holdDuty, leaveDuty } from "./duty.ts";

const { deps, db, advance } = await startService();
const hold = (holder: string) => holdDuty(deps, "sweep", holder);

test("one process has a duty until it leaves it or was silent for 15 seconds", async () => {
  expect(await hold("a")).toBe(true);
  expect(await hold("b")).toBe(false);
  advance(14_000);
  expect(await hold("a")).toBe(true); // renewed
  advance(14_000);
  expect(await hold("b")).toBe(false);
  advance(1_000);
  expect(await hold("b")).toBe(true); // a was killed
  expect(await hold("a")).toBe(false);

  await leaveDuty(db, "sweep", "a"); // late: not its own
  expect(await hold("a")).toBe(false);
  await leaveDuty(db, "sweep", "b");
  expect(await hold("a")).toBe(true);
});

test("of processes that ask together, one has the duty", async () => {
  const asked = await Promise.all(["a", "b", "c", "d"].map((holder) => holdDuty(deps, "other", holder)));
  expect(asked.filter((holds) => holds)).toHaveLength(1);
});
