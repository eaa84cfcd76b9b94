import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { createPeaks } from "@assay/domain/peaks.ts";
import type { Deps } from "../deps.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { decodeSound, isDecodable } from "../recordings/decode.ts";
import { findRendition, keepRendition, type Rendition } from "./renditions.ts";
import { type FileRow, getFile, isStored } from "./store.ts";

/** Decoding ends there: four hours of MP3 take half a minute, and only a forged recording takes as long (2026-11-27). */
const MAX_MS = 300_000;

/**
 * The kept peaks of a recording; undefined while a job computes them. Throws `invalid_request` if the file is not a
 * stored recording, or of a type that the service cannot decode.
 */
export async function peaksOf(deps: Deps, file: FileRow): Promise<Rendition | undefined> {
  const { filename, content_type, medium, account_id, id } = file;
  if (medium !== "audio") throw new ServiceError("invalid_request", `${filename} is not a recording`);
  if (!isDecodable(content_type))
    throw new ServiceError(
      "invalid_request",
      `${filename} has no peaks: the service does not decode ${content_type}`,
    );
  if (!isStored(file))
    throw new ServiceError("invalid_request", `${filename} has no peaks: it is in a bucket only`);
  const kept = await findRendition(deps, file, "peaks");
  if (kept === undefined) await addJob(deps.db, account_id, "make_peaks", { file_id: id });
  return kept;
}

/** Computes and keeps the peaks of a recording, as far as it can be decoded. Does nothing if they are kept, or the file is deleted. */
export async function makePeaks(
  deps: Deps,
  { account_id, file_id }: { readonly account_id: string; readonly file_id: string },
): Promise<void> {
  const { blobs, db } = deps;
  const file = await getFile(db, account_id, file_id).catch(ifMissing);
  if (file === undefined || !isStored(file) || (await findRendition(deps, file, "peaks")) !== undefined)
    return;
  const peaks = createPeaks();
  const source = blobs.open(file.sha256);
  const end = performance.now() + MAX_MS;
  let sample_rate = 0;
  try {
    for await (const sound of decodeSound(source, file.content_type)) {
      sample_rate ||= sound.sample_rate;
      if (sound.sample_rate !== sample_rate || performance.now() > end) break;
      peaks.add(sound.channels);
    }
  } finally {
    source.destroy();
  }
  const text = Buffer.from(JSON.stringify(peaks.finish(sample_rate)));
  const staged = await blobs.stage(Readable.from([text]), text.length);
  await keepRendition(deps, file, "peaks", { staged, content_type: "application/json" }).catch(ifMissing);
}

function ifMissing(fault: unknown): undefined {
  if (fault instanceof ServiceError && fault.code === "not_found") return undefined;
  throw fault;
}
