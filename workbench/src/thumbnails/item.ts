import { outlineOf } from "@assay/domain/conversation-outline.ts";
import type { components } from "@assay/sdk/schema.ts";
import { strings as all } from "#strings/items.ts";
import type { Project } from "../api/project.ts";
import type { Guidelines } from "../editors/editor.ts";
import { isRecord } from "../editors/record.ts";

/** What a thumbnail shows of an item. */
export type ThumbnailItem = Pick<
  components["schemas"]["ItemSummary"],
  "id" | "file" | "content_url" | "excerpt" | "outline" | "label"
>;

/** As many characters of a text as the list of items has. */
const EXCERPT = 200;

/** A whole item as a thumbnail takes it. */
export function summarized(item: components["schemas"]["Item"]): ThumbnailItem {
  const { text, conversation } = item;
  const messages = isRecord(conversation) ? conversation.messages : undefined;
  if (Array.isArray(messages)) {
    const outline = outlineOf(messages);
    return { ...item, outline: { ...outline, tools: [...outline.tools] }, excerpt: outline.excerpt };
  }
  const excerpt = text === null ? null : [...text.slice(0, 2 * EXCERPT)].slice(0, EXCERPT).join("");
  return { ...item, excerpt, outline: null };
}

/** The project's newest guidelines, as editors that only show an answer take them. */
export function asGuidelines(project: Project): Guidelines {
  return { ...project, has_assist: false, is_confirmed: true };
}

/** The name of an item: its external id, or its file and line. */
export function nameOf({ external_id, file, line }: components["schemas"]["ListedComment"]["item"]): string {
  return external_id ?? (line === null ? file.filename : all.item.lineOf(file.filename, line));
}
