import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import yauzl from "yauzl";
import { listFiles } from "../files.ts";
import { withTempFolder } from "./temp-folder.ts";

const EXTENSION = /\.(zip|tar|tar\.gz|tgz)$/i;
const GiB = 1024 ** 3;

/** What an archive may hold. */
export interface Bounds {
  /** Of all its files together, unpacked. */
  readonly bytes: number;
  readonly entries: number;
}

/** What an archive of a size in bytes may hold: real data shrinks less than 100 times, and a bomb 1,000 times or more. */
export function boundsOf(archive_bytes: number): Bounds {
  return { bytes: Math.max(GiB, 100 * archive_bytes), entries: 5_000_000 };
}

/** Whether a path names an archive: .zip, .tar, .tar.gz or .tgz. */
export function isArchive(path: string): boolean {
  return EXTENSION.test(path);
}

/**
 * Runs `use` with the only file of an archive, or else the folder with its files, which has the name of the archive without its
 * extension; both exist until `use` ends. Throws an error if the archive is broken, holds more than `bounds`, has a path that leads
 * outside, or only holds another archive, which may be itself.
 */
export async function withUnpacked<T>(
  archive: string,
  use: (path: string) => Promise<T>,
  bounds?: Bounds,
): Promise<T> {
  return withTempFolder(async (temporary) => {
    const folder = join(temporary, basename(archive).replace(EXTENSION, ""));
    await mkdir(folder);
    try {
      const count = createCount(bounds ?? boundsOf((await stat(archive)).size));
      await (/\.zip$/i.test(archive) ? unzip(archive, folder, count) : untar(archive, folder, count));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${archive} cannot be unpacked: ${why}`, { cause });
    }
    const [file, ...others] = await listFiles(folder);
    if (file === undefined || others.length > 0) return use(folder);
    if (isArchive(file))
      throw new Error(
        `${archive} cannot be unpacked: it holds only the archive ${file}, which you must unpack first`,
      );
    return use(join(folder, file));
  });
}

interface Count {
  /** Throws an error for an entry too many. */
  readonly entry: () => void;
  /** The same bytes. Throws an error at the first one too many, which is not written. */
  readonly bytes: (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
}

function createCount(bounds: Bounds): Count {
  const seen = { bytes: 0, entries: 0 };
  const check = (what: keyof Bounds) => {
    if (seen[what] > bounds[what])
      throw new Error(
        `it holds more than ${bounds[what].toLocaleString("en")} ${what}; unpack it yourself and import the folder if you trust it`,
      );
  };
  return {
    entry() {
      seen.entries += 1;
      check("entries");
    },
    async *bytes(chunks) {
      for await (const chunk of chunks) {
        seen.bytes += chunk.length;
        check("bytes");
        yield chunk;
      }
    },
  };
}

/** yauzl refuses paths that lead outside. */
async function unzip(archive: string, folder: string, count: Count): Promise<void> {
  const zip = await yauzl.openPromise(archive, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      count.entry();
      if (entry.fileName.endsWith("/")) continue;
      const path = join(folder, entry.fileName);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), count.bytes, createWriteStream(path));
    }
  } finally {
    zip.close();
  }
}

/** modern-tar refuses paths and links that lead outside. */
async function untar(archive: string, folder: string, count: Count): Promise<void> {
  const filter = () => {
    count.entry();
    return true;
  };
  const unpacked = unpackTar(folder, { strict: true, dmode: 0o700, fmode: 0o600, filter });
  await (/\.tar$/i.test(archive)
    ? pipeline(createReadStream(archive), count.bytes, unpacked)
    : pipeline(createReadStream(archive), createGunzip(), count.bytes, unpacked));
}
