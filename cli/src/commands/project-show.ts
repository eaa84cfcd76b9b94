import { type Command, JSON_ALWAYS, onlyArgument } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay project show` */
export const projectShow: Command = {
  usage: "project show PROJECT [--json]",
  summary: "Print a project as JSON",
  options: JSON_ALWAYS,
  examples: ["assay project show proj_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
  async run(input, terminal) {
    const id = onlyArgument(input, "PROJECT");
    terminal.print(JSON.stringify(await assayAt(terminal).projects.get(id), null, 2));
  },
};
