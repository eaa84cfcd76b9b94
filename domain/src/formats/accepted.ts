import type { Pages } from "./format.ts";
import { itemsThat } from "./pages.ts";

/**
 * The accepted items. Formats that cannot tell an image without a label from one without objects leave out
 * the others: a reader would train on them as images without objects.
 */
export function onlyAccepted(items: Pages): Pages {
  return itemsThat(items, ({ status }) => status === "accepted");
}

/** A text as the only chunk of a file. */
export function only(text: string): readonly string[] {
  return [text];
}
