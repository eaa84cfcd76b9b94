import { EVERY_TYPE } from "./every-type.ts";
import type { ExportItem, Format } from "./format.ts";
import { withImages } from "./images.ts";
import { textOfEach } from "./pages.ts";
import { toRecord } from "./record.ts";

/**
 * The native format: every item as one line of JSON with all its fields. Nothing is lost.
 * Source: jsonlines.org; UTF-8, each line ends in a line feed.
 */
export const jsonl: Format = {
  name: "jsonl",
  aliases: ["ndjson"],
  types: EVERY_TYPE,
  media_type: "application/x-ndjson",
  extension: "jsonl",
  single: true,
  files: (context, items) =>
    withImages({ path: "dataset.jsonl", content: textOfEach(items(), line) }, context, items),
  loss: () => [],
};

function line(item: ExportItem): string {
  return `${toRecord(item)}\n`;
}
