import type { ExportItem, Format } from "@assay/domain/formats/format.ts";
import { readRecords, type Source } from "./source.ts";

/** Counts, item by item, what a format cannot carry. */
export interface LossTally {
  readonly add: (item: ExportItem) => void;
  /** `loss.json`: the format, how many items there are, and for each part that is lost in how many of them. */
  readonly text: () => string;
}

export function lossTally(format: Format): LossTally {
  const lost = new Map<string, number>();
  let items = 0;
  return {
    add(item) {
      items += 1;
      for (const path of format.loss(item)) lost.set(path, (lost.get(path) ?? 0) + 1);
    },
    text() {
      const counts = Object.fromEntries([...lost].sort(([a], [b]) => (a < b ? -1 : 1)));
      return `${JSON.stringify({ format: format.name, items, lost: counts }, null, 2)}\n`;
    },
  };
}

/** `loss.json` of a dataset in `format`. */
export async function lossOf(format: Format, records: Source): Promise<string> {
  const tally = lossTally(format);
  for await (const item of readRecords(records)) tally.add(item);
  return tally.text();
}
