import type { FileHandle } from "node:fs/promises";
import { ReadableStream } from "node:stream/web";
import { createTarDecoder, createTarPacker, type TarPackController } from "modern-tar";

const READ_BYTES = 256 * 1024;

/** A file of an archive. The archive has its size before its bytes. */
export interface TarEntry {
  readonly path: string;
  readonly size_bytes: number;
  readonly open: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** A file of a stored archive. Open it before you ask for the next one, or not at all. */
export interface StoredEntry extends TarEntry {
  readonly open: () => AsyncGenerator<Uint8Array>;
}

/** Returns files of any size as one tar archive, in the order given, in constant memory. */
export function tar(entries: AsyncIterable<TarEntry>): AsyncIterable<Uint8Array> {
  const { readable, controller } = createTarPacker();
  pack(entries, controller).catch((fault: unknown) => controller.error(fault)); // the reader gets the fault
  return readable;
}

async function pack(entries: AsyncIterable<TarEntry>, controller: TarPackController): Promise<void> {
  for await (const { path, size_bytes, open } of entries) {
    const body = controller.add({ name: path, size: size_bytes, mode: 0o600, mtime: new Date(0) });
    await ReadableStream.from(open()).pipeTo(body);
  }
  controller.finalize();
}

/** Reads the files of such an archive in order. Throws if `file` is no tar archive, is damaged or ends early. */
export async function* readTar(file: FileHandle): AsyncGenerator<StoredEntry, void> {
  const archive = ReadableStream.from(bytesOf(file));
  try {
    for await (const { header, body } of archive.pipeThrough(createTarDecoder({ strict: true }))) {
      yield { path: header.name, size_bytes: header.size, open: () => explained(body) };
      await body.cancel(); // what was not read
    }
  } catch (fault) {
    throw explain(fault);
  }
}

/** Leaves the file open. */
async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* explained(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (fault) {
    throw explain(fault);
  }
}

/** Says what an archive has that cannot be read; faults of the disk stay what they are. */
function explain(fault: unknown): unknown {
  if (fault instanceof Error && "syscall" in fault) return fault;
  const isTruncated = fault instanceof Error && fault.message === "Tar archive is truncated.";
  const message = isTruncated
    ? "it ends early: not all of it was copied"
    : "it is no backup of Assay, or damaged";
  return new Error(message, { cause: fault });
}
