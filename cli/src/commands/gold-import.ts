import { openAsBlob } from "node:fs";
import { type Command, JSON_OPTION, neededText, onlyArgument, printResult } from "../command.ts";
import { connectTo } from "../connecting.ts";
import { assertFile } from "../files.ts";

/** `assay gold import` */
export const goldImport: Command = {
  usage: "gold import FILE --batch BATCH [--dry-run] [--json]",
  summary: "Store known answers to items of a batch from JSON lines, and print how many",
  options: {
    batch: { type: "string", help: "the batch's id" },
    "dry-run": { type: "boolean", help: "check the lines, and store nothing" },
    ...JSON_OPTION,
  },
  examples: ["assay gold import gold.jsonl --batch batch_… --dry-run"],
  async run(input, terminal) {
    const file = onlyArgument(input, "FILE");
    const id = neededText(input, "batch");
    await assertFile(file);
    const lines = await openAsBlob(file, { type: "application/x-ndjson" });
    const isDryRun = input.values["dry-run"] === true;
    const { data } = await connectTo(terminal).POST("/v1/batches/{id}/gold", {
      params: { path: { id }, query: { dry_run: isDryRun } },
      headers: { "content-type": "application/x-ndjson" },
      body: { gold: [] },
      bodySerializer: () => lines,
    });
    printResult(input, terminal, data, String(isDryRun ? data.would_import : data.imported));
  },
};
