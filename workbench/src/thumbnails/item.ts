import type { components } from "@assay/sdk/schema.ts";

/** What a thumbnail shows of an item. */
export type ThumbnailItem = Pick<
  components["schemas"]["ItemSummary"],
  "id" | "file" | "content_url" | "excerpt" | "label"
>;
