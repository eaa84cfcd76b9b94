import type { ExportItem, Format } from "./format.ts";
import { fieldsLost } from "./loss.ts";
import { jsonLines, placedTexts, preferencesOf, promptOf, replyOf } from "./messages.ts";

const CARRIED = new Set(["conversation", "text"]);

/** The common part of formats with a line per preference; items without a preference have no line. */
const preferences = {
  types: ["ranking"],
  media_type: "application/x-ndjson",
  single: true,
  loss: (item: ExportItem) => [
    ...fieldsLost(item, CARRIED),
    ...(item.status === "accepted" && preferencesOf(item).length > 0 ? [] : ["status"]),
  ],
} as const;

/**
 * A line for each pair of responses of which one is better: `prompt`, `chosen` and `rejected` as lists of
 * messages. Source: TRL, "Dataset formats and types", conversational preference with an explicit prompt.
 */
export const trlPreference: Format = {
  ...preferences,
  name: "trl_preference",
  aliases: ["dpo_jsonl"],
  extension: "trl.jsonl",
  async *files(_context, items) {
    const records = (item: ExportItem) =>
      preferencesOf(item).map(({ chosen, rejected }) => ({
        prompt: promptOf(item),
        chosen: replyOf(chosen),
        rejected: replyOf(rejected),
      }));
    yield [{ path: "dataset.trl.jsonl", content: jsonLines(items(), records) }];
  },
};

/**
 * The same as `input.messages`, `preferred_output` and `non_preferred_output`.
 * Source: OpenAI, "Direct preference optimization", the format of training files.
 */
export const openaiPreference: Format = {
  ...preferences,
  name: "openai_preference",
  aliases: [],
  extension: "openai.jsonl",
  async *files(_context, items) {
    const records = (item: ExportItem) =>
      preferencesOf(item).map(({ chosen, rejected }) => ({
        input: { messages: promptOf(item), tools: [], parallel_tool_calls: true },
        preferred_output: replyOf(chosen),
        non_preferred_output: replyOf(rejected),
      }));
    yield [{ path: "dataset.openai.jsonl", content: jsonLines(items(), records) }];
  },
};

/**
 * A line for each response ranked first, `label` true, and for each ranked last, `label` false; no line if
 * all share one rank. Source: TRL, "Dataset formats and types", conversational unpaired preference.
 */
export const trlUnpaired: Format = {
  ...preferences,
  name: "trl_unpaired",
  aliases: ["kto_jsonl"],
  extension: "kto.jsonl",
  async *files(_context, items) {
    const records = (item: ExportItem) => {
      const placed = placedTexts(item);
      const last = placed.at(-1)?.place ?? 0;
      return placed
        .filter(({ place }) => last > 0 && (place === 0 || place === last))
        .map(({ text, place }) => ({
          prompt: promptOf(item),
          completion: replyOf(text),
          label: place === 0,
        }));
    };
    yield [{ path: "dataset.kto.jsonl", content: jsonLines(items(), records) }];
  },
  loss: (item) => {
    const lost = preferences.loss(item);
    return new Set(placedTexts(item).map(({ place }) => place)).size > 2 ? [...lost, "ranking"] : lost;
  },
};
