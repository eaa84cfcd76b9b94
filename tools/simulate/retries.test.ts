import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("of 4,000 lives with 50 tries of the same data, at most 5.5 % are certified above the truth", async () => {
  const script = join(import.meta.dirname, "retries.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--items", "500"]);
  const rows = stdout
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(/\s+/).map(Number));

  expect(rows).toHaveLength(4);
  for (const [, , , withLedger = 1, without = 0] of rows) {
    expect(withLedger).toBeLessThanOrEqual(0.055);
    expect(without).toBeGreaterThan(0.7); // the tries would work without the ledger
  }
});
