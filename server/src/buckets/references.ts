import { Readable } from "node:stream";
import { ServiceError } from "@assay/domain/errors.ts";
import type { Deps } from "../deps.ts";
import type { Blobs, ByteRange, StagedBlob } from "../platform/blobs/blobs.ts";
import type { Row } from "../platform/database/tables.ts";
import type { LinkedAs, Listed, OpenedObject } from "./bucket.ts";
import { ObjectFault } from "./explain.ts";
import { type LentStore, type LinkedStore, lendStore } from "./open-stores.ts";

type FileKey = Pick<Row<"files">, "id" | "account_id">;

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

/** Files by reference, whose stores are lent until `close`. */
export interface References {
  /** Throws `gone` if the source is deleted, `invalid_state` if its bucket may not be reached. */
  readonly get: (file: FileKey) => Promise<ReferencedFile>;
  readonly close: () => void;
}

/** Finds files by reference, each with the rights of its source. */
export function openReferences(deps: Pick<Deps, "db" | "outbound" | "secrets">): References {
  const lent = new Map<string, Promise<LentStore>>();
  return {
    async get(file) {
      const object = await findObject(deps.db, file);
      if (object === undefined) throw sourceGone(file);
      const known = lent.get(object.source_id);
      if (known !== undefined) return toReferenced((await asFault(known)).store, object);
      const source = await findSource(deps.db, file.account_id, object.source_id);
      if (source === undefined) throw sourceGone(file);
      const store = lent.get(source.id) ?? lendStore(deps, source); // another call may have lent it meanwhile
      lent.set(source.id, store);
      return toReferenced((await asFault(store)).store, object);
    },
    close() {
      for (const store of lent.values()) void store.then((one) => one.giveBack()).catch(() => undefined);
    },
  };
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
