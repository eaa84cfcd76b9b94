import { storageFault } from "../../platform/http/json.ts";
import { inOwnForm } from "./chat.ts";
import { conversationFault } from "./conversation.ts";
import {
  isObject,
  itemTextFault,
  type Line,
  lineFault,
  MAX_CONVERSATION_BYTES,
  MAX_LINE_BYTES,
  metadataFault,
  nameFault,
  type OnLineFault,
  priorityFault,
  refuseLine,
} from "./line.ts";
import { type Block, readBlocks } from "./line-blocks.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The check of each field of a line; null counts as absent. */
const FIELD_FAULTS: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  text: (value) => (typeof value === "string" ? itemTextFault(value) : "text must be a string"),
  url: urlFault,
  messages: () => undefined,
  responses: () => undefined,
  external_id: (value) => nameFault("external_id", value),
  group: (value) => nameFault("group", value),
  priority: priorityFault,
  metadata: metadataFault,
};

const KNOWN_FIELDS = Object.keys(FIELD_FAULTS).join(", ");

/**
 * The lines of a JSONL file, in chunks: an object per line with one of `text`, `url` and `messages`
 * (with or without `responses`), and optionally `external_id`, `group`, `priority`, `metadata`. Blank lines
 * are skipped and counted. Faulty lines, `line 17: …`, go to `onFault`.
 */
export async function* readJsonl(
  chunks: AsyncIterable<Buffer>,
  onFault: OnLineFault = refuseLine,
): AsyncGenerator<readonly Line[]> {
  for await (const block of readBlocks(chunks, MAX_CONVERSATION_BYTES, onFault))
    yield readBlock(block, onFault);
}

function readBlock({ first, bytes }: Block, onFault: OnLineFault): Line[] {
  const lines: Line[] = [];
  let number = first;
  for (const text of bytes.toString("utf8").split("\n")) {
    if (text !== "" && text.trim() !== "") {
      const read = readLine(number, text);
      if (typeof read === "string") onFault(number, lineFault(number, read));
      else lines.push(read);
    }
    number += 1;
  }
  return lines;
}

/** The line, or its fault. */
function readLine(line: number, text: string): Line | string {
  const bytes = text.length > MAX_LINE_BYTES / 3 ? Buffer.byteLength(text) : 0;
  if (bytes > MAX_CONVERSATION_BYTES) return "the line is longer than 5 MiB";
  const { value, fault } = itemOf(parse(text));
  if (bytes > MAX_LINE_BYTES && !isConversation(value))
    return "the line is longer than 1 MiB, and only one with messages may be up to 5 MiB";
  if (value === undefined) return "the line is not valid JSON: each line holds a whole object";
  return fault ?? itemFault(value) ?? toLine(line, value);
}

/** An object in our form, made from a chat of OpenAI or Anthropic if it is one, or the fault of the chat. */
export function itemOf(value: unknown): { readonly value: unknown; readonly fault?: string } {
  if (!isObject(value) || !(Array.isArray(value.messages) || typeof value.custom_id === "string"))
    return { value };
  const own = storageFault(value) ?? inOwnForm(value);
  return typeof own === "string" ? { value, fault: own } : { value: own };
}

/** The fault of an object that describes an item. */
export function itemFault(value: unknown): string | undefined {
  if (!isObject(value)) return "a JSON object is needed";
  return storageFault(value) ?? fieldsFault(value);
}

/** Whether an object is a line with `messages`, which may be longer than others. */
export function isConversation(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.messages);
}

/** The value of a line; undefined if it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsFault(fields: Fields): string | undefined {
  for (const name in fields) {
    const faultOf = Object.hasOwn(FIELD_FAULTS, name) ? FIELD_FAULTS[name] : undefined;
    if (faultOf === undefined)
      return `unknown field ${JSON.stringify(name)} (a line may have ${KNOWN_FIELDS})`;
    const fault = fields[name] === null ? undefined : faultOf(fields[name]);
    if (fault !== undefined) return fault;
  }
  const { text = null, url = null, messages = null, responses = null } = fields;
  const contents = Number(text !== null) + Number(url !== null) + Number(messages !== null);
  if (contents !== 1) return "exactly one of text, url and messages is needed";
  if (messages === null) return responses === null ? undefined : "responses need messages";
  return conversationFault(messages, responses);
}

function urlFault(url: unknown): string | undefined {
  if (typeof url === "string" && url.length <= 2048 && /^https?:\/\//i.test(url) && URL.canParse(url))
    return undefined;
  return "url must be an http or https URL of at most 2048 characters";
}

/** The item of an object that `itemFault` has accepted, which makes the casts safe. */
export function toLine(line: number, value: unknown): Line {
  const fields = value as Fields;
  const { messages, responses } = fields as { messages?: unknown[] | null; responses?: unknown[] | null };
  const { text, url, external_id, group } = fields as Readonly<Record<string, string | null | undefined>>;
  const { priority, metadata } = fields as { priority?: number | null; metadata?: Fields | null };
  return {
    line,
    text: text ?? null,
    url: url ?? null,
    conversation: messages ? { messages, ...(responses ? { responses } : {}) } : null,
    external_id: external_id ?? null,
    group: group ?? null,
    priority: priority ?? 0,
    metadata: metadata ?? {},
  };
}
