import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import yauzl from "yauzl";
import { listFiles } from "../files.ts";

const EXTENSION = /\.(zip|tar|tar\.gz|tgz)$/i;

/** Whether a path names an archive: .zip, .tar, .tar.gz or .tgz. */
export function isArchive(path: string): boolean {
  return EXTENSION.test(path);
}

/**
 * Runs `use` with the only file of an archive, or else the folder with its files, which has the name of the archive without its
 * extension; both exist until `use` ends. Throws an error if the archive is broken, has a path that leads outside, or only
 * holds another archive, which may be itself.
 */
export async function withUnpacked<T>(archive: string, use: (path: string) => Promise<T>): Promise<T> {
  const temporary = await mkdtemp(join(tmpdir(), "assay-import-"));
  try {
    const folder = join(temporary, basename(archive).replace(EXTENSION, ""));
    await mkdir(folder);
    await (/\.zip$/i.test(archive) ? unzip(archive, folder) : untar(archive, folder)).catch(
      (cause: unknown) => {
        const why = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${archive} cannot be unpacked: ${why}`, { cause });
      },
    );
    const [file, ...others] = await listFiles(folder);
    if (file === undefined || others.length > 0) return await use(folder);
    if (isArchive(file))
      throw new Error(
        `${archive} cannot be unpacked: it holds only the archive ${file}, which you must unpack first`,
      );
    return await use(join(folder, file));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** yauzl refuses paths that lead outside. */
async function unzip(archive: string, folder: string): Promise<void> {
  const zip = await yauzl.openPromise(archive, { autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/")) continue;
      const path = join(folder, entry.fileName);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
    }
  } finally {
    zip.close();
  }
}

/** modern-tar refuses paths and links that lead outside. */
async function untar(archive: string, folder: string): Promise<void> {
  const unpacked = unpackTar(folder, { strict: true, dmode: 0o700, fmode: 0o600 });
  await (/\.tar$/i.test(archive)
    ? pipeline(createReadStream(archive), unpacked)
    : pipeline(createReadStream(archive), createGunzip(), unpacked));
}
