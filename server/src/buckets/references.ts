import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Blobs, ByteRange, StagedBlob } from "../platform/blobs/blobs.ts";
import type { Row } from "../platform/database/tables.ts";
import type { Bucket, LinkedAs, Listed, OpenedObject } from "./bucket.ts";
import { ObjectFault } from "./explain.ts";

type FileKey = Pick<Row<"files">, "id" | "account_id">;

/** What reads files by reference needs of their store. */
type LinkedStore = Pick<Bucket, "open" | "link" | "close">;

/** A file whose bytes are an object of a bucket. Its methods throw `gone` if that has other bytes by now, or is not there. */
export interface ReferencedFile {
  readonly etag: string;
  readonly size_bytes: number;
  /** Throws, by reading a byte. */
  readonly assertSame: () => Promise<void>;
  readonly read: (range?: ByteRange) => Promise<OpenedObject>;
  /** The same bytes, opened once they are read. */
  readonly stream: (range?: ByteRange) => Readable;
  readonly link: (as: LinkedAs) => Promise<string>;
  /** Stages a copy. */
  readonly stage: (blobs: Pick<Blobs, "stage">) => Promise<StagedBlob>;
}

/** Files by reference, with one connection for each of their buckets until `close`. */
export interface References {
  /** Throws `gone` if the source is deleted, `invalid_state` if its bucket may not be reached. */
  readonly get: (file: FileKey) => Promise<ReferencedFile>;
  readonly close: () => void;
}

/** Finds files by reference, each with the rights of its source. */
export function openReferences(deps: Pick<Deps, "db" | "outbound" | "secrets">): References {
  const buckets = new Map<string, Promise<LinkedStore>>();
  return {
    async get(file) {
      const object = await findObject(deps.db, file);
      if (object === undefined) throw sourceGone(file);
      const known = buckets.get(object.source_id);
      if (known !== undefined) return toReferenced(await asFault(known), object);
      const source = await findSource(deps.db, file.account_id, object.source_id);
      if (source === undefined) throw sourceGone(file);
      const bucket = buckets.get(source.id) ?? connect(deps, source); // another call may have connected meanwhile
      buckets.set(source.id, bucket);
      return toReferenced(await asFault(bucket), object);
    },
    close() {
      for (const bucket of buckets.values()) void bucket.then((one) => one.close()).catch(() => undefined);
    },
  };
}

async function connect(
  deps: Pick<Deps, "outbound" | "secrets">,
  source: Row<"sources">,
): Promise<LinkedStore> {
  if (source.kind === "huggingface") return (await import("./hub.ts")).openHub(deps, source);
  const { openBucket } = await import("./bucket.ts"); // the AWS SDK takes time and memory to load
  return openBucket(deps, source);
}

function findObject(db: Deps["db"], { account_id, id }: FileKey) {
  return db
    .selectFrom("files")
    .innerJoin("upload_objects", (join) =>
      join
        .onRef("upload_objects.account_id", "=", "files.account_id")
        .onRef("upload_objects.upload_id", "=", "files.upload_id")
        .onRef("upload_objects.position", "=", "files.position"),
    )
    .select(["key", "etag", "version", "source_id", "upload_objects.size_bytes"])
    .where("files.account_id", "=", account_id)
    .where("files.id", "=", id)
    .executeTakeFirst();
}

function findSource(db: Deps["db"], account_id: string, id: string) {
  return db
    .selectFrom("sources")
    .selectAll()
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .executeTakeFirst();
}

function sourceGone({ id }: FileKey): ServiceError {
  return new ServiceError(
    "gone",
    `the source of the file ${id} was deleted, and its bytes are not stored here`,
  );
}

function toReferenced(bucket: LinkedStore, object: Listed): ReferencedFile {
  const read = (range?: ByteRange) => asFault(bucket.open(object, range));
  async function* chunks(range?: ByteRange): AsyncGenerator<Buffer> {
    yield* (await read(range)).body;
  }
  return {
    etag: object.etag,
    size_bytes: object.size_bytes,
    read,
    async assertSame() {
      const { body } = await read({ start: 0, end: 0 });
      body.on("error", () => undefined).destroy();
    },
    stream: (range) => Readable.from(chunks(range), { objectMode: false }),
    link: (as) => bucket.link(object, as),
    stage: async (blobs) => blobs.stage((await read()).body, object.size_bytes),
  };
}

/** Refusals of the bucket as those of a request for a file, which has no wrong field. */
async function asFault<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    const code = fault instanceof ObjectFault ? "gone" : "invalid_state";
    throw new ServiceError(code, fault.message, { cause: fault });
  }
}
