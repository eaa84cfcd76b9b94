import { type Command, noArgument } from "../command.ts";
import { assayAt } from "../connecting.ts";
import { LIST_OPTIONS, printList } from "../listing.ts";

/** `assay dataset list` */
export const datasetList: Command = {
  usage: "dataset list [--limit N] [--json]",
  summary: "List the datasets over many batches, the newest first",
  options: LIST_OPTIONS,
  examples: ["assay dataset list"],
  async run(input, terminal) {
    noArgument(input);
    await printList(input, terminal, assayAt(terminal).datasets.list(), (dataset) => ({
      id: dataset.id,
      versions: dataset.last_version,
      project: dataset.project_id,
      name: dataset.name,
    }));
  },
};
