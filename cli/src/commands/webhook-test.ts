import { EVENT_TYPES } from "@assay/domain/event-types.ts";
import { type Command, choiceOf, JSON_OPTION, onlyArgument, printResult } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** `assay webhook test` */
export const webhookTest: Command = {
  usage: "webhook test WEBHOOK [--type TYPE] [--json]",
  summary: "Deliver an example event to a webhook once, and say what its receiver answered",
  options: {
    type: { type: "string", help: `${EVENT_TYPES.join(", ")}; default: batch.certified` },
    ...JSON_OPTION,
  },
  examples: ["assay webhook test wh_01JD3W8Q9V6T2R4M5N7P8X0YZC --type batch.failed"],
  async run(input, terminal) {
    const id = onlyArgument(input, "WEBHOOK");
    const type = choiceOf(input, "type", EVENT_TYPES) ?? "batch.certified";
    const delivery = await assayAt(terminal).webhooks.test(id, { type });
    const [attempt] = delivery.attempts;
    const answered = attempt?.status_code ?? attempt?.error_code ?? "nothing yet";
    printResult(input, terminal, delivery, `${delivery.status}: ${answered}`);
    if (delivery.status !== "delivered")
      throw new Error(`the receiver did not accept the event: ${answered}`);
  },
};
