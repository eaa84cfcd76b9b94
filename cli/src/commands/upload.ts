import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { type Command, UsageError } from "../command.ts";
import { connectTo } from "../connecting.ts";

/** `assay upload` */
export const upload: Command = {
  usage: "upload FILE…",
  summary: "Upload files as one upload and print its id",
  options: {},
  examples: ["assay upload street/*.jpg", "assay upload reviews.jsonl"],
  async run({ positionals }, terminal) {
    if (positionals.length === 0) throw new UsageError("FILE is missing");
    const form = new FormData();
    for (const path of positionals) form.append("file", await openAsBlob(path), basename(path));
    const { data } = await connectTo(terminal).POST("/v1/uploads", {
      body: { file: [] },
      bodySerializer: () => form,
    });
    terminal.note(`${data.file_count} files, ${data.size_bytes} bytes, ${data.status}`);
    terminal.print(data.id);
  },
};
