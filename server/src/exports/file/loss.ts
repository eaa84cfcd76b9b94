import type { Format } from "@assay/domain/formats/format.ts";
import { readRecords, type Source } from "./source.ts";

/** `loss.json` of a dataset in `format`: how many items there are, and for each part that is lost in how many of them. */
export async function lossOf(format: Format, records: Source): Promise<string> {
  const lost = new Map<string, number>();
  let items = 0;
  for await (const item of readRecords(records)) {
    items += 1;
    for (const path of format.loss(item)) lost.set(path, (lost.get(path) ?? 0) + 1);
  }
  const counts = Object.fromEntries([...lost].sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ format: format.name, items, lost: counts }, null, 2)}\n`;
}
