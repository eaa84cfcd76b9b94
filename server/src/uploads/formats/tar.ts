import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { ServiceError } from "@assay/domain/errors.ts";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { isStoresFault, isSystemFault } from "../../platform/blobs/stores-fault.ts";
import {
  archiveFault,
  assertEntries,
  assertExpansion,
  isFile,
  MAX_FILE_BYTES,
  type Unpacked,
} from "./archive.ts";
import { cleanFilename } from "./filename.ts";
import type { Part, Staging } from "./part.ts";
import { checkedHeaders } from "./tar-headers.ts";

/** How the bytes of a tar are packed. */
export type TarKind = "tar" | "gzip";

/** A file of a tar, which has to be read to its end before the next one. */
export interface TarFile {
  readonly filename: string;
  readonly size_bytes: number;
  readonly body: ParsedTarEntry["body"];
}

/**
 * Stages the files of a tar or tar.gz archive one by one, in order, without the first `skipped`, which it has to read. A tar has no directory, so harmful content is
 * found on the way: throws `invalid_request` like `readDirectory`, and the caller discards what was staged.
 */
export async function* unpackTar(
  part: Part,
  kind: TarKind,
  staging: Staging,
  skipped: number,
): AsyncGenerator<Unpacked> {
  let entry = 0;
  try {
    for await (const file of filesOfTar(part, kind)) {
      if (entry < skipped) await leaveOut(file);
      else yield { entry, filename: file.filename, outcome: await stageFile(part, file, staging) };
      entry += 1;
    }
  } catch (cause) {
    throw tarFault(part, kind, cause);
  }
}

/** The refusal of an archive that ended `cause` while it was read, or a fault that is not the sender's. */
export function tarFault(part: Part, kind: TarKind, cause: unknown): unknown {
  if (cause instanceof ServiceError || isStoresFault(cause) || isSystemFault(cause)) return cause;
  return archiveFault(part, `is not a valid ${kind === "tar" ? "tar" : "tar.gz"} archive`, cause);
}

/** The file, staged, or the refusal of a file that is too large. */
export async function stageFile(part: Part, file: TarFile, staging: Staging): Promise<Part | ServiceError> {
  const { filename, size_bytes, body } = file;
  if (size_bytes <= MAX_FILE_BYTES) {
    return { filename, declared: undefined, blob: await staging.stage(body, MAX_FILE_BYTES) };
  }
  await leaveOut(file);
  return archiveFault(part, `holds ${filename}, which is larger than 256 MiB`);
}

/** Reads a file to its end: `cancel` of modern-tar 0.8.6 ends the entry after it, whose reader waits forever. */
export async function leaveOut({ body }: Pick<TarFile, "body">): Promise<void> {
  await body.pipeTo(new WritableStream());
}

/**
 * The files of an archive, in order, without folders and operating systems' metadata files. Throws like `unpackTar`, apart
 * from `tarFault`, for which the caller has to look: reading a file can fail too.
 */
export async function* filesOfTar(part: Part, kind: TarKind): AsyncGenerator<TarFile> {
  let entries = 0;
  let files = 0;
  for await (const entry of entriesOf(part, kind)) {
    const { name, size, type } = entry.header;
    entries += 1;
    assertHarmless(part, entry);
    assertEntries(part, entries);
    if (kind === "gzip") assertExpansion(part, size);
    if (type !== "file" || !isFile(name)) {
      await leaveOut(entry);
      continue;
    }
    files += 1;
    yield { filename: cleanFilename(name.replace(/^\.\//, "")), size_bytes: size, body: entry.body };
  }
  if (files === 0) throw archiveFault(part, "contains no file");
}

async function* entriesOf(part: Part, kind: TarKind): AsyncGenerator<ParsedTarEntry> {
  const unpacked = checkedHeaders((what) => archiveFault(part, what));
  const steps = kind === "tar" ? [unpacked] : [createGunzip(), expandedBytesOf(part), unpacked];
  // An error in the pipeline also ends the stream that is read below, which reports it.
  pipeline([part.blob.open(), ...steps]).catch(() => undefined);
  const bytes = ReadableStream.from<Uint8Array>(unpacked);
  try {
    yield* bytes.pipeThrough(createTarDecoder({ strict: true }));
  } finally {
    unpacked.destroy();
  }
}

/**
 * Passes the unpacked bytes on and fails past the limits: headers may be as large as files, and count towards
 * no entry's size.
 */
function expandedBytesOf(part: Part): Transform {
  let expanded = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      expanded += chunk.length;
      try {
        assertExpansion(part, expanded);
        done(null, chunk);
      } catch (fault) {
        done(fault instanceof Error ? fault : new Error(String(fault)));
      }
    },
  });
}

function assertHarmless(part: Part, { header }: ParsedTarEntry): void {
  if (header.type !== "file" && header.type !== "directory") {
    throw archiveFault(
      part,
      header.type?.includes("link") ? "contains a symbolic link" : "contains an entry that is not a file",
    );
  }
}
