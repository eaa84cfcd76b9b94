import type { components } from "@assay/sdk/schema.ts";

/** What a thumbnail shows of an item. */
export type ThumbnailItem = Pick<
  components["schemas"]["ItemSummary"],
  "id" | "file" | "content_url" | "excerpt" | "label"
>;

/** As many characters of a text as the list of items has. */
const EXCERPT = 200;

/** A whole item as a thumbnail takes it. */
export function summarized(item: components["schemas"]["Item"]): ThumbnailItem {
  const { text } = item;
  const excerpt = text === null ? null : [...text.slice(0, 2 * EXCERPT)].slice(0, EXCERPT).join("");
  return { ...item, excerpt };
}
