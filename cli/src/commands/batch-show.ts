import { type Command, JSON_ALWAYS, onlyArgument } from "../command.ts";
import { connectTo } from "../connecting.ts";

/** `assay batch show` */
export const batchShow: Command = {
  usage: "batch show BATCH [--json]",
  summary: "Print a batch as JSON",
  options: JSON_ALWAYS,
  examples: ["assay batch show batch_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
  async run(input, terminal) {
    const id = onlyArgument(input, "BATCH");
    const { data } = await connectTo(terminal).GET("/v1/batches/{id}", { params: { path: { id } } });
    terminal.print(JSON.stringify(data, null, 2));
  },
};
