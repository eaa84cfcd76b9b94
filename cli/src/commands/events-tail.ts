import { type Command, countOf, JSON_ALWAYS, noArgument, textOf, textsOf } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay events tail` */
export const eventsTail: Command = {
  usage: "events tail [--type TYPE]… [--after ID] [--count N] [--json]",
  summary: "Print the account's events as they happen, a line of JSON each",
  options: {
    type: {
      type: "string",
      multiple: true,
      help: "print only events of this type; repeat the option for several",
    },
    after: { type: "string", help: "begin after this event, up to 30 days ago; default: with the next one" },
    count: { type: "string", help: "end after so many events; default: never" },
    ...JSON_ALWAYS,
  },
  examples: ["assay events tail --type batch.certified --type batch.failed", "assay events tail --count 1"],
  async run(input, terminal) {
    noArgument(input);
    const types = textsOf(input, "type");
    let left = countOf(input, "count") ?? Number.POSITIVE_INFINITY;
    const events = assayAt(terminal).events.stream({ lastEventId: textOf(input, "after") });
    for await (const { event } of events) {
      if (types.length > 0 && !types.includes(event.type)) continue;
      terminal.print(JSON.stringify(event));
      left -= 1;
      if (left <= 0) return;
    }
  },
};
