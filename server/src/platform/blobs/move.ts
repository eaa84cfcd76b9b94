import type { Db } from "../database/db.ts";
import { listNamedBlobs, type NamedBlob } from "./blob-rows.ts";
import type { Blobs } from "./blobs.ts";

/** The outcome of a move. */
export interface Moved {
  /** Blobs that rows name. */
  readonly blobs: number;
  readonly copied: number;
  readonly bytes: number;
  /** Digests of blobs that the old store lacks, or has with other bytes. */
  readonly damaged: readonly string[];
}

const COPIES_AT_ONCE = 8;

/**
 * Copies every blob that a row names and `to` does not have, and checks each digest while it is copied. Locks the
 * files of certified datasets if `to` is to. Repeat it after an interruption; what is there is not read again. The
 * service may run meanwhile.
 */
export async function moveBlobs(
  db: Db,
  from: Blobs,
  to: Blobs,
  tell: (done: number) => void = () => undefined,
): Promise<Moved> {
  let [blobs, copied, bytes] = [0, 0, 0];
  const damaged: string[] = [];
  for await (const group of groupsOf(db)) {
    const sizes = await Promise.all(group.map((blob) => moveOne(blob, from, to)));
    for (const [index, size] of sizes.entries()) {
      if (size === "damaged") damaged.push(group[index]?.sha256 ?? "");
      else if (size !== "there") [copied, bytes] = [copied + 1, bytes + size];
    }
    blobs += group.length;
    tell(blobs);
  }
  return { blobs, copied, bytes, damaged };
}

async function* groupsOf(db: Db): AsyncGenerator<NamedBlob[]> {
  for (let blobs = await listNamedBlobs(db, ""); blobs.length > 0; ) {
    for (let start = 0; start < blobs.length; start += COPIES_AT_ONCE) {
      yield blobs.slice(start, start + COPIES_AT_ONCE);
    }
    blobs = await listNamedBlobs(db, blobs.at(-1)?.sha256 ?? "");
  }
}

/** Copies a blob, and locks it as the service does; one that was copied before is locked from now on. */
async function moveOne({ sha256, is_frozen }: NamedBlob, from: Blobs, to: Blobs) {
  const size = await copy(sha256, from, to);
  if (is_frozen && size !== "damaged") await to.lock([sha256]);
  return size;
}

/** The size of the copy. */
async function copy(sha256: string, from: Blobs, to: Blobs): Promise<number | "there" | "damaged"> {
  if (await to.exists(sha256)) return "there";
  if (!(await from.exists(sha256))) return (await to.exists(sha256)) ? "there" : "damaged";
  const staged = await to.stage(from.open(sha256), Number.POSITIVE_INFINITY);
  try {
    if (staged.sha256 !== sha256) return "damaged";
    await to.keep([staged]);
    return staged.size_bytes;
  } finally {
    await to.discard([staged]);
  }
}
