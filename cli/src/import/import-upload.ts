import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { ApiError } from "@assay/sdk/api-error.ts";
import type { Assay } from "@assay/sdk/assay.ts";
import type { ImportDataset, Imported } from "@assay/sdk/schema.ts";
import { untilHolds } from "@assay/sdk/until.ts";
import { type Input, type Terminal, textOf } from "../command.ts";
import { progressBar } from "../progress-bar.ts";
import type { Way } from "./survey.ts";
import { isArchive } from "./unpack.ts";

/** What is read here at once takes some twenty times its size in memory; the service reads larger files in pieces. */
const LARGE_BYTES = 16 * 1024 * 1024;
/** Formats whose datasets are one file. */
const FILES = [
  "coco",
  "cvat_xml",
  "label_studio",
  "datumaro",
  "doccano",
  "argilla",
  "labelbox",
  "jsonl",
  "csv",
  "parquet",
] as const;
/** Formats whose datasets are folders, which the service reads from archives; images of the batch stand for those that are left out. */
const FOLDERS = ["yolo", "pascal_voc", "huggingface"] as const;
const KINDS = { predictions: "predictions", answers: "annotations", gold: "gold" } as const;

/** The import into a batch that exists, if the service can do it by itself and is better at it; undefined for any other. */
export async function askedOf(
  input: Input,
  name: string,
  way: Way,
  path: string,
): Promise<ImportDataset | undefined> {
  const batch_id = textOf(input, "batch");
  const formats: readonly ImportDataset["format"][] = isArchive(path) ? FOLDERS : FILES;
  const format = formats.find((each) => each === name);
  const hasMore = ["type", "columns", "annotator"].some((option) => textOf(input, option) !== undefined);
  if (batch_id === undefined || format === undefined || hasMore || way === "items" || way === "all")
    return undefined;
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || !(isArchive(path) || found.size > LARGE_BYTES)) return undefined;
  return {
    ...{ batch_id, format, kind: KINDS[way], clip: true },
    on_error: input.values["skip-faults"] === true ? "skip" : "fail",
    dry_run: input.values["dry-run"] === true,
  };
}

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
