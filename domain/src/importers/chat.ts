import type { Conversation } from "../formats/format.ts";
import type { ForeignAnswer, ForeignDataset, ForeignItem, Importer } from "./importer.ts";
import { typeToRead } from "./importer.ts";
import { itemsOfLines, type JsonLine } from "./json-lines.ts";
import type { JsonObject } from "./json-value.ts";

/** The types of which an item can be a conversation. */
export const CHAT_TYPES = [
  "text_classification",
  "multilabel_classification",
  "rating",
  "text_generation",
  "ranking",
] as const;

/** What an importer of chats finds in one object. */
export interface Chat {
  readonly conversation: Conversation;
  readonly external_id: string | null;
  readonly metadata: JsonObject;
  readonly answers?: readonly ForeignAnswer[];
  readonly lost?: readonly string[];
}

/** A dataset of conversations: `wanted` is its type, else `found`. Throws an ImportFault. */
export function datasetOfChats(
  importer: Pick<Importer, "name" | "types">,
  wanted: string | undefined,
  { found, lines }: { readonly found: string; readonly lines: readonly JsonLine[] },
  chatOf: (at: string, fields: JsonObject) => Chat,
): ForeignDataset {
  const annotation_type = typeToRead(importer, wanted, found);
  return {
    ...{ annotation_type, labels: [], type_options: {} },
    items: () => itemsOfLines(lines, (at, fields) => itemOf(at, annotation_type, chatOf(at, fields))),
  };
}

/** The item of a conversation; its answers are rankings, which other types have no place for. */
export function itemOf(at: string, annotation_type: string, chat: Chat): ForeignItem {
  const { conversation, external_id, metadata, answers = [], lost = [] } = chat;
  const isRanked = annotation_type === "ranking";
  return {
    ...{ at, media: null, text: null, conversation, external_id, metadata },
    answers: isRanked ? answers : [],
    lost: [...lost, ...(isRanked || answers.length === 0 ? [] : ["preferences"])],
  };
}

/** A string that is not empty; null for anything else. */
export function idIn(...values: readonly unknown[]): string | null {
  return values.find((value): value is string => typeof value === "string" && value !== "") ?? null;
}

/** An object without some of its fields, and without those that are null. */
export function without(fields: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !names.includes(name) && value !== null),
  );
}
