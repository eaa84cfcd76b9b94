import { EVERY_TYPE } from "./every-type.ts";
import type { Format, Pages } from "./format.ts";
import { withImages } from "./images.ts";
import { listOfEach } from "./pages.ts";
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

async function* array(items: Pages): AsyncGenerator<string> {
  yield "[";
  let isEmpty = true;
  yield* listOfEach(items, (item) => {
    isEmpty = false;
    return [toRecord(item)];
  });
  yield isEmpty ? "]\n" : "\n]\n";
}
