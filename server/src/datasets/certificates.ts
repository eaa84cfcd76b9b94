import type { NewRow } from "../platform/database/tables.ts";

/** `certificates.json` of a version: its batches with their certificates, each null if the batch was not certified. */
export function certificatesText(batches: readonly NewRow<"dataset_batches">[]): string {
  const shown = batches.map(
    ({ batch_id, status, items, revision = null, certificate_id = null, sha256 = null }) => ({
      ...{ batch_id, status, items, revision, certificate_id },
      "dataset.jsonl": sha256,
    }),
  );
  return `${JSON.stringify(shown, null, 2)}\n`;
}
