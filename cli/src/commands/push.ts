import { stat } from "node:fs/promises";
import type { Assay } from "@assay/sdk/assay.ts";
import {
  type Command,
  choiceOf,
  type Input,
  JSON_OPTION,
  printResult,
  type Terminal,
  textOf,
  UsageError,
} from "../command.ts";
import { assayAt } from "../connecting.ts";
import { progressBar } from "../progress-bar.ts";

/** `assay push` */
export const push: Command = {
  usage: "push PATH… [--project PROJECT] [--name NAME] [--journal FILE] [--on-error fail|skip] [--json]",
  summary: "Upload folders, files and URLs of any size, and print the ids of the uploads",
  options: {
    project: {
      type: "string",
      help: "create a batch of the uploads in this project, and print its id instead",
    },
    name: { type: "string", help: "the batch's name" },
    journal: {
      type: "string",
      help: "a file that notes what of a folder is uploaded, so that a repeat leaves it out",
    },
    "on-error": {
      type: "string",
      help: "fail (default) refuses an upload if one of its files is bad; skip leaves out bad files and lines",
    },
    ...JSON_OPTION,
  },
  examples: [
    "assay push photos/ --project proj_… --journal photos.journal",
    "assay push recordings.zip",
    "assay push https://data.example.com/street.zip",
  ],
  async run(input, terminal) {
    const { positionals } = input;
    if (positionals.length === 0) throw new UsageError("PATH is missing");
    const [project_id, name] = [textOf(input, "project"), textOf(input, "name")];
    if (project_id === undefined && name !== undefined) throw new UsageError("--name needs --project");
    const client = assayAt(terminal);
    const upload_ids: string[] = [];
    for (const place of positionals) upload_ids.push(...(await send(client, place, input, terminal)));
    if (upload_ids.length === 0) throw new Error("there is no file to upload");
    if (project_id === undefined) return printResult(input, terminal, { upload_ids }, upload_ids.join("\n"));
    const batch = await client.batches.create({
      project_id,
      upload_ids,
      ...(name !== undefined && { name }),
    });
    printResult(input, terminal, { upload_ids, batch }, batch.id);
  },
};

/** Uploads a folder, a file or what is at a URL; returns the ids of the uploads. */
async function send(
  client: Assay,
  place: string,
  input: Input,
  { note, progress }: Terminal,
): Promise<readonly string[]> {
  const on_error = choiceOf(input, "on-error", ["fail", "skip"]) ?? "fail";
  if (/^https?:\/\//.test(place)) {
    const { id } = await client.uploads.create({ url: place }, { on_error });
    const upload = await client.uploads.waitFor(id);
    note(`${place}: ${upload.file_count} files`);
    return [upload.id];
  }
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) throw new Error(`there is no file or folder ${place}`);
  if (!found.isDirectory()) {
    const upload = await client.uploads.fromFile(place, {
      on_error,
      onProgress: ({ sent_bytes, size_bytes }) =>
        progress?.(`${place} ${progressBar(sent_bytes, size_bytes)}`),
    });
    note(`${place}: ${upload.file_count} files`);
    return [upload.id];
  }
  const { upload_ids, file_count } = await client.uploads.fromFolder(place, {
    ...{ on_error, journal: textOf(input, "journal") },
    onProgress: ({ sent_files, file_count: files, sent_bytes, size_bytes }) =>
      progress?.(`${place} ${progressBar(sent_bytes, size_bytes)}, ${sent_files} of ${files} files`),
  });
  note(`${place}: ${file_count} files sent`);
  return upload_ids;
}
