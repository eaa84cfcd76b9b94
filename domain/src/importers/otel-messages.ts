import type { Message } from "../formats/format.ts";
import { isJsonObject, type JsonObject, parseShallow, textOf } from "./json-value.ts";
import type { SpanEvent } from "./otel-spans.ts";

/** A message, and the key by which it is known when a model is sent it again. */
export interface Turn {
  readonly key: string;
  readonly message: Message;
}

/** Messages `{role, parts, finish_reason?}`, each result of a tool as a message of its own; anything else has none. */
export function turnsIn(value: unknown): Turn[] {
  return (Array.isArray(value) ? value : []).filter(isJsonObject).flatMap(({ role, parts, ...more }) => {
    const own = (Array.isArray(parts) ? parts : []).filter(isJsonObject);
    const results = own.filter(isResult);
    const said = own.filter((part) => !isResult(part));
    const messages: Message[] = results.map(({ type: _, id, response, result, ...rest }) => ({
      ...rest,
      ...{ role: "tool", tool_call_id: textOf(id) },
      content: textOf(response ?? result ?? ""),
    }));
    if (said.length > 0 || results.length === 0) messages.push(saidBy(textOf(role ?? "user"), said));
    // on the last only: a long value on each would make of a file many times as much
    return messages.map((message, index) => ({
      key: keyOf(message),
      message: index === messages.length - 1 ? { ...message, ...more } : message,
    }));
  });
}

function isResult({ type }: JsonObject): boolean {
  return type === "tool_call_response";
}

function saidBy(role: string, parts: readonly JsonObject[]): Message {
  const calls = parts.filter(({ type }) => type === "tool_call");
  const content = parts.filter(({ type }) => type !== "tool_call").map(partOf);
  return {
    role,
    content: content.length === 0 ? (calls.length === 0 ? "" : null) : content,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callOf) }),
  };
}

function callOf({ type: _, id, name, arguments: given, ...more }: JsonObject) {
  return {
    id: textOf(id),
    type: "function",
    function: { name: textOf(name), arguments: textOf(given ?? {}) },
    ...more,
  };
}

function partOf(part: JsonObject): JsonObject {
  const { type, content, modality, mime_type, uri } = part;
  if (type === "text" && typeof content === "string") return { type: "text", text: content };
  if (type === "reasoning" && typeof content === "string") return { type: "thinking", thinking: content };
  const isImage = modality === "image";
  if (type === "blob" && isImage && typeof mime_type === "string" && typeof content === "string")
    return { type: "image_url", image_url: { url: `data:${mime_type};base64,${content}` } };
  if (type === "uri" && isImage && typeof uri === "string" && /^https?:\/\//i.test(uri))
    return { type: "image_url", image_url: { url: uri } };
  return typeof type === "string" ? part : { ...part, type: "other" };
}

const ROLES: Readonly<Record<string, string>> = {
  "gen_ai.system.message": "system",
  "gen_ai.user.message": "user",
  "gen_ai.assistant.message": "assistant",
  "gen_ai.tool.message": "tool",
};

/** The messages of events before semantic conventions 1.37: one for each that a model is sent, and `gen_ai.choice` for its answer. */
export function eventMessages(events: readonly SpanEvent[]) {
  const [asked, answered]: [Turn[], Turn[]] = [[], []];
  const ordered = events.toSorted((one, other) =>
    one.time < other.time ? -1 : one.time > other.time ? 1 : 0,
  );
  for (const { name, attributes } of ordered) {
    const role = ROLES[name];
    if (role !== undefined) asked.push(turnOf(role, attributes));
    else if (name === "gen_ai.choice") answered.push(choiceOf(attributes));
  }
  return { asked, answered };
}

function choiceOf(choice: JsonObject): Turn {
  const message = structured(choice.message);
  const { key, message: said } = turnOf("assistant", isJsonObject(message) ? message : choice);
  const { finish_reason } = choice;
  return { key, message: finish_reason === undefined ? said : { ...said, finish_reason } };
}

function turnOf(role: string, { content, tool_calls, id, role: told }: JsonObject): Turn {
  const calls = structured(tool_calls);
  const message: Message = {
    role: typeof told === "string" ? told : role,
    content: content === undefined || content === null ? (Array.isArray(calls) ? null : "") : textOf(content),
    ...(Array.isArray(calls) && calls.length > 0
      ? { tool_calls: calls.filter(isJsonObject).map(calledOf) }
      : {}),
    ...(role === "tool" && typeof id === "string" ? { tool_call_id: id } : {}),
  };
  return { key: keyOf(message), message };
}

function calledOf({ id, function: called, ...more }: JsonObject) {
  const { name, arguments: given } = isJsonObject(called) ? called : {};
  return {
    ...more,
    id: textOf(id),
    type: "function",
    function: { name: textOf(name), arguments: textOf(given ?? {}) },
  };
}

/** A list or an object that may stand as JSON in a string. */
function structured(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseShallow(value);
  } catch {
    return value;
  }
}

function keyOf({ role, content, tool_calls, tool_call_id }: Message): string {
  return JSON.stringify([role, content, tool_calls, tool_call_id]);
}
