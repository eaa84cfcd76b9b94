import { isJsonObject, type JsonObject } from "./importers/json-value.ts";

/** What a list shows of a conversation instead of its messages. */
export interface ConversationOutline {
  /** The first 200 characters that a user says, else that anybody says; null if there is no text. */
  readonly excerpt: string | null;
  /** How many messages it has. */
  readonly steps: number;
  /** The names of the first tools called, each once, in the order of their first calls, of up to 60 characters each. */
  readonly tools: readonly string[];
  /** How many different tools are called. */
  readonly tool_count: number;
}

const EXCERPT = 200;
const TOOLS = 5;
const TOOL_NAME = 60;

/** The outline of the messages of a conversation as it was uploaded. Linear in the number of messages and calls. */
export function outlineOf(messages: readonly unknown[]): ConversationOutline {
  const said = messages.filter(isJsonObject);
  const tools = new Set(said.flatMap(({ tool_calls }) => listOf(tool_calls).flatMap(toolOf)));
  const byUser = said.filter(({ role }) => role === "user");
  return {
    excerpt: firstText(byUser) ?? firstText(said) ?? null,
    steps: messages.length,
    tools: [...tools].slice(0, TOOLS).map((name) => beginningOf(name, TOOL_NAME)),
    tool_count: tools.size,
  };
}

/** The first text that is not blank. */
function firstText(messages: readonly JsonObject[]): string | undefined {
  for (const { content } of messages) {
    for (const part of typeof content === "string" ? [content] : listOf(content)) {
      const text = isJsonObject(part) && part.type === "text" ? part.text : part;
      if (typeof text === "string" && /\S/.test(text)) return beginningOf(text, EXCERPT);
    }
  }
  return undefined;
}

/** The first characters of a text, of which an emoji is one. */
function beginningOf(text: string, characters: number): string {
  return [...text.trimStart().slice(0, 2 * characters)].slice(0, characters).join("");
}

function toolOf(call: unknown): string[] {
  const called = isJsonObject(call) ? call.function : undefined;
  return isJsonObject(called) && typeof called.name === "string" && called.name !== "" ? [called.name] : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
