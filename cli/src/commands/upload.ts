import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { type Command, type Input, JSON_OPTION, printResult, textOf, UsageError } from "../command.ts";
import { connectTo } from "../connecting.ts";
import { assertFile } from "../files.ts";

/** `assay upload` */
export const upload: Command = {
  usage: "upload FILE… [--json]",
  summary: "Upload files as one upload and print its id",
  options: {
    "on-error": {
      type: "string",
      help: "fail (default) refuses all files if one is bad; skip leaves out bad files and lines",
    },
    ...JSON_OPTION,
  },
  examples: [
    "assay upload street/*.jpg",
    "assay upload reviews.jsonl",
    "assay upload --on-error skip images.zip",
  ],
  async run(input, terminal) {
    const { positionals } = input;
    if (positionals.length === 0) throw new UsageError("FILE is missing");
    const form = new FormData();
    for (const path of positionals) form.append("file", await open(path), basename(path));
    const { data } = await connectTo(terminal).POST("/v1/uploads", {
      params: { query: { on_error: onError(input) } },
      body: { file: [] },
      bodySerializer: () => form,
    });
    terminal.note(`${data.file_count} files, ${data.size_bytes} bytes, ${data.status}`);
    if (data.skipped > 0)
      terminal.note(`${data.skipped} left out; GET /v1/uploads/${data.id}/skipped says why`);
    printResult(input, terminal, data, data.id);
  },
};

function onError(input: Input): "fail" | "skip" {
  const value = textOf(input, "on-error") ?? "fail";
  if (value === "fail" || value === "skip") return value;
  throw new UsageError(`--on-error must be fail or skip (got ${value})`);
}

/** `openAsBlob` says of a missing file no more than that it cannot be opened, and opens a folder. */
async function open(path: string): Promise<Blob> {
  await assertFile(path);
  return openAsBlob(path).catch((cause: unknown) => {
    throw new Error(`the file ${path} cannot be read`, { cause });
  });
}
