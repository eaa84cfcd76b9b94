import { expect, test } from "vitest";
import { storageFault } from "./json.ts";

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test("checking a list of millions of values takes about as long as parsing its JSON", () => {
  const text = `[${"1,".repeat(2_000_000)}1]`;
  const ratios = [1, 2, 3].map(() => {
    let value: unknown;
    const read = cpuMs(() => {
      value = JSON.parse(text);
    });
    return cpuMs(() => storageFault(value)) / read;
  });

  expect(Math.min(...ratios)).toBeLessThan(6);
});
