import { randomUUID } from "node:crypto";
import { ApiError } from "@assay/sdk/api-error.ts";
import type { Assay } from "@assay/sdk/assay.ts";
import type { ImportDataset, Imported } from "@assay/sdk/schema.ts";
import { untilHolds } from "@assay/sdk/until.ts";
import type { Terminal } from "../command.ts";
import { progressBar } from "../progress-bar.ts";

/** What is read here at once takes some twenty times its size in memory; the service reads larger files in pieces. */
export const LARGE_BYTES: number = 16 * 1024 * 1024;

/**
 * Uploads the dataset in `path`, has the service import it into a batch that exists, and deletes the upload. Throws an error that names
 * the faults if nothing is imported.
 */
export async function importUpload(
  { uploads, annotations }: Assay,
  path: string,
  asked: ImportDataset,
  { note, progress }: Pick<Terminal, "note" | "progress">,
): Promise<Imported> {
  const { id } = await uploads.fromFile(path, {
    content: "dataset",
    metadata: { import: randomUUID() }, // another run of the same file must not share the upload, which this one deletes
    onProgress: ({ sent_bytes, size_bytes }) => progress?.(`${path} ${progressBar(sent_bytes, size_bytes)}`),
  });
  try {
    await annotations.importDataset(id, asked);
    const ended = await untilHolds(
      `the import of ${path} to end`,
      { intervalMs: 200 },
      (options) => annotations.getDatasetImport(id, options),
      ({ last }) => {
        progress?.(`${last?.lines ?? 0} answers read`);
        return last?.status !== "running";
      },
    );
    if (ended.last?.result) return ended.last.result;
    throw new Error(`${ended.last?.error?.message ?? "the upload was deleted"}\nnothing is imported`);
  } finally {
    await uploads.delete(id).catch((fault: unknown) => {
      if (!(fault instanceof ApiError)) throw fault;
      note(`The upload ${id} could not be deleted: ${fault.message}`);
    });
  }
}
