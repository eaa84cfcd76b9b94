import { constants } from "node:fs";
import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, normalize, sep } from "node:path";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Listed, ObjectStore } from "../buckets/bucket.ts";
import { ObjectFault } from "../buckets/explain.ts";
import type { SourceRow } from "./store.ts";

/** Throws `invalid_request` unless `path` is absolute and below one of the roots, or one of them. */
export function assertAllowed(roots: readonly string[], path: string): void {
  if (roots.length === 0)
    throw new ServiceError(
      "invalid_request",
      "sources of the kind folder are off; an operator allows folders with ASSAY_SOURCE_FOLDERS",
    );
  if (!isAbsolute(path) || !roots.some((root) => isWithin(root, normalize(path))))
    throw new ServiceError(
      "invalid_request",
      "config.path must be below a folder that the operator allows with ASSAY_SOURCE_FOLDERS",
    );
}

/**
 * The files of a folder of this machine, in the order of their paths below it. A file is known by its time of change and size.
 * Links are listed as empty, and neither they nor what they lead to is read.
 */
export async function openFolder(roots: readonly string[], { config }: SourceRow): Promise<ObjectStore> {
  if (!("path" in config)) throw new Error("a source of the kind folder has a path");
  assertAllowed(roots, config.path);
  const top = await realpath(config.path).catch((fault: unknown) => {
    throw ownersFault(fault, config.path);
  });
  const real = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
  if (!real.some((root) => isWithin(root, top)))
    throw new ServiceError(
      "invalid_request",
      "config.path leads out of the folders that the operator allows",
    );
  let walk: { readonly files: AsyncGenerator<Listed>; after: string } | undefined;
  return {
    async list(after, limit) {
      if (walk?.after !== after) walk = { files: filesIn(top, "", after), after };
      const objects: Listed[] = [];
      while (objects.length < limit) {
        const { value, done } = await walk.files.next();
        if (done) return { objects, after: undefined };
        objects.push(value);
        walk.after = value.key;
      }
      return { objects, after: walk.after };
    },
    async open({ key, etag }, range) {
      const body = await openSame(top, key, etag);
      return { body: body.createReadStream(range), content_type: undefined };
    },
    assertClock: () => undefined,
    close: () => undefined,
  };
}

/** The files behind `after`, depth first. */
async function* filesIn(folder: string, prefix: string, after: string): AsyncGenerator<Listed> {
  for (const { name, key, isFolder } of await entriesOf(folder, prefix)) {
    const path = join(folder, name);
    const mayBeBehind = isBehind(key, after) || (isFolder && after.startsWith(key));
    if (mayBeBehind && isFolder) yield* filesIn(path, key, after);
    else if (mayBeBehind) yield* listed(path, key);
  }
}

/** In the order of their keys. A folder sorts as its name and a slash, as the keys of a bucket do. */
async function entriesOf(folder: string, prefix: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch((fault: unknown) => {
    throw ownersFault(fault, folder);
  });
  return entries
    .map((entry) => {
      const isFolder = entry.isDirectory();
      return { name: entry.name, key: `${prefix}${entry.name}${isFolder ? "/" : ""}`, isFolder };
    })
    .sort((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)));
}

async function* listed(path: string, key: string): AsyncGenerator<Listed> {
  const found = await lstat(path).catch(() => undefined); // removed since
  if (found !== undefined) yield { key, etag: etagOf(found), size_bytes: found.isFile() ? found.size : 0 };
}

function isBehind(key: string, after: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
}

/** Opens a file if it is as it was listed, and still within `top` whatever its folders lead to by now. */
async function openSame(top: string, key: string, etag: string) {
  const path = join(top, key);
  const changed = () => new ObjectFault(`${key}: the file was changed after it was listed: sync again`);
  if (!isWithin(top, path)) throw changed();
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => {
      throw changed();
    },
  );
  try {
    const opened = await file.stat();
    const place = await realpath(path);
    const { ino, dev } = await stat(place);
    const isSame = opened.isFile() && opened.ino === ino && opened.dev === dev;
    if (!isSame || !isWithin(top, place) || etagOf(opened) !== etag) throw changed();
    return file;
  } catch (fault) {
    await file.close();
    throw fault instanceof ServiceError ? fault : changed();
  }
}

function etagOf({ mtimeMs, size }: { readonly mtimeMs: number; readonly size: number }): string {
  return `${Math.round(mtimeMs * 1_000)}-${size}`;
}

function isWithin(root: string, path: string): boolean {
  const folder = root.endsWith(sep) ? root : root + sep;
  return path === root || `${path}${sep}` === folder || path.startsWith(folder);
}

function ownersFault(fault: unknown, path: string): ServiceError {
  const code = fault instanceof Error && "code" in fault ? String(fault.code) : "";
  const why = code === "ENOENT" ? "there is no such folder" : code === "ENOTDIR" ? "it is no folder" : code;
  return new ServiceError("invalid_request", `the folder ${path} cannot be read: ${why}`, { cause: fault });
}
