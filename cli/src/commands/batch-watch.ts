import type { Batch } from "@assay/sdk/schema.ts";
import { untilHolds } from "@assay/sdk/until.ts";
import { type Command, ExitError, JSON_OPTION, onlyArgument, printResult } from "../command.ts";
import { assayAt } from "../connecting.ts";

const FAILED_CERTIFICATION = 3;

/** `assay batch watch` */
export const batchWatch: Command = {
  usage: "batch watch BATCH [--json]",
  summary: "Say how a batch goes on, until it is certified (exit code 0) or has failed (exit code 3)",
  options: JSON_OPTION,
  examples: ["assay batch watch batch_01JD3W8Q9V6T2R4M5N7P8X0YZC && echo certified"],
  async run(input, terminal) {
    const id = onlyArgument(input, "BATCH");
    const { batches } = assayAt(terminal);
    let said = "";
    const batch = await untilHolds(
      `batch ${id} to be certified or failed`,
      {},
      (options) => batches.get(id, options),
      (found) => {
        const now = stateOf(found);
        if (now !== said) terminal.note(now);
        said = now;
        return found.status === "certified" || found.status === "failed";
      },
    );
    printResult(input, terminal, batch, `${batch.status}: ${batch.sentence}`);
    if (batch.status === "failed")
      throw new ExitError(
        batch.failure_reasons.map(({ message }) => message).join("\n"),
        FAILED_CERTIFICATION,
      );
  },
};

function stateOf({ status, annotated_count, item_count }: Batch): string {
  return `${status}, ${annotated_count} of ${item_count} items have their answers`;
}
