import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("thresholds of real scores, random and misleading ones accept too many wrong labels in at most 5.5 % of draws", async () => {
  const script = join(import.meta.dirname, "thresholds.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--draws", "400"]);
  const rows = stdout
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(/\s+/));

  expect(rows).toHaveLength(15);
  for (const [, , , , over] of rows) expect(Number(over)).toBeLessThanOrEqual(0.055);
  // a wrong label more than allowed would be accepted more often by a bound that holds less often
  const edge = rows.filter(([scores]) => scores === "edge").map(([, , , , over]) => Number(over));
  expect(Math.max(...edge)).toBeGreaterThan(0.01);
  const [calibrated] = rows.filter(([scores, , goal]) => scores === "calibrated" && goal === "0.05");
  expect(Number(calibrated?.[3])).toBeGreaterThan(0.5);
});
