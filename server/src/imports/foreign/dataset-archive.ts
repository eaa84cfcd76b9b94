import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { ServiceError } from "@assay/domain/errors.ts";
import { isMediaName } from "@assay/domain/importers/media-names.ts";
import yauzl from "yauzl";
import { isStoresFault, isSystemFault } from "../../platform/blobs/stores-fault.ts";
import { withFile } from "../../platform/blobs/with-file.ts";
import { makeTempFolder } from "../../platform/temp-folder.ts";
import { archiveFault, MAX_FILE_BYTES, readDirectory } from "../../uploads/formats/archive.ts";
import type { Kind } from "../../uploads/formats/kind.ts";
import type { Part } from "../../uploads/formats/part.ts";
import { filesOfTar, leaveOut, type TarKind, tarFault } from "../../uploads/formats/tar.ts";
import { openEntry } from "../../uploads/formats/zip-entry.ts";

/** The files of an archive: those that hold labels are unpacked, of images and recordings only the names are known. */
export interface DatasetArchive {
  /** Sorted. */
  readonly paths: readonly string[];
  /** The unpacked files by their paths. */
  readonly files: ReadonlyMap<string, string>;
  readonly discard: () => Promise<void>;
}

/** Whether a file is an archive. */
export function isArchive(kind: Kind): kind is "zip" | TarKind {
  return kind === "zip" || kind === "tar" || kind === "gzip";
}

/**
 * Unpacks the labels of an archive into a temporary folder, under numbers, so that no name in it is a path here. Throws
 * `invalid_request` for a broken archive and one that is harmful to unpack, as uploads of items do.
 */
export async function openArchive(part: Part, kind: "zip" | TarKind): Promise<DatasetArchive> {
  const { path: folder, remove: discard } = await makeTempFolder();
  const files = new Map<string, string>();
  const paths = new Set<string>();
  const placeOf = (name: string) => {
    if (paths.has(name)) throw archiveFault(part, `holds two files with the name ${name}`);
    paths.add(name);
    if (isMediaName(name)) return undefined;
    const place = join(folder, String(files.size));
    files.set(name, place);
    return place;
  };
  try {
    await (kind === "zip" ? unpackZip(part, placeOf) : unpackTar(part, kind, placeOf));
    return { paths: [...paths].sort(), files, discard };
  } catch (fault) {
    await discard();
    throw fault;
  }
}

/** Where a file is written; undefined for one that is left out. */
type PlaceOf = (name: string) => string | undefined;

async function unpackZip(part: Part, placeOf: PlaceOf): Promise<void> {
  const { entries } = await readDirectory(part);
  await withFile(part.blob, async (path) => {
    const zip = await yauzl.openPromise(path, { autoClose: false });
    try {
      for (const entry of entries) {
        const name = entry.fileName.normalize("NFC");
        const place = placeOf(name);
        if (place === undefined) continue;
        if (entry.uncompressedSize > MAX_FILE_BYTES) throw tooLarge(part, name);
        await pipeline(await openEntry(zip, entry), createWriteStream(place));
      }
    } catch (cause) {
      if (cause instanceof ServiceError || isStoresFault(cause) || isSystemFault(cause)) throw cause;
      throw archiveFault(part, "cannot be unpacked", cause);
    } finally {
      zip.close();
    }
  });
}

async function unpackTar(part: Part, kind: TarKind, placeOf: PlaceOf): Promise<void> {
  try {
    for await (const file of filesOfTar(part, kind)) {
      const place = placeOf(file.filename);
      if (place === undefined) await leaveOut(file);
      else if (file.size_bytes > MAX_FILE_BYTES) throw tooLarge(part, file.filename);
      else await pipeline(Readable.fromWeb(file.body as ReadableStream), createWriteStream(place));
    }
  } catch (cause) {
    throw tarFault(part, kind, cause);
  }
}

function tooLarge(part: Part, name: string): ServiceError {
  return archiveFault(part, `holds ${name}, which is larger than 256 MiB`);
}
