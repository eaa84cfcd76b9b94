import type { Readable, Writable } from "node:stream";
import type { UnfinishedPart } from "../database/upload-tables.ts";

/** A stored blob is named by the SHA-256 of its bytes, in lower-case hexadecimal. */
export interface StoredBlob {
  readonly sha256: string;
  readonly size_bytes: number;
}

/** A blob whose bytes can be read, kept or only staged. */
export interface ReadableBlob extends StoredBlob {
  /** Destroy the stream if you do not read it to its end. */
  readonly open: (range?: ByteRange) => Readable;
  /** Lends the bytes as a local file, for readers that seek. */
  readonly borrow: () => Promise<BorrowedFile>;
  /** All bytes, if they are in memory anyway. */
  readonly bytes?: Uint8Array | undefined;
}

/** A local file with the bytes of a blob. Read it only, and give it back. */
export interface BorrowedFile {
  readonly path: string;
  readonly giveBack: () => Promise<void>;
}

/** Received bytes that are not yet kept; only the caller that staged them can use them. */
export interface StagedBlob extends ReadableBlob {
  /** The store's own name of the bytes until they are kept or discarded. */
  readonly staged: string;
}

/** Bytes to stage: as they arrive, or those that the caller has in memory and does not change. */
export type Source = AsyncIterable<Uint8Array> | Uint8Array;

/** Bytes `start` to `end`, both inclusive, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where the bytes of a download go. */
export interface Sink {
  /** All bytes are piped straight into it, and nobody else keeps a chunk. */
  readonly response: Writable;
  /** Awaited before each read. */
  readonly untilFree: () => Promise<void>;
}

/** A file that arrives in pieces, as its row records it. */
export interface UnfinishedFile {
  readonly name: string;
  readonly parts: readonly UnfinishedPart[];
}

/** Records parts; throws if the caller may no longer append. */
export type RecordParts = (parts: readonly UnfinishedPart[]) => Promise<void>;

/** The outcome of an `append`. */
export interface Appended {
  readonly bytes: number;
  /** The parts of the file with the new bytes. */
  readonly parts: readonly UnfinishedPart[];
  /** The error that interrupted the source; undefined if it ended normally. */
  readonly fault: unknown;
}

/**
 * The bytes of files that arrive in pieces. The rows of the files name the parts, so that any process can
 * continue. A writer that lost its lease changes no byte that a row counts (ADR 0062).
 */
export interface UnfinishedFiles {
  /**
   * Stores the bytes of `source` behind those of `file`. The returned bytes are durable, even if `source` is
   * interrupted. Past `limitBytes` it stops and throws `payload_too_large`. Whenever more bytes are durable,
   * some 8 MiB apart, it calls `record` with the parts that hold them, and stops if that throws.
   */
  readonly append: (
    file: UnfinishedFile,
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
    record: RecordParts,
  ) => Promise<Appended>;
  /** The bytes of `parts` that the store still has; fewer than they count if files were lost. */
  readonly bytesOf: (parts: readonly UnfinishedPart[]) => Promise<number>;
  /** Stages a copy of the whole file; the parts stay until `drop`. */
  readonly stage: (parts: readonly UnfinishedPart[]) => Promise<StagedBlob>;
  /** Removes parts; those that are gone are no error. */
  readonly drop: (parts: readonly UnfinishedPart[]) => Promise<void>;
  /** The size of a part that a client sent straight to the store; undefined if there is none. */
  readonly findSize: (name: string) => Promise<number | undefined>;
  /** The names of some parts stored before `before`. Repeated calls reach all of them sooner or later. */
  readonly listSome: (before: Date) => Promise<string[]>;
}

/** Signed URLs by which clients read and write the store's objects themselves. */
export interface SignedUrls {
  /** The origin of all URLs. */
  readonly origin: string;
  /** The URL of a kept blob, valid for 15 minutes. */
  readonly downloadUrl: (
    blob: StoredBlob & {
      readonly media_type: string;
      readonly filename: string;
      readonly cache_control: string;
    },
  ) => Promise<string>;
  /** The URL to which a client PUTs the part `name` with exactly `size_bytes`. Valid for an hour. */
  readonly uploadUrl: (name: string, size_bytes: number) => Promise<string>;
}

/** The bytes of the service: in a folder (disk.ts) or in an object store (s3.ts). */
export interface Blobs {
  /** Names the store in messages to operators. */
  readonly place: string;
  /**
   * Stores the bytes of `source` and hashes them while they stream. Throws `payload_too_large` past
   * `limitBytes`; removes what it wrote then and if `source` fails. Bytes in memory may stay there until they are kept.
   */
  readonly stage: (source: Source, limitBytes: number) => Promise<StagedBlob>;
  /**
   * Stores staged blobs permanently; they are durable when it resolves. Insert the rows that name them
   * afterwards (see blob-rows.ts). Never overwrites a kept blob; keeping one again does nothing.
   */
  readonly keep: (staged: readonly StagedBlob[]) => Promise<void>;
  /** Protects kept blobs from removal for as long as `ASSAY_STORAGE_URL` says, if it does (S3 Object Lock). */
  readonly lock: (digests: readonly string[]) => Promise<void>;
  /** Removes staged blobs; kept ones stay. */
  readonly discard: (staged: readonly StagedBlob[]) => Promise<void>;
  /** Files that arrive in pieces. */
  readonly unfinished: UnfinishedFiles;
  /** Absent if clients cannot reach the store, or are not to. */
  readonly signedUrls?: SignedUrls | undefined;
  /** `stage` and `keep` in one call. */
  readonly receive: (source: AsyncIterable<Uint8Array>, limitBytes: number) => Promise<StoredBlob>;
  /**
   * The bytes of a kept blob. Destroy the stream if you do not read it to its end. For `sink`, a folder reads them into the same
   * memory again and again.
   */
  readonly open: (sha256: string, range?: ByteRange, sink?: Sink) => Readable;
  /** The bytes of a kept blob; undefined if there are more than `mostBytes`. A folder reads them four times as fast as by `open`. */
  readonly readSmall: (sha256: string, mostBytes: number) => Promise<Buffer | undefined>;
  /** A kept blob, to be read like a staged one. */
  readonly kept: (blob: StoredBlob) => ReadableBlob;
  /** The size of a kept blob; undefined if there is none. */
  readonly findSize: (sha256: string) => Promise<number | undefined>;
  readonly exists: (sha256: string) => Promise<boolean>;
  /** Throws if the store does not respond or takes no more bytes. */
  readonly assertReady: () => Promise<void>;
  /** Returns the digests of blobs that stay because they are locked. */
  readonly remove: (digests: readonly string[]) => Promise<readonly string[]>;
  /**
   * Some kept blobs whose digest begins with `byte` (0 to 255) and that were stored before `before`. Repeated
   * calls reach all of them sooner or later.
   */
  readonly listSome: (byte: number, before: Date) => Promise<string[]>;
  /** Removes blobs staged before `before` by processes that have ended. */
  readonly discardAbandoned: (before: Date) => Promise<void>;
  /** Whether there are no kept blobs; staged and unfinished ones do not count. */
  readonly isEmpty: () => Promise<boolean>;
  /** Removes everything; for a restore that failed in a store that was empty. */
  readonly removeAll: () => Promise<void>;
}
