import { text } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { stageSorted } from "./sorted.ts";

const { deps } = await startService();

test("records in any order are sorted by id, also in more runs than are read at once", async () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 9_999 }), { maxLength: 200 });
  const descending = Array.from({ length: 100 }, (_, n) => 100 - n);
  await fc.assert(
    fc.asyncProperty(ids, async (numbers) => {
      const lines = numbers.map((n) => `{"id":"item_${String(n).padStart(5, "0")}","text":"é"}`);
      async function* given() {
        yield* lines;
      }
      const staged = await stageSorted(deps.blobs, given());
      const sorted = await text(staged.open());
      await deps.blobs.discard([staged]);
      expect(sorted).toBe(
        [...lines]
          .sort()
          .map((line) => `${line}\n`)
          .join(""),
      );
    }),
    { examples: [[descending], [[]]], numRuns: 6 },
  );
});
