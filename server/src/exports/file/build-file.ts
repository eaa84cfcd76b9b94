import type { Format } from "@assay/domain/formats/format.ts";
import { openReferences } from "../../buckets/references.ts";
import type { Deps } from "../../deps.ts";
import type { StagedBlob } from "../../platform/blobs/blobs.ts";
import { bundle } from "./bundle.ts";
import type { Dataset } from "./dataset.ts";
import { readRecords, stageGenerated } from "./source.ts";
import type { Variant } from "./variants.ts";

/**
 * Stages a dataset of an account in one variant. The same dataset gives the same bytes, on any machine. Throws `gone` for media
 * by reference that are others by now, `invalid_state` if their bucket cannot be read.
 */
export async function buildFile(
  deps: Pick<Deps, "blobs" | "db" | "outbound" | "secrets">,
  account_id: string,
  dataset: Dataset,
  variant: Variant,
): Promise<StagedBlob> {
  const { blobs } = deps;
  if (!variant.zipped) return stageGenerated(blobs, singleFile(dataset, variant.format));
  const references = openReferences(deps);
  const stageReferenced = async (id: string) => (await references.get({ id, account_id })).stage(blobs);
  try {
    const bytes = bundle({ blobs, stageReferenced }, dataset, variant);
    return await blobs.stage(bytes, Number.POSITIVE_INFINITY);
  } finally {
    references.close();
  }
}

async function* singleFile(
  { context, records }: Dataset,
  format: Format,
): AsyncGenerator<string | Uint8Array> {
  for await (const page of format.files({ ...context, media: false }, () => readRecords(records)))
    for (const file of page) if ("content" in file) yield* file.content;
}
