import { createHash, type Hash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Source } from "./tus.ts";

/** A file that is open for reading. */
export interface OpenFile extends Source {
  /** Without its folders. */
  readonly name: string;
  /** The digest of its bytes in hexadecimal. */
  readonly sha256: (signal?: AbortSignal) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens a file. Throws the error of the system if it cannot be read. */
export async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path);
  const { size } = await handle.stat();
  return {
    name: basename(path),
    size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      for (let filled = 0; filled < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
        if (bytesRead === 0) throw new Error(`${path} became shorter while it was uploaded`);
        filled += bytesRead;
      }
      return bytes;
    },
    blob: () => openAsBlob(path),
    sha256: async (signal) => (await hashOf(path, signal)).digest("hex"),
    close: () => handle.close(),
  };
}

/** A SHA-256 that has taken in the bytes of a file, and can take more. */
export async function hashOf(path: string, signal?: AbortSignal): Promise<Hash> {
  const hash = createHash("sha256");
  const take = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) hash.update(chunk);
  };
  await pipeline(createReadStream(path), take, { ...(signal && { signal }) });
  return hash;
}

/** The size of a file; 0 if there is none. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
