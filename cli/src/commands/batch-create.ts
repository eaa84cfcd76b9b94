import {
  type Command,
  JSON_OPTION,
  neededText,
  noArgument,
  printResult,
  textOf,
  textsOf,
  UsageError,
} from "../command.ts";
import { connectTo } from "../connecting.ts";

/** `assay batch create` */
export const batchCreate: Command = {
  usage: "batch create --project PROJECT --upload UPLOAD… [--name NAME] [--json]",
  summary: "Create a batch from uploads and print its id",
  options: {
    project: { type: "string", help: "the project's id" },
    upload: { type: "string", multiple: true, help: "an upload's id; repeat the option for several" },
    name: { type: "string", help: "the batch's name" },
    ...JSON_OPTION,
  },
  examples: ["assay batch create --project proj_… --upload $(assay upload street/*.jpg)"],
  async run(input, terminal) {
    noArgument(input);
    const upload_ids = [...textsOf(input, "upload")];
    if (upload_ids.length === 0) throw new UsageError("--upload is missing");
    const name = textOf(input, "name");
    const { data } = await connectTo(terminal).POST("/v1/batches", {
      body: { project_id: neededText(input, "project"), upload_ids, ...(name === undefined ? {} : { name }) },
    });
    terminal.note(`${data.item_count} items, ${data.status}`);
    printResult(input, terminal, data, data.id);
  },
};
