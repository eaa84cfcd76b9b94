import { isObject } from "./line.ts";

const MAX_TURNS = 10_000;
const MAX_RESPONSES = 100;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fault of the `messages` and `responses` (null if absent) of a line: messages have the form of OpenAI's chat
 * completions (`Message` in `domain`), responses are `{id, text, model?}` with unique ids. Fields of messages and kinds of
 * parts that are unknown have no fault.
 */
export function conversationFault(messages: unknown, responses: unknown): string | undefined {
  return messagesFault(messages) ?? (responses === null ? undefined : responsesFault(responses));
}

function messagesFault(messages: unknown): string | undefined {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_TURNS) {
    return `messages must be an array of 1 to ${MAX_TURNS} entries`;
  }
  const called = new Set<string>();
  return firstFault(messages, "messages", (message) => messageFault(message, called));
}

/** `called` has the ids of the tool calls of earlier messages; those of this one are added. */
function messageFault(message: unknown, called: Set<string>): string | undefined {
  if (!isObject(message)) return " must be an object";
  const { role, content = null, name = null, tool_calls = null, tool_call_id = null } = message;
  if (typeof role !== "string" || role === "") return " must have role, a string";
  if (name !== null && typeof name !== "string") return ".name must be a string";
  if (tool_call_id !== null && typeof tool_call_id !== "string") return ".tool_call_id must be a string";
  const calls = tool_calls === null ? undefined : callsFault(tool_calls, called);
  return contentFault(content, isOnlyContent(message)) ?? calls;
}

/** Whether nothing but its content can say what a message says, as its tool calls or a refusal could. */
function isOnlyContent(message: Fields): boolean {
  const told = ["role", "content", "name", "tool_call_id"];
  return Object.keys(message).every((key) => told.includes(key) || message[key] === null);
}

function contentFault(content: unknown, isNeeded: boolean): string | undefined {
  if (typeof content === "string") return undefined;
  if (content === null) return isNeeded ? " must have content, a string or an array of parts" : undefined;
  if (!Array.isArray(content)) return ".content must be a string or an array of parts";
  return firstFault(content, ".content", partFault);
}

function partFault(part: unknown): string | undefined {
  if (!isObject(part) || typeof part.type !== "string") return " must be an object with type, a string";
  if (part.type === "text") return typeof part.text === "string" ? undefined : ".text must be a string";
  if (part.type !== "image_url") return undefined;
  const url = isObject(part.image_url) ? part.image_url.url : undefined;
  return typeof url === "string" && isImageUrl(url)
    ? undefined
    : ".image_url.url must be an http or https URL, or a data URL of an image";
}

function isImageUrl(url: string): boolean {
  return /^data:image\/[a-z+.-]+;base64,/i.test(url) || (/^https?:\/\//i.test(url) && URL.canParse(url));
}

function callsFault(calls: unknown, called: Set<string>): string | undefined {
  if (!Array.isArray(calls)) return ".tool_calls must be an array";
  return firstFault(calls, ".tool_calls", (call) => {
    if (!isObject(call)) return " must be an object";
    if (typeof call.id !== "string" || call.id === "") return ".id must be a string that is not empty";
    if (called.has(call.id)) return ".id is that of an earlier call";
    called.add(call.id);
    return call.type === undefined || call.type === "function" ? functionFault(call.function) : undefined;
  });
}

function functionFault(called: unknown): string | undefined {
  if (!isObject(called)) return ".function must be an object with name and arguments";
  if (typeof called.name !== "string") return ".function.name must be a string";
  if (typeof called.arguments === "string") return undefined;
  return ".function.arguments must be a string, the JSON of the arguments";
}

/** The fault of the first faulty one, behind where it is: `messages.3.content.0.text must be a string`. */
function firstFault(
  list: readonly unknown[],
  at: string,
  faultOf: (one: unknown) => string | undefined,
): string | undefined {
  for (const [index, one] of list.entries()) {
    const fault = faultOf(one);
    if (fault !== undefined) return `${at}.${index}${fault}`;
  }
  return undefined;
}

function responsesFault(responses: unknown): string | undefined {
  if (!Array.isArray(responses) || responses.length === 0 || responses.length > MAX_RESPONSES) {
    return `responses must be an array of 1 to ${MAX_RESPONSES} entries`;
  }
  const ids = new Set<unknown>();
  for (const [index, response] of responses.entries()) {
    const fault = responseFault(response);
    if (fault !== undefined) return `responses.${index} ${fault}`;
    if (response.id === "") return `responses.${index} has an empty id`;
    if (ids.has(response.id)) return `responses.${index} has an id that occurs twice`;
    ids.add(response.id);
  }
  return undefined;
}

function responseFault(response: unknown): string | undefined {
  if (!isObject(response)) return "must be an object";
  const missing = ["id", "text"].find((name) => typeof response[name] !== "string");
  if (missing !== undefined) return `must have ${missing}, a string`;
  const known = ["id", "text", "model"];
  const isFaulty = (name: string) => !known.includes(name) || typeof response[name] !== "string";
  const other = Object.keys(response).find(isFaulty);
  return other === undefined
    ? undefined
    : `has a ${other} that is not one of the strings ${known.join(", ")}`;
}
