import { EVERY_TYPE } from "./every-type.ts";
import type { ExportItem, Format } from "./format.ts";
import { withImages } from "./images.ts";
import { toRecord } from "./record.ts";

/** One JSON array of the records of `jsonl`, one record per line. Nothing is lost. */
export const json: Format = {
  name: "json",
  aliases: [],
  types: EVERY_TYPE,
  media_type: "application/json",
  extension: "json",
  single: true,
  files: (context, items) => withImages({ path: "dataset.json", content: array(items()) }, context, items),
  loss: () => [],
};

async function* array(items: AsyncIterable<ExportItem>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const item of items) {
    yield before + toRecord(item);
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
