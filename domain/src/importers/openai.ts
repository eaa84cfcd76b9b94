import type { Message } from "../formats/format.ts";
import { CHAT_TYPES, type Chat, datasetOfChats, idIn, without } from "./chat.ts";
import { conversationIn } from "./conversation.ts";
import { answerOf, type ForeignDataset, type Importer, ImportFault } from "./importer.ts";
import { validOf } from "./json-lines.ts";
import { objectsOf } from "./json-objects.ts";
import { isJsonObject, type JsonObject, listAt } from "./json-value.ts";

/**
 * Chat completions of OpenAI: `{messages}` as in fine-tuning files and requests, with `choices` if the object has the answer too,
 * `{body: {messages}}` of a batch, and preferences, `{input, preferred_output, non_preferred_output}`. Sources: OpenAI's API reference,
 * "Chat completions", and its guides to supervised fine-tuning and direct preference optimization.
 */
export const openai: Importer = {
  name: "openai",
  aliases: ["openai_jsonl", "openai_preference"],
  types: CHAT_TYPES,
  async read(folder, wanted): Promise<ForeignDataset> {
    const lines = await objectsOf(folder, "openai");
    const isRanked = validOf(lines).some(({ preferred_output }) => preferred_output !== undefined);
    const found = isRanked ? "ranking" : "text_classification";
    return datasetOfChats(openai, wanted, { found, lines }, openaiChat);
  },
};

/** The conversation of an object in this form; throws an ImportFault. */
export function openaiChat(at: string, line: JsonObject): Chat {
  if (line.preferred_output !== undefined) return preferenceOf(at, line);
  const body = isJsonObject(line.body) ? line.body : line;
  const outer = body === line ? {} : without(line, ["body", "custom_id"]);
  const messages = [...messagesAt(at, body.messages), ...chosenOf(body.choices)];
  return {
    conversation: { messages },
    external_id: idIn(line.custom_id, line.id),
    metadata: { ...outer, ...without(body, ["messages", "choices", "custom_id", "id"]) },
    lost: Array.isArray(body.choices) && body.choices.length > 1 ? ["choices but the first"] : [],
  };
}

/** The message of the first choice of a completion. */
function chosenOf(choices: unknown): readonly Message[] {
  const [choice] = Array.isArray(choices) ? choices : [];
  return isJsonObject(choice) ? (conversationIn([choice.message])?.messages ?? []) : [];
}

function messagesAt(at: string, value: unknown): readonly Message[] {
  const conversation = conversationIn(listAt(`${at}: messages`, value));
  if (conversation !== undefined) return conversation.messages;
  throw new ImportFault(at, "messages must be a list that is not empty, of messages with role and content");
}

function preferenceOf(at: string, line: JsonObject): Chat {
  const input = isJsonObject(line.input) ? line.input : {};
  const chosen = messagesAt(`${at}: preferred_output`, line.preferred_output);
  const rejected = messagesAt(`${at}: non_preferred_output`, line.non_preferred_output);
  const [better, worse] = [textOf(chosen), textOf(rejected)];
  // ids in the order of the texts, so that none of them tells which response is preferred
  const [first, second] = better <= worse ? ["a", "b"] : ["b", "a"];
  const responses = [
    { id: first, text: better },
    { id: second, text: worse },
  ].sort((one, other) => (one.id < other.id ? -1 : 1));
  const isPlain = [chosen, rejected].every(
    ([message, ...more]) => more.length === 0 && typeof message?.content === "string" && !message.tool_calls,
  );
  return {
    conversation: { messages: messagesAt(`${at}: input`, input.messages), responses },
    external_id: idIn(line.id),
    metadata: {
      ...without(line, ["id", "input", "preferred_output", "non_preferred_output"]),
      ...without(input, ["messages"]),
    },
    answers: [answerOf({ ranking: [first, second] })],
    lost: isPlain ? [] : ["parts, tool calls and borders of messages in outputs, which become one text"],
  };
}

/** The messages of an output as one text, with calls as `name(arguments)`. */
function textOf(messages: readonly Message[]): string {
  return messages
    .flatMap(({ content, tool_calls }) => [...textsIn(content), ...(tool_calls ?? []).map(callText)])
    .join("\n\n");
}

function textsIn(content: Message["content"]): readonly string[] {
  if (typeof content === "string") return content === "" ? [] : [content];
  return (content ?? []).map((part) =>
    isJsonObject(part) && typeof part.text === "string" ? part.text : JSON.stringify(part),
  );
}

function callText(call: unknown): string {
  const { name, arguments: given } = isJsonObject(call) && isJsonObject(call.function) ? call.function : {};
  return typeof name === "string" && typeof given === "string" ? `${name}(${given})` : JSON.stringify(call);
}
