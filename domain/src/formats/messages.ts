import type { ExportItem, Message, Pages } from "./format.ts";
import { jsonLine } from "./json-line.ts";
import { textOfEach } from "./pages.ts";
import { rankedOf } from "./results.ts";

/** The prompt: the messages of a conversation, or the item's text as a user message. */
export function promptOf({ conversation, text }: ExportItem): readonly Message[] {
  if (conversation !== null) return conversation.messages;
  return text === null ? [] : [{ role: "user", content: text }];
}

/** A response as an assistant's message. */
export function replyOf(content: string): readonly Message[] {
  return [{ role: "assistant", content }];
}

/** A pair of responses of which one was ranked above the other. */
export interface Preference {
  readonly chosen: string;
  readonly rejected: string;
}

/** Every pair of responses of a ranked item of which one is better, as texts, in the order of their ranks. */
export function preferencesOf(item: ExportItem): Preference[] {
  const ranked = placedTexts(item);
  return ranked.flatMap((one) =>
    ranked
      .filter(({ place }) => place > one.place)
      .map((other) => ({ chosen: one.text, rejected: other.text })),
  );
}

/** The responses of a ranked item with their ranks from 0, which ties share, best first. */
export function placedTexts({
  conversation,
  result,
}: ExportItem): readonly { readonly text: string; readonly place: number }[] {
  const texts = new Map(conversation?.responses?.map(({ id, text }) => [id, text]));
  return rankedOf(result).flatMap(({ id, place }) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ text, place }];
  });
}

/** One line of JSON for each of `records`. */
export function jsonLines(
  items: Pages,
  recordsOf: (item: ExportItem) => readonly unknown[],
): AsyncGenerator<string> {
  return textOfEach(items, (item) => {
    let text = "";
    for (const record of recordsOf(item)) text += `${jsonLine(record)}\n`;
    return text;
  });
}
