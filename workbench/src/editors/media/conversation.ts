import type { Item } from "../editor.ts";
import { isRecord } from "../record.ts";

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A response without its author, which annotators must not see. */
export interface ShownResponse {
  readonly id: string;
  /** `A`, `B` and so on, in display order. */
  readonly letter: string;
  readonly text: string;
}

/** The messages of an item's conversation; empty if the item is not a conversation. */
export function messagesOf({ conversation }: Item): readonly Message[] {
  return listIn(conversation, "messages").filter(isMessage);
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

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value.role === "string" && typeof value.content === "string";
}

function isResponse(value: unknown): value is { id: string; text: string } {
  return isRecord(value) && typeof value.id === "string" && typeof value.text === "string";
}
