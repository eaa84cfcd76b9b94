import type { ExportItem, Format } from "./format.ts";
import { fieldsLost } from "./loss.ts";
import { jsonLines, promptOf, replyOf } from "./messages.ts";
import { textOf } from "./results.ts";

const CARRIED = new Set(["conversation", "text"]);

/**
 * A line of `messages` for each item with a text: the messages before it, and the text as the assistant's
 * message. Items without a text have no line; images and audio are not included. Source: TRL, "Dataset
 * formats and types", conversational language modelling; OpenAI's fine-tuning files have the same form.
 */
export const sftMessages: Format = {
  name: "sft_messages",
  aliases: ["openai_jsonl"],
  types: ["text_generation"],
  media_type: "application/x-ndjson",
  extension: "sft.jsonl",
  single: true,
  async *files(_context, items) {
    yield [{ path: "dataset.sft.jsonl", content: jsonLines(items(), recordsOf) }];
  },
  loss: (item) => [...fieldsLost(item, CARRIED), ...(recordsOf(item).length > 0 ? [] : ["status"])],
};

function recordsOf(item: ExportItem): readonly unknown[] {
  const text = textOf(item.result);
  return text === null ? [] : [{ messages: [...promptOf(item), ...replyOf(text)] }];
}
