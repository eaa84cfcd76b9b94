import type { ExportItem } from "./format.ts";

/**
 * The accepted items. Formats that cannot tell an image without a label from one without objects leave out
 * the others: a reader would train on them as images without objects.
 */
export async function* onlyAccepted(items: AsyncIterable<ExportItem>): AsyncGenerator<ExportItem> {
  for await (const item of items) if (item.status === "accepted") yield item;
}

/** A text as the only chunk of a file. */
export function only(text: string): readonly string[] {
  return [text];
}
