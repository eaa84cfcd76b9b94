import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@assay/sdk/client.ts";
import { type Command, type Input, onlyArgument, textOf } from "../command.ts";
import { connectTo } from "../connecting.ts";
import { assertWritable } from "../files.ts";

/** `assay download` */
export const download: Command = {
  usage: "download BATCH [-o FILE] [--format FORMAT] [--bundle] [--media]",
  summary: "Save a certified batch's dataset to a file",
  options: {
    output: { type: "string", short: "o", help: "the file to write; default: the service's name for it" },
    format: { type: "string", help: "an export format; default: the project's" },
    bundle: { type: "boolean", help: "save a zip with the certificate and the files to verify it" },
    media: { type: "boolean", help: "save a zip that includes the media files" },
  },
  examples: ["assay download batch_01JD3W8Q9V6T2R4M5N7P8X0YZC --format coco -o street.json"],
  async run(input, terminal) {
    const id = onlyArgument(input, "BATCH");
    const output = textOf(input, "output");
    if (output !== undefined) await assertWritable(output);
    const { data, response } = await untilBuilt(connectTo(terminal), id, input);
    const file = output ?? nameOf(response);
    // renamed when complete
    await pipeline(Readable.fromWeb(data), createWriteStream(`${file}.part`));
    await rename(`${file}.part`, file);
    terminal.print(file);
  },
};

async function untilBuilt(client: Client, id: string, input: Input) {
  const format = textOf(input, "format");
  const query = {
    ...(format === undefined ? {} : { format }),
    ...(input.values.bundle === true ? { bundle: true } : {}),
    ...(input.values.media === true ? { include: "media" as const } : {}),
  };
  for (;;) {
    const { data, response } = await client.GET("/v1/batches/{id}/download", {
      params: { path: { id }, query },
      parseAs: "stream",
    });
    if (response.status === 200 && data !== null) return { data, response };
    await data?.cancel();
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 1_000);
  }
}

/** Only the last part of the path, whatever the header says: the file goes to the current folder. */
function nameOf(response: Response): string {
  const [, name = "dataset"] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return name.replace(/^.*[\\/]/, "");
}
