import { createReadStream } from "node:fs";

/** Fewer turns of the event loop than with the default of 64 KiB. */
const CHUNK_BYTES = 1_048_576;

/** The lines of a text file, many at a time. A file may be larger than the longest string. */
export async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: CHUNK_BYTES })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
  if (rest !== "") yield [rest];
}
