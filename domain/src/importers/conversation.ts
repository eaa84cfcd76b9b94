import type { Conversation, Message } from "../formats/format.ts";
import { isJsonObject, type JsonObject } from "./json-value.ts";

type Response = NonNullable<Conversation["responses"]>[number];

/** The names under which tools write who speaks, what is said, and the text of a response, the usual ones first. */
const ROLES = ["role", "author", "speaker", "name", "from"];
const CONTENTS = ["content", "text", "message", "utterance", "value"];
/** What a message of OpenAI may have instead of a content. */
const OTHER_CONTENTS = ["refusal", "audio", "function_call"];
const BODIES = ["text", "body", "content", "html", "title"];

/**
 * `{messages, responses?}` as our own exports have it, or a list of messages, such as a dialogue of Label Studio or the column
 * `messages` of a dataset for chats; undefined for anything else.
 */
export function conversationIn(value: unknown): Conversation | undefined {
  const fields = isJsonObject(value) ? value : { messages: value };
  const messages = listOf(fields.messages, messageOf);
  if (messages === undefined) return undefined;
  const responses = responsesIn(fields.responses);
  return { messages, ...(responses === undefined ? {} : { responses }) };
}

/** A list of responses with their ids; undefined for anything else. */
export function responsesIn(value: unknown): Conversation["responses"] {
  return listOf(value, responseOf);
}

function listOf<T>(value: unknown, read: (one: JsonObject) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const found = value.flatMap((one) => (isJsonObject(one) ? (read(one) ?? []) : []));
  return found.length === value.length ? found : undefined;
}

function messageOf(value: JsonObject): Message | undefined {
  const { role: spoken, content: said = null, tool_calls } = value;
  const isMessage = typeof said === "string" || Array.isArray(said) || Array.isArray(tool_calls);
  if (typeof spoken === "string" && isMessage) return { ...value, role: spoken };
  const [role, content] = [textIn(value, ROLES), textIn(value, CONTENTS)];
  if (role !== undefined && content !== undefined) return { role, content };
  const isOther = OTHER_CONTENTS.some((name) => value[name] !== undefined && value[name] !== null);
  return typeof spoken === "string" && isOther ? { ...value, role: spoken } : undefined;
}

function responseOf(value: JsonObject): Response | undefined {
  const { id, model } = value;
  const text = textIn(value, BODIES);
  if ((typeof id !== "string" && typeof id !== "number") || text === undefined) return undefined;
  return { id: String(id), text, ...(typeof model === "string" ? { model } : {}) };
}

function textIn(value: JsonObject, names: readonly string[]): string | undefined {
  return names.map((name) => value[name]).find((text) => typeof text === "string");
}
