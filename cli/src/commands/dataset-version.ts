import { untilHolds } from "@assay/sdk/until.ts";
import { type Command, JSON_OPTION, onlyArgument, printResult } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay dataset version` */
export const datasetVersion: Command = {
  usage: "dataset version DATASET [--json]",
  summary: "Freeze what a dataset's query finds now as its next version, and print the number",
  options: JSON_OPTION,
  examples: ["assay dataset version ds_01JD3W8Q9V6T2R4M5N7P8X0YZC"],
  async run(input, terminal) {
    const id = onlyArgument(input, "DATASET");
    const { datasets } = assayAt(terminal);
    const { version } = await datasets.createVersion(id);
    const made = await untilHolds(
      `version ${version} of ${id} to be ready`,
      {},
      (options) => datasets.getVersion(id, String(version), options),
      ({ status }) => status !== "processing",
    );
    if (made.status !== "ready") throw new Error(made.error ?? `version ${version} is ${made.status}`);
    const { items = 0, batches = 0 } = made.counts ?? {};
    terminal.note(`${items} items of ${batches} batches`);
    printResult(input, terminal, made, String(version));
  },
};
