import type { UnfinishedPart } from "../database/upload-tables.ts";

/** The bytes that `parts` count. */
export function countedBytes(parts: readonly UnfinishedPart[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
