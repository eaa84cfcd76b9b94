import type { Format } from "@assay/domain/formats/format.ts";
import type { Blobs, StagedBlob } from "../../platform/blobs/blobs.ts";
import { gathered } from "../../platform/chunks.ts";
import { bundleEntries } from "./bundle.ts";
import type { Dataset } from "./dataset.ts";
import { readRecords, stageGenerated } from "./source.ts";
import type { Variant } from "./variants.ts";
import { zip } from "./zip.ts";

/** Stages a dataset in one variant. The same dataset gives the same bytes, on any machine. */
export function buildFile(blobs: Blobs, dataset: Dataset, variant: Variant): Promise<StagedBlob> {
  return variant.zipped
    ? blobs.stage(gathered(zip(bundleEntries(blobs, dataset, variant))), Number.POSITIVE_INFINITY)
    : stageGenerated(blobs, singleFile(dataset, variant.format));
}

async function* singleFile(
  { context, records }: Dataset,
  format: Format,
): AsyncGenerator<string | Uint8Array> {
  for await (const file of format.files({ ...context, media: false }, () => readRecords(records))) {
    if ("content" in file) yield* file.content;
  }
}
