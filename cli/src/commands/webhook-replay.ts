import { type Command, JSON_OPTION, neededText, onlyArgument, printResult, textOf } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay webhook replay` */
export const webhookReplay: Command = {
  usage: "webhook replay WEBHOOK --since TIME [--until TIME] [--json]",
  summary: "Deliver the failed and skipped events of a time again, and print how many",
  options: {
    since: { type: "string", help: "such as 2026-11-27T08:00:00Z; at most 30 days ago" },
    until: { type: "string", help: "default: now" },
    ...JSON_OPTION,
  },
  examples: ["assay webhook replay wh_… --since 2026-11-27T08:00:00Z"],
  async run(input, terminal) {
    const id = onlyArgument(input, "WEBHOOK");
    const until = textOf(input, "until");
    const since = neededText(input, "since");
    const replayed = await assayAt(terminal).webhooks.replayDeliveries(id, {
      since,
      ...(until !== undefined && { until }),
    });
    if (replayed.has_more) terminal.note("There are more: run the command again");
    printResult(input, terminal, replayed, String(replayed.replayed));
  },
};
