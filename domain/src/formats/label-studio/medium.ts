import type { ExportItem, Message } from "../format.ts";
import { imageName, isImage } from "../images.ts";

/** What a task shows; also the name of its tag in the labeling interface and of its part of `data`. */
export type Medium = "image" | "audio" | "text" | "conversation";

/** The tag that shows each medium. */
export const TAGS: Readonly<Record<Medium, string>> = {
  image: '<Image name="image" value="$image"/>',
  audio: '<Audio name="audio" value="$audio"/>',
  text: '<Text name="text" value="$text"/>',
  conversation:
    '<Paragraphs name="conversation" value="$conversation" layout="dialogue" nameKey="role" textKey="content"/>',
};

/** What an item shows. */
export function mediumOf(item: ExportItem): Medium {
  if (item.conversation !== null) return "conversation";
  if (isImage(item)) return "image";
  return item.file.content_type.startsWith("audio/") ? "audio" : "text";
}

/**
 * The `data` of a task: its medium under the medium's name, the text of an item of another medium as `text`,
 * and the responses of a conversation as Label Studio's lists need them.
 *
 * An image or a recording is its path in the export below the folder that Label Studio serves
 * (`LOCAL_FILES_DOCUMENT_ROOT`).
 */
export function dataOf(item: ExportItem): Readonly<Record<string, unknown>> {
  const { text, conversation } = item;
  const medium = mediumOf(item);
  const texts = text === null ? {} : { text };
  if (conversation !== null) {
    const { messages, responses } = conversation;
    const listed = responses?.map(({ id, text, ...more }) => ({ id, title: id, body: text, ...more }));
    return { ...texts, conversation: messages.map(paragraphOf), ...(listed ? { responses: listed } : {}) };
  }
  if (medium === "text") return { text: text ?? "" };
  const folder = medium === "image" ? "images" : "audio";
  return { ...texts, [medium]: `/data/local-files/?d=${folder}/${imageName(item)}` };
}

/** A message as a paragraph, whose content must be a text: parts, or the calls of a message without content, are JSON. */
function paragraphOf({ content, ...message }: Message): Message {
  if (typeof content === "string") return { ...message, content };
  return { ...message, content: JSON.stringify(content ?? { tool_calls: message.tool_calls }) };
}

/** Whether a conversation has messages whose parts become text. */
export function hasParts({ conversation }: Pick<ExportItem, "conversation">): boolean {
  return conversation?.messages.some(({ content }) => typeof content !== "string") ?? false;
}
