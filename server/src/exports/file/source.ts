import type { Chunks, ExportItem, Pages } from "@assay/domain/formats/format.ts";
import type { Blobs, ReadableBlob, StagedBlob } from "../../platform/blobs/blobs.ts";
import { encoded, readLineGroups } from "../../platform/chunks.ts";

/** Stored bytes, kept or only staged. */
export type Source = Pick<ReadableBlob, "sha256" | "size_bytes" | "open">;

/** Stages text and bytes that are generated chunk by chunk. The service's own files have no size limit. */
export function stageGenerated(blobs: Blobs, content: Chunks): Promise<StagedBlob> {
  return blobs.stage(encoded(content), Number.POSITIVE_INFINITY);
}

/** The items of a `dataset.jsonl`, in constant memory: a page has those that end in one part of the bytes. */
export async function* readRecords({ open }: Source): Pages {
  for await (const lines of readLineGroups(open().setEncoding("utf8"))) yield lines.map(parsed);
}

function parsed(line: string): ExportItem {
  return JSON.parse(line); // safe: the service wrote it with toRecord
}
