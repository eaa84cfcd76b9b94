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

/**
 * An item's responses in the order in which they are shown: shuffled, so that no model gains from its place, and the
 * same whenever the item is opened, since the item's id is the seed.
 */
export function responsesOf({ id, conversation }: Item): readonly ShownResponse[] {
  const responses = listIn(conversation, "responses").filter(isResponse);
  return shuffled(responses, id).map((response, place) => ({
    id: response.id,
    text: response.text,
    letter: letterOf(place),
  }));
}

function letterOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : letterOf(Math.floor(place / 26) - 1) + letter;
}

/** A permutation that depends on the seed alone (Fisher and Yates, with mulberry32 over an FNV-1a hash). */
export function shuffled<V>(values: readonly V[], seed: string): readonly V[] {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...values];
  return values.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
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
