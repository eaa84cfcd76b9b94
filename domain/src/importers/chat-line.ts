import { anthropicChat } from "./anthropic.ts";
import type { Chat } from "./chat.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";
import { openaiChat } from "./openai.ts";

/** What requests of OpenAI and Anthropic have beside their messages, from their API references of 2026-11. */
const OF_REQUESTS = new Set([
  ...[
    "model",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "functions",
    "function_call",
    "response_format",
  ],
  ...["temperature", "top_p", "top_k", "n", "seed", "stop", "stop_sequences", "stop_reason", "max_tokens"],
  ...[
    "max_completion_tokens",
    "presence_penalty",
    "frequency_penalty",
    "logit_bias",
    "logprobs",
    "top_logprobs",
  ],
  ...[
    "stream",
    "stream_options",
    "store",
    "user",
    "reasoning_effort",
    "verbosity",
    "modalities",
    "prediction",
  ],
  ...["service_tier", "prompt_cache_key", "safety_identifier", "web_search_options", "thinking", "system"],
  ...["id", "object", "created", "usage", "choices", "response", "system_fingerprint", "weight"],
]);
const BLOCKS = new Set(["tool_use", "tool_result", "image", "document", "redacted_thinking"]);

/**
 * The conversation of a line in the form of OpenAI or Anthropic; undefined if the line is not clearly one of them, such as one with a
 * field that neither has. Throws an ImportFault for a faulty one.
 */
export function chatOfLine(at: string, line: JsonObject): Chat | undefined {
  const { body, params, request } = line;
  const isBatch = typeof line.custom_id === "string";
  if (isBatch && isJsonObject(body) && Array.isArray(body.messages)) return openaiChat(at, line);
  for (const asked of [params, request])
    if (isBatch && isJsonObject(asked) && Array.isArray(asked.messages)) return anthropicChat(at, line);
  if (!Array.isArray(line.messages)) return undefined;
  const beside = Object.keys(line).filter((name) => name !== "messages");
  if (!beside.every((name) => OF_REQUESTS.has(name))) return undefined;
  if (isAnthropic(line, line.messages)) return anthropicChat(at, line);
  return beside.length > 0 ? openaiChat(at, line) : undefined;
}

/** Whether it has what only Anthropic's form has: instructions beside the messages, and blocks of tools and images. */
function isAnthropic({ system }: JsonObject, messages: readonly unknown[]): boolean {
  if (typeof system === "string" || Array.isArray(system)) return true;
  return messages.some(
    (message) =>
      isJsonObject(message) &&
      Array.isArray(message.content) &&
      message.content.some((block) => isJsonObject(block) && isOnlyAnthropics(block)),
  );
}

function isOnlyAnthropics({ type, source }: JsonObject): boolean {
  if (typeof type !== "string" || !BLOCKS.has(type)) return false;
  return type.startsWith("tool_") || type === "redacted_thinking" || isJsonObject(source);
}
