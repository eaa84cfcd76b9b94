import type { ExportItem, Format } from "@assay/domain/formats/format.ts";
import { readRecords, type Source } from "./source.ts";

/** `loss.json` of a dataset in `format`: how many items there are, and for each part that is lost in how many of them. */
export async function lossOf(format: Format, records: Source): Promise<string> {
  const { items, text } = countingLoss(format, records);
  for await (const _ of items());
  return text();
}

/** The items of a dataset, and its `loss.json`, which is counted while they are read for the first time. */
export function countingLoss(format: Format, records: Source) {
  const lost = new Map<string, number>();
  let count = 0;
  let state: "new" | "reading" | "read" = "new";
  async function* counted(): AsyncGenerator<ExportItem> {
    for await (const item of readRecords(records)) {
      count += 1;
      for (const path of format.loss(item)) lost.set(path, (lost.get(path) ?? 0) + 1);
      yield item;
    }
    state = "read";
  }
  return {
    items(): AsyncIterable<ExportItem> {
      if (state !== "new") return readRecords(records);
      state = "reading";
      return counted();
    },
    /** Reads all items if nobody has read them to their end. */
    async text(): Promise<string> {
      if (state !== "read") return lossOf(format, records);
      const counts = Object.fromEntries([...lost].sort(([a], [b]) => (a < b ? -1 : 1)));
      return `${JSON.stringify({ format: format.name, items: count, lost: counts }, null, 2)}\n`;
    },
  };
}
