import { type Command, noArgument } from "../command.ts";
import { assayAt } from "../connecting.ts";
import { LIST_OPTIONS, printList } from "../listing.ts";

/** `assay project list` */
export const projectList: Command = {
  usage: "project list [--limit N] [--json]",
  summary: "List the projects, the newest first",
  options: LIST_OPTIONS,
  examples: ["assay project list"],
  async run(input, terminal) {
    noArgument(input);
    await printList(input, terminal, assayAt(terminal).projects.list(), (project) => ({
      id: project.id,
      type: project.annotation_type,
      level: project.quality_level,
      status: project.status,
      name: project.name,
    }));
  },
};
