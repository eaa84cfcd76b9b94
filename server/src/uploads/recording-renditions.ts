import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import { createPeaks } from "@assay/domain/peaks.ts";
import type { Deps } from "../deps.ts";
import type { StagedBlob } from "../platform/blobs/blobs.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { BASIC_RATE, toBasic } from "../recordings/basic.ts";
import { decodeSound, isDecodable } from "../recordings/decode.ts";
import type { Sound } from "../recordings/sound.ts";
import { findRendition, keepRendition, type Rendition } from "./renditions.ts";
import { type FileRow, getFile, isStored } from "./store.ts";

/** Decoding ends there: four hours of MP3 take half a minute, and only a forged recording takes as long (2026-11-27). */
const MAX_MS = 300_000;

/** What is made of a recording: how, by which job, and of which type. */
const MADE = {
  peaks: { job: "make_peaks", content_type: "application/json", make: stagePeaks },
  sound: { job: "make_sound", content_type: "audio/basic", make: stageBasic },
} as const;

type Kind = keyof typeof MADE;

/** More is no recording, but a forged one: a day. */
const MOST_BASIC_BYTES = 24 * 3_600 * BASIC_RATE;

/**
 * The kept peaks or sound of a recording; undefined while a job makes them. Throws `invalid_request` if the file is not a
 * stored recording, or of a type that the service cannot decode.
 */
export async function madeOf(deps: Deps, file: FileRow, kind: Kind): Promise<Rendition | undefined> {
  const { filename, content_type, medium, account_id, id } = file;
  if (medium !== "audio") throw new ServiceError("invalid_request", `${filename} is not a recording`);
  if (!isDecodable(content_type))
    throw new ServiceError(
      "invalid_request",
      `${filename} has no ${kind}: the service does not decode ${content_type}`,
    );
  if (!isStored(file))
    throw new ServiceError("invalid_request", `${filename} has no ${kind}: it is in a bucket only`);
  const kept = await findRendition(deps, file, kind);
  if (kept === undefined) await addJob(deps.db, account_id, MADE[kind].job, { file_id: id });
  return kept;
}

/** The job that makes and keeps the peaks or the sound of a recording, as far as it can be decoded. Does nothing if they are kept, or the file is deleted. */
export function makeOf(kind: Kind) {
  return async (
    deps: Deps,
    job: { readonly account_id: string; readonly file_id: string },
  ): Promise<void> => {
    const { blobs, db } = deps;
    const file = await getFile(db, job.account_id, job.file_id).catch(ifMissing);
    if (file === undefined || !isStored(file) || (await findRendition(deps, file, kind)) !== undefined)
      return;
    const { make, content_type } = MADE[kind];
    const source = blobs.open(file.sha256);
    const end = performance.now() + MAX_MS;
    try {
      const staged = await make(deps, until(end, decodeSound(source, file.content_type)));
      await keepRendition(deps, file, kind, { staged, content_type }).catch(ifMissing);
    } finally {
      source.destroy();
    }
  };
}

async function stagePeaks({ blobs }: Deps, sounds: AsyncIterable<Sound>): Promise<StagedBlob> {
  const peaks = createPeaks();
  let rate = 0;
  for await (const { sample_rate, channels } of sounds) {
    rate ||= sample_rate;
    if (sample_rate !== rate) break;
    peaks.add(channels);
  }
  const text = Buffer.from(JSON.stringify(peaks.finish(rate)));
  return blobs.stage(Readable.from([text]), text.length);
}

function stageBasic({ blobs }: Deps, sounds: AsyncIterable<Sound>): Promise<StagedBlob> {
  return blobs.stage(Readable.from(toBasic(sounds, MOST_BASIC_BYTES)), MOST_BASIC_BYTES);
}

async function* until(end: number, sounds: AsyncIterable<Sound>): AsyncGenerator<Sound> {
  for await (const sound of sounds) {
    if (performance.now() > end) return;
    yield sound;
  }
}

function ifMissing(fault: unknown): undefined {
  if (fault instanceof ServiceError && fault.code === "not_found") return undefined;
  throw fault;
}
