import { type Command, JSON_OPTION, neededText, onlyArgument, printResult, textsOf } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay dataset create` */
export const datasetCreate: Command = {
  usage: "dataset create NAME --project PROJECT [--batch BATCH]… [--label LABEL]… [--json]",
  summary: "Create a dataset over the certified batches of a project, and print its id",
  options: {
    project: { type: "string", help: "the project's id" },
    batch: {
      type: "string",
      multiple: true,
      help: "only this batch; repeat the option for several; default: all",
    },
    label: { type: "string", multiple: true, help: "only items with this label, or with one of several" },
    ...JSON_OPTION,
  },
  examples: ["assay dataset create signs --project proj_… --label stop --label yield"],
  async run(input, terminal) {
    const name = onlyArgument(input, "NAME");
    const [batch_ids, labels] = [textsOf(input, "batch"), textsOf(input, "label")];
    const query = {
      project_id: neededText(input, "project"),
      ...(batch_ids.length > 0 && { batch_ids: [...batch_ids] }),
      ...(labels.length > 0 && { labels: [...labels] }),
    };
    const dataset = await assayAt(terminal).datasets.create({ name, query });
    printResult(input, terminal, dataset, dataset.id);
  },
};
