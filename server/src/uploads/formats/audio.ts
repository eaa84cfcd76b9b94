import { openAsBlob } from "node:fs";
import { ServiceError } from "@assay/domain/errors.ts";
import type { IAudioMetadata } from "music-metadata";
import { withFile } from "../../platform/blobs/with-file.ts";
import { createMutex } from "../../platform/mutex.ts";
import type { AudioType } from "./kind.ts";
import type { Part } from "./part.ts";

const MAX_SECONDS = 4 * 3_600;

/**
 * The length of a recording in seconds, to the millisecond, from its headers and frames. The structure is
 * read but the sound is not decoded: if the header of an MP3 or FLAC states a length, that is used, even if
 * the file was truncated. One recording at a time per process, because a tag may be as large as its file.
 * Throws `invalid_request` that names the file if it cannot be read, contains video, or is longer than four
 * hours.
 */
export async function inspectAudio(part: Part, type: AudioType): Promise<{ readonly duration: number }> {
  return exclusively(async () => {
    const { format } = await read(part, type);
    const { duration = 0, codec, hasVideo = false } = format;
    if (hasVideo) throw fault(part, "is a video, which cannot be annotated");
    const rounded = Math.round(duration * 1_000) / 1_000;
    if (codec === undefined || !(rounded > 0)) throw unreadable(part);
    if (duration > MAX_SECONDS) throw fault(part, "is longer than four hours");
    return { duration: rounded };
  });
}

const exclusively = createMutex();

async function read(part: Part, type: AudioType): Promise<IAudioMetadata> {
  const { parseBlob } = await import("music-metadata"); // loaded with the first recording
  return withFile(part.blob, async (path) => {
    try {
      return await parseBlob(await openAsBlob(path, { type }), { duration: true, skipCovers: true });
    } catch (cause) {
      throw unreadable(part, cause);
    }
  });
}

function unreadable(part: Part, cause?: unknown): ServiceError {
  return fault(part, "is a recording that cannot be read: it is corrupt, cut off or empty", cause);
}

function fault({ filename }: Part, what: string, cause?: unknown): ServiceError {
  return new ServiceError("invalid_request", `${filename} ${what}`, { cause });
}
