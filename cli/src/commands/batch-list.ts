import { type Command, choiceOf, noArgument, textOf } from "../command.ts";
import { assayAt } from "../connecting.ts";
import { LIST_OPTIONS, printList } from "../listing.ts";

const STATUSES = ["created", "processing", "completed", "certified", "failed"] as const;

/** `assay batch list` */
export const batchList: Command = {
  usage: "batch list [--project PROJECT] [--status STATUS] [--limit N] [--json]",
  summary: "List the batches, the newest first",
  options: {
    project: { type: "string", help: "only those of this project" },
    status: { type: "string", help: "created, processing, completed, certified or failed" },
    ...LIST_OPTIONS,
  },
  examples: ["assay batch list --status failed"],
  async run(input, terminal) {
    noArgument(input);
    const project_id = textOf(input, "project");
    const status = choiceOf(input, "status", STATUSES);
    const batches = assayAt(terminal).batches.list({
      ...(project_id !== undefined && { project_id }),
      ...(status !== undefined && { status }),
    });
    await printList(input, terminal, batches, (batch) => ({
      id: batch.id,
      status: batch.status,
      items: batch.item_count,
      annotated: batch.annotated_count,
      score: batch.quality_score,
      name: batch.name,
    }));
  },
};
