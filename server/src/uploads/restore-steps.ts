import { ServiceError } from "@assay/domain/errors.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import type { Part } from "./formats/part.ts";
import type { InspectedFile, ReadFile } from "./receiving/inspect.ts";
import type { DeadLink, Link, Links } from "./receiving/links.ts";
import type { Step, StepResults, StoredFile } from "./steps.ts";

/** The step of a file that was read. */
export function toFileStep(position: number, read: ReadFile): Step<"file"> {
  const { outcome, ...found } = read;
  if (outcome instanceof ServiceError) {
    return { position, sha256: null, result: { ...found, file: null, fault: outcome.message } };
  }
  return { position, ...toStored(outcome, (file) => ({ ...found, file, fault: null })) };
}

/** The file of a step. */
export function toReadFile(blobs: Blobs, { sha256, result }: Step<"file">): ReadFile {
  const { file, fault, ...found } = result;
  return { ...found, outcome: restored(blobs, sha256, file) ?? skipped(fault) };
}

/** The step of a link. */
export function toLinkStep(position: number, url: string, link: Link | DeadLink): Step<"link"> {
  if ("fault" in link) {
    const result = { url, parent_file_id: null, file: null, fault: link.fault.message };
    return { position, sha256: null, result };
  }
  const { parent_file_id } = link;
  return { position, ...toStored(link.file, (file) => ({ url, parent_file_id, file, fault: null })) };
}

/** The links of steps. */
export function toLinks(blobs: Blobs, steps: readonly Step<"link">[]): Links {
  return new Map(
    steps.map(({ sha256, result: { url, parent_file_id, file, fault } }) => {
      const found = restored(blobs, sha256, file);
      const isLink = found !== undefined && parent_file_id !== null;
      return [url, isLink ? { parent_file_id, file: found } : { fault: skipped(fault) }];
    }),
  );
}

/** The part of a URL that was fetched, or the reason why there is none. */
export function toPart(blobs: Blobs, { sha256, result }: Step<"part">): Part | ServiceError {
  const { filename, declared, size_bytes, fault } = result;
  if (sha256 === null || size_bytes === null) return skipped(fault);
  return { filename, declared: declared ?? undefined, blob: blobs.kept({ sha256, size_bytes }) };
}

function toStored<Result extends StepResults["file" | "link"]>(
  { blob: { sha256, size_bytes }, ...file }: InspectedFile,
  resultOf: (file: StoredFile) => Result,
) {
  return { sha256, result: resultOf({ ...file, size_bytes }) };
}

function restored(blobs: Blobs, sha256: string | null, stored: StoredFile | null): InspectedFile | undefined {
  if (sha256 === null || stored === null) return undefined;
  const { size_bytes, ...file } = stored;
  return { ...file, blob: blobs.kept({ sha256, size_bytes }) };
}

/** A fault of the sender: others are never stored. */
function skipped(message: string | null): ServiceError {
  return new ServiceError("invalid_request", message ?? "it cannot be read");
}
