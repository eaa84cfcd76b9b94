import type { Item } from "../editor.ts";
import { isRecord } from "../record.ts";

/** A step of a conversation as it was uploaded: parts and fields that are unknown are among it. */
export interface Step {
  readonly role: string;
  readonly name: string | null;
  /** The parts of its content, a text as one part. */
  readonly parts: readonly Part[];
  readonly calls: readonly Call[];
  /** The name of the tool whose call this is the result of; null if it is no result, or its call is not in the conversation. */
  readonly resultOf: string | null;
  /** Whether it is the result of a tool. */
  readonly isResult: boolean;
  /** What else the message has, by its fields; null if there is nothing. */
  readonly more: Readonly<Record<string, unknown>> | null;
}

/** A part of a message: `other` is shown as JSON. */
export type Part =
  | { readonly kind: "text" | "thinking"; readonly text: string }
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "other"; readonly name: string; readonly value: unknown };

/** A call of a tool. */
export interface Call {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: usually JSON. */
  readonly arguments: string;
}

/** A response without its author, which annotators must not see. */
export interface ShownResponse {
  readonly id: string;
  /** `A`, `B` and so on, in display order. */
  readonly letter: string;
  readonly text: string;
}

/** Whether an item is a conversation. */
export function isConversation({ conversation }: Item): boolean {
  return listIn(conversation, "messages").length > 0;
}

/** The roles of an item's messages, in order. */
export function rolesOf({ conversation }: Item): readonly string[] {
  return listIn(conversation, "messages").map((message) => (isRecord(message) ? `${message.role}` : ""));
}

/** The messages of an item's conversation; empty if the item is not a conversation. */
export function messagesOf({ conversation }: Item): readonly Step[] {
  const tools = new Map<string, string>();
  return listIn(conversation, "messages")
    .filter(isRecord)
    .map((message) => stepOf(message, tools));
}

const KNOWN = new Set(["role", "content", "name", "tool_calls", "tool_call_id"]);

/** `tools` has the names of the tools that were called before, by the ids of the calls; those that this message calls are added. */
function stepOf(message: Readonly<Record<string, unknown>>, tools: Map<string, string>): Step {
  const { role, name, content, tool_calls, tool_call_id } = message;
  const calls = (Array.isArray(tool_calls) ? tool_calls : []).filter(isRecord).map(callOf);
  for (const call of calls) tools.set(call.id, call.name);
  const more = Object.entries(message).filter(([key, value]) => !KNOWN.has(key) && value !== null);
  return {
    role: `${role}`,
    name: typeof name === "string" ? name : null,
    parts:
      typeof content === "string" ? textParts(content) : (Array.isArray(content) ? content : []).map(partOf),
    calls,
    resultOf: typeof tool_call_id === "string" ? (tools.get(tool_call_id) ?? null) : null,
    isResult: role === "tool",
    more: more.length === 0 ? null : Object.fromEntries(more),
  };
}

function textParts(text: string): readonly Part[] {
  return text === "" ? [] : [{ kind: "text", text }];
}

function callOf(call: Readonly<Record<string, unknown>>): Call {
  const { name, arguments: given } = isRecord(call.function) ? call.function : {};
  const isFunction = typeof name === "string" && typeof given === "string";
  return isFunction
    ? { id: `${call.id}`, name, arguments: given }
    : { id: `${call.id}`, name: `${call.type}`, arguments: JSON.stringify(call) };
}

function partOf(part: unknown): Part {
  if (!isRecord(part)) return { kind: "other", name: typeof part, value: part };
  const { type, text, thinking, image_url } = part;
  if (type === "text" && typeof text === "string") return { kind: "text", text };
  if (type === "thinking" && typeof thinking === "string") return { kind: "thinking", text: thinking };
  const url = isRecord(image_url) ? image_url.url : undefined;
  if (type === "image_url" && typeof url === "string") return { kind: "image", url };
  return { kind: "other", name: `${type}`, value: part };
}

/** Deeper JSON is shown as it is: the indentation grows with the square of the depth, to 32 MB for 4,000 brackets. */
const MOST_LEVELS = 100;

/** JSON with a line for each value; a text that is no JSON, or nested deeply, as it is. */
export function prettyJson(text: string): string {
  if (levelsOf(text) > MOST_LEVELS) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** How deep the brackets of a JSON text go at most; those within strings count too. */
function levelsOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth > most) most = depth;
  }
  return most;
}

/** An item's responses in display order: a task shuffles them, so that position favors no model. */
export function responsesOf({ conversation }: Item): readonly ShownResponse[] {
  const responses = listIn(conversation, "responses").filter(isResponse);
  return responses.map((response, place) => ({
    id: response.id,
    text: response.text,
    letter: letterOf(place),
  }));
}

function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : letterOf(Math.floor(place / 26) - 1) + letter;
}

function listIn(conversation: unknown, name: string): readonly unknown[] {
  const list = isRecord(conversation) ? conversation[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function isResponse(value: unknown): value is { id: string; text: string } {
  return isRecord(value) && typeof value.id === "string" && typeof value.text === "string";
}
