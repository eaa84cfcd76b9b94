import { ServiceError } from "@assay/domain/errors.ts";
import { type Kind, kindOf, ROWS } from "../formats/kind.ts";
import { MAX_LINE_BYTES } from "../formats/line.ts";
import type { Details, Part } from "../formats/part.ts";
import type { ItemDetails } from "./request-bodies.ts";

/**
 * What a request says of the item that the file `filename` becomes; undefined if it says nothing. Throws `invalid_request` if it is
 * longer than a line of a JSONL file may be.
 */
export function detailsIn(filename: string, item: ItemDetails | undefined): Details | undefined {
  if (item === undefined) return undefined;
  if (Buffer.byteLength(JSON.stringify(item)) > MAX_LINE_BYTES) {
    throw new ServiceError("invalid_request", `${filename}: item is longer than 1 MiB of JSON`);
  }
  const { external_id = null, group = null, priority = 0, metadata = {} } = item;
  return { external_id, group, priority, metadata };
}

/** Files that hold many items. */
export const MANY_ITEMS: readonly Kind[] = ["zip", "gzip", "tar", ...ROWS];

/** Throws `invalid_request` for a file of many items with `details`, because each of them has its own in the file. */
export async function assertOneItem(part: Part): Promise<void> {
  if (part.details === undefined || !MANY_ITEMS.includes(await kindOf(part))) return;
  throw new ServiceError(
    "invalid_request",
    `${part.filename} can hold many items: say what is known of each of them in the file, and leave out \`item\``,
  );
}
