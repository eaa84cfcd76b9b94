import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { ServiceError } from "@assay/domain/errors.ts";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
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

/**
 * Stages the files of a tar.gz archive one by one, in order, without the first `skipped`, which it has to read. A tar has no directory, so harmful content is
 * found on the way: throws `invalid_request` like `readDirectory`, and the caller discards what was staged.
 */
export async function* unpackTar(part: Part, staging: Staging, skipped: number): AsyncGenerator<Unpacked> {
  let entries = 0;
  let files = 0;
  try {
    for await (const entry of entriesOf(part)) {
      entries += 1;
      assertHarmless(part, entry);
      assertEntries(part, entries);
      assertExpansion(part, entry.header.size);
      if (entry.header.type !== "file" || !isFile(entry.header.name)) {
        await leaveOut(entry);
        continue;
      }
      files += 1;
      if (files > skipped) yield await unpackEntry(part, entry, staging, files - 1);
      else await leaveOut(entry);
    }
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : archiveFault(part, "is not a valid tar.gz archive", cause);
  }
  if (files === 0) throw archiveFault(part, "contains no file");
}

async function unpackEntry(
  part: Part,
  tarEntry: ParsedTarEntry,
  staging: Staging,
  entry: number,
): Promise<Unpacked> {
  const { body, header } = tarEntry;
  const filename = cleanFilename(header.name.replace(/^\.\//, ""));
  if (header.size <= MAX_FILE_BYTES) {
    const blob = await staging.stage(body, MAX_FILE_BYTES);
    return { entry, filename, outcome: { filename, declared: undefined, blob } };
  }
  await leaveOut(tarEntry);
  const outcome = archiveFault(part, `holds ${filename}, which is larger than 256 MiB`);
  return { entry, filename, outcome };
}

/** Reads an entry to its end: `cancel` of modern-tar 0.8.6 ends the entry after it, whose reader waits forever. */
async function leaveOut({ body }: ParsedTarEntry): Promise<void> {
  await body.pipeTo(new WritableStream());
}

async function* entriesOf(part: Part): AsyncGenerator<ParsedTarEntry> {
  const unpacked = expandedBytesOf(part);
  // An error in the pipeline also ends the stream that is read below, which reports it.
  pipeline(part.blob.open(), createGunzip(), unpacked).catch(() => undefined);
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
