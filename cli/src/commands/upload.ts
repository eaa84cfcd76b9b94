import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { type Command, UsageError } from "../command.ts";
import { connectTo } from "../connecting.ts";
import { assertFile } from "../files.ts";

/** `assay upload` */
export const upload: Command = {
  usage: "upload FILE…",
  summary: "Upload files as one upload and print its id",
  options: {},
  examples: ["assay upload street/*.jpg", "assay upload reviews.jsonl"],
  async run({ positionals }, terminal) {
    if (positionals.length === 0) throw new UsageError("FILE is missing");
    const form = new FormData();
    for (const path of positionals) form.append("file", await open(path), basename(path));
    const { data } = await connectTo(terminal).POST("/v1/uploads", {
      body: { file: [] },
      bodySerializer: () => form,
    });
    terminal.note(`${data.file_count} files, ${data.size_bytes} bytes, ${data.status}`);
    terminal.print(data.id);
  },
};

/** `openAsBlob` says of a missing file no more than that it cannot be opened, and opens a folder. */
async function open(path: string): Promise<Blob> {
  await assertFile(path);
  return openAsBlob(path).catch((cause: unknown) => {
    throw new Error(`the file ${path} cannot be read`, { cause });
  });
}
