import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { ExportItem } from "@assay/domain/formats/format.ts";
import type { Blobs, StagedBlob, StoredBlob } from "../../platform/blobs/blobs.ts";
import { encoded, readLines } from "../../platform/chunks.ts";

/** Stored bytes, kept or only staged. */
export interface Source extends StoredBlob {
  readonly open: () => Readable;
}

/** The bytes of a kept blob. */
export function keptSource(blobs: Blobs, { sha256, size_bytes }: StoredBlob): Source {
  return { sha256, size_bytes, open: () => blobs.open(sha256) };
}

/** The bytes of a staged blob, until it is kept or discarded. */
export function stagedSource({ sha256, size_bytes, path }: StagedBlob): Source {
  return { sha256, size_bytes, open: () => createReadStream(path) };
}

/** Stages text that is generated chunk by chunk. The service's own files have no size limit. */
export function stageText(blobs: Blobs, text: AsyncIterable<string>): Promise<StagedBlob> {
  return blobs.stage(encoded(text), Number.POSITIVE_INFINITY);
}

/** A text as the only chunk of a file. */
export async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

/** The items of a `dataset.jsonl`, in constant memory. */
export async function* readRecords({ open }: Source): AsyncGenerator<ExportItem> {
  for await (const line of readLines(open().setEncoding("utf8"))) {
    const item: ExportItem = JSON.parse(line); // safe: the service wrote it with toRecord
    yield item;
  }
}
