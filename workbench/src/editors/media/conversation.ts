import type { Item } from "../editor.ts";
import { isRecord } from "../record.ts";

interface Message {
  readonly role: string;
  readonly content: string;
}

/** A response as it is shown: who or what wrote it is not. */
export interface ShownResponse {
  readonly id: string;
  /** `A`, `B` and so on, in the order in which they are shown. */
  readonly letter: string;
  readonly text: string;
}

/** The messages of an item's conversation; none where it is no conversation. */
export function messagesOf({ conversation }: Item): readonly Message[] {
  return listIn(conversation, "messages").filter(isMessage);
}

/** An item's responses in the order in which they are shown: a task has them shuffled, so that no model gains from its place. */
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
