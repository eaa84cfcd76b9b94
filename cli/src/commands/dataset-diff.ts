import { type Command, countOf, JSON_ALWAYS, UsageError } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay dataset diff` */
export const datasetDiff: Command = {
  usage: "dataset diff DATASET VERSION [--from VERSION] [--limit N] [--json]",
  summary: "Print the items that a version adds, removes or changes, a line of JSON each",
  options: {
    from: { type: "string", help: "the version to compare with; default: the one before" },
    limit: { type: "string", help: "print at most so many; default: all" },
    ...JSON_ALWAYS,
  },
  examples: ["assay dataset diff ds_01JD3W8Q9V6T2R4M5N7P8X0YZC 3 --from 1"],
  async run(input, terminal) {
    const [id, version, ...others] = input.positionals;
    if (id === undefined || version === undefined || others.length > 0)
      throw new UsageError("DATASET and VERSION are needed, and nothing else");
    const from = countOf(input, "from");
    let left = countOf(input, "limit") ?? Number.POSITIVE_INFINITY;
    const query = from === undefined ? {} : { from };
    for await (const difference of assayAt(terminal).datasets.diffVersions(id, version, query)) {
      terminal.print(JSON.stringify(difference));
      left -= 1;
      if (left <= 0) return;
    }
  },
};
