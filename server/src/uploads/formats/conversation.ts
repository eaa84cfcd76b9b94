import { isObject } from "./line.ts";

const MAX_TURNS = 1_000;
const MAX_RESPONSES = 100;

/**
 * The fault of the `messages` and `responses` (null if absent) of a line: messages are `{role, content}`,
 * responses `{id, text, model?}` with unique ids.
 */
export function conversationFault(messages: unknown, responses: unknown): string | undefined {
  return messagesFault(messages) ?? (responses === null ? undefined : responsesFault(responses));
}

function messagesFault(messages: unknown): string | undefined {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_TURNS) {
    return `messages must be an array of 1 to ${MAX_TURNS} entries`;
  }
  for (const [index, message] of messages.entries()) {
    const fault = recordFault(message, ["role", "content"], []);
    if (fault !== undefined) return `messages.${index} ${fault}`;
  }
  return undefined;
}

function responsesFault(responses: unknown): string | undefined {
  if (!Array.isArray(responses) || responses.length === 0 || responses.length > MAX_RESPONSES) {
    return `responses must be an array of 1 to ${MAX_RESPONSES} entries`;
  }
  const ids = new Set<unknown>();
  for (const [index, response] of responses.entries()) {
    const fault = recordFault(response, ["id", "text"], ["model"]);
    if (fault !== undefined) return `responses.${index} ${fault}`;
    if (response.id === "") return `responses.${index} has an empty id`;
    if (ids.has(response.id)) return `responses.${index} has an id that occurs twice`;
    ids.add(response.id);
  }
  return undefined;
}

function recordFault(
  record: unknown,
  required: readonly string[],
  optional: readonly string[],
): string | undefined {
  if (!isObject(record)) return "must be an object";
  const missing = required.find((name) => typeof record[name] !== "string");
  if (missing !== undefined) return `must have ${missing}, a string`;
  const known = [...required, ...optional];
  const other = Object.keys(record).find((name) => !known.includes(name) || typeof record[name] !== "string");
  return other === undefined
    ? undefined
    : `has a ${other} that is not one of the strings ${known.join(", ")}`;
}
