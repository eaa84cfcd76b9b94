import type { Message } from "../formats/format.ts";
import { CHAT_TYPES, type Chat, datasetOfChats, idIn, without } from "./chat.ts";
import { type Importer, ImportFault } from "./importer.ts";
import { objectsOf } from "./json-objects.ts";
import { isJsonObject, type JsonObject, listAt, objectAt, textOf } from "./json-value.ts";

/**
 * Messages of Anthropic: requests `{system?, messages, tools?, …}`, with the model's `response` if the object has it, and `{custom_id,
 * params}` of a batch. Source: Anthropic's API reference, "Messages" and "Message Batches".
 */
export const anthropic: Importer = {
  name: "anthropic",
  aliases: ["anthropic_messages"],
  types: CHAT_TYPES,
  async read(folder, wanted) {
    const lines = await objectsOf(folder, "anthropic");
    return datasetOfChats(anthropic, wanted, { found: "text_classification", lines }, anthropicChat);
  },
};

/** The conversation of an object in this form; throws an ImportFault. */
export function anthropicChat(at: string, line: JsonObject): Chat {
  const [nested = "", asked = line] =
    Object.entries(line).find(
      (entry): entry is [string, JsonObject] =>
        ["params", "request"].includes(entry[0]) && isJsonObject(entry[1]),
    ) ?? [];
  const response = isJsonObject(line.response) ? line.response : undefined;
  const lost = new Set<string>();
  const system = asked.system ?? null;
  const messages = [
    ...(system === null ? [] : messagesOf(`${at}: system`, { role: "system", content: system }, lost)),
    ...listAt(`${at}: messages`, asked.messages).flatMap((message, index) =>
      messagesOf(`${at}: messages[${index}]`, message, lost),
    ),
    ...(response === undefined ? [] : messagesOf(`${at}: response`, answered(response), lost)),
  ];
  if (messages.length === 0) throw new ImportFault(at, "messages must not be empty");
  const told = ["system", "messages", "custom_id", "id", "response"];
  return {
    conversation: { messages },
    external_id: idIn(line.custom_id, line.id, response?.id),
    metadata: {
      ...(nested === "" ? {} : without(line, [nested, ...told])),
      ...without(asked, told),
      ...(response === undefined ? {} : without(response, ["content", "role", "type", "id"])),
    },
    lost: [...lost],
  };
}

function answered({ role, content }: JsonObject): JsonObject {
  return { role, content };
}

/** A message as one or several: each result of a tool is a message of its own. */
function messagesOf(at: string, value: unknown, lost: Set<string>): readonly Message[] {
  const { role, content, ...more } = objectAt(at, value);
  if (typeof role !== "string") throw new ImportFault(at, "must have role, a text");
  if (typeof content === "string") return [{ ...more, role, content }];
  const blocks = listAt(`${at}.content`, content).map((block, index) =>
    objectAt(`${at}.content[${index}]`, block),
  );
  const messages: Message[] = [];
  let beside = more;
  for (const { start, own } of stretches(blocks)) {
    if (start.type === "tool_result") messages.push(resultOf(start));
    else {
      messages.push({ ...beside, role, ...saidBy(own, lost) });
      beside = {}; // a long value on each would make of a line many times as much
    }
  }
  return messages;
}

/** The blocks in their order: results of tools each alone, and the others that stand between them together. */
function stretches(blocks: readonly JsonObject[]) {
  const found: { readonly start: JsonObject; readonly own: JsonObject[] }[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    const isAlone = block.type === "tool_result" || last === undefined || last.start.type === "tool_result";
    if (isAlone) found.push({ start: block, own: [block] });
    else last.own.push(block);
  }
  return found;
}

function saidBy(blocks: readonly JsonObject[], lost: Set<string>): Pick<Message, "content" | "tool_calls"> {
  const firstCall = blocks.findIndex(({ type }) => type === "tool_use");
  if (firstCall !== -1 && blocks.slice(firstCall).some(({ type }) => type !== "tool_use"))
    lost.add("the order of texts and tool calls in a message");
  const parts = blocks.filter(({ type }) => type !== "tool_use").map(partOf);
  const calls = blocks.filter(({ type }) => type === "tool_use").map(callOf);
  return { content: parts.length === 0 ? null : parts, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

function callOf({ type: _, id, name, input, ...more }: JsonObject) {
  return { id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) }, ...more };
}

function resultOf({ type: _, tool_use_id, content, ...more }: JsonObject): Message {
  const said = { ...more, role: "tool", tool_call_id: textOf(tool_use_id) };
  if (!Array.isArray(content)) return { ...said, content: typeof content === "string" ? content : "" };
  return { ...said, content: content.map((block) => (isJsonObject(block) ? partOf(block) : block)) };
}

/** An image in the form of OpenAI, whose URL may hold the image; other blocks as they are. */
function partOf(block: JsonObject): JsonObject {
  const source = isJsonObject(block.source) ? block.source : {};
  if (block.type !== "image") return block;
  const { type: _, source: __, ...more } = block;
  const url =
    source.type === "base64"
      ? `data:${textOf(source.media_type)};base64,${textOf(source.data)}`
      : idIn(source.url);
  return url === null ? block : { ...more, type: "image_url", image_url: { url } };
}
