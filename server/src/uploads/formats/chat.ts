import { without } from "@assay/domain/importers/chat.ts";
import { chatOfLine } from "@assay/domain/importers/chat-line.ts";
import { ImportFault } from "@assay/domain/importers/importer.ts";
import { conversationFault } from "./conversation.ts";
import { isObject } from "./line.ts";

type Fields = Readonly<Record<string, unknown>>;

const AT = "chat";
/** What a line may have beside a chat in any form. */
const OWN = ["external_id", "group", "priority", "metadata", "responses"];

/**
 * The object of a line with a chat of OpenAI or Anthropic as one with the fields of our lines, of which it may have some itself; any
 * other object is returned as it is. Returns the fault of a chat that cannot be read.
 */
export function inOwnForm(fields: Fields): Fields | string {
  try {
    const chat = chatOfLine(AT, without(fields, OWN));
    if (chat === undefined) return fields;
    const { conversation, external_id, metadata, lost = [] } = chat;
    if (lost.includes("choices but the first")) return "choices must have one entry";
    const own = Object.fromEntries(OWN.map((name) => [name, fields[name] ?? null]));
    if (own.metadata !== null && !isObject(own.metadata)) return "metadata must be an object";
    const ids = own.external_id === null || external_id === null ? {} : { id: external_id };
    return {
      ...own,
      external_id: own.external_id ?? external_id,
      messages: conversation.messages,
      metadata: { ...metadata, ...ids, ...own.metadata },
    };
  } catch (fault) {
    if (!(fault instanceof ImportFault)) throw fault;
    // Ours names the message and the field.
    const messages = Array.isArray(fields.messages) ? conversationFault(fields.messages, null) : undefined;
    return messages ?? fault.message.replace(`${AT}: `, "");
  }
}
