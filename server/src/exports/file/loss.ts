import type { ExportContext, Format, Pages } from "@assay/domain/formats/format.ts";
import { readRecords, type Source } from "./source.ts";

type Project = ExportContext["project"];

/** `loss.json` of a dataset in `format`: how many items there are, and for each part that is lost in how many of them. */
export async function lossOf(format: Format, project: Project, records: Source): Promise<string> {
  const { items, text } = countingLoss(format, project, records);
  for await (const _ of items());
  return text();
}

/** The items of a dataset, and its `loss.json`, which is counted while they are read for the first time. */
export function countingLoss(format: Format, project: Project, records: Source) {
  const lost = new Map<string, number>();
  let count = 0;
  let state: "new" | "reading" | "read" = "new";
  async function* counted(): Pages {
    for await (const page of readRecords(records)) {
      count += page.length;
      for (const item of page)
        for (const path of format.loss(item, project)) lost.set(path, (lost.get(path) ?? 0) + 1);
      yield page;
    }
    state = "read";
  }
  return {
    items(): Pages {
      if (state !== "new") return readRecords(records);
      state = "reading";
      return counted();
    },
    /** Reads all items if nobody has read them to their end. */
    async text(): Promise<string> {
      if (state !== "read") return lossOf(format, project, records);
      const counts = Object.fromEntries([...lost].sort(([a], [b]) => (a < b ? -1 : 1)));
      return `${JSON.stringify({ format: format.name, items: count, lost: counts }, null, 2)}\n`;
    },
  };
}
