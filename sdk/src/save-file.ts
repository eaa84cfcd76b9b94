import type { Hash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { DigestError } from "./api-error.ts";
import type { Downloaded, DownloadProgress } from "./downloads.ts";
import { RangeNotSatisfiableError } from "./errors.ts";
import { hashOf, sizeOf } from "./files.ts";
import { chunksOf, type Http } from "./http.ts";
import { backoffMs, sleep } from "./sleep.ts";
import { type Call, isTransient } from "./transport.ts";

/** What the service says of a file before it sends it. */
interface Stated {
  /** The service's name for it, without folders. */
  readonly name: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

/** Failures one after the other without a byte between them. */
const FAILURES = 8;
const BUILDING_S = 2;
const SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** See `downloads.toFile`. `call` is the GET of the file. */
export async function saveFile(
  http: Http,
  call: Omit<Call, "method">,
  wanted: string | undefined,
  onProgress: ((progress: DownloadProgress) => void) | undefined,
): Promise<Downloaded> {
  const stated = await ask(http, call);
  const { size_bytes, name } = stated;
  const path = wanted ?? name;
  // named by the digest, so that a call never continues with the bytes of another file
  const part = `${path}.${stated.sha256.slice(0, 16)}.part`;
  const held = await sizeOf(part);
  if (held > size_bytes) await rm(part);
  const file = await open(part, "a");
  let hash: Hash;
  try {
    hash = await hashOf(part, call.signal);
    await receive(http, call, { file, hash, stated, onProgress });
  } finally {
    await file.close();
  }
  const sha256 = hash.digest("hex");
  if (sha256 !== stated.sha256) {
    await rm(part);
    throw new DigestError(
      `the received bytes have the SHA-256 ${sha256}; the service states ${stated.sha256}`,
    );
  }
  await rename(part, path);
  return { path, size_bytes, sha256 };
}

/**
 * Asks the service itself for the first byte, because only its answers, not those of an object store, state the digest; waits while
 * the file is being built.
 */
async function ask(http: Http, call: Omit<Call, "method">): Promise<Stated> {
  const first = {
    ...call,
    method: "GET",
    query: { ...call.query, redirect: false },
    headers: { range: "bytes=0-0" },
  };
  for (;;) {
    const response = await http.response(first).catch(unlessEmpty);
    if (response === undefined) return { name: "dataset", size_bytes: 0, sha256: SHA256_OF_NOTHING };
    await response.body?.cancel();
    if (response.status !== 202) return statedIn(response);
    await sleep(Number(response.headers.get("retry-after") ?? BUILDING_S) * 1_000, call.signal);
  }
}

function unlessEmpty(fault: unknown): undefined {
  if (!(fault instanceof RangeNotSatisfiableError)) throw fault;
}

function statedIn({ headers }: Response): Stated {
  const [, base64] = /sha-256=:([A-Za-z0-9+/]+=*):/.exec(headers.get("repr-digest") ?? "") ?? [];
  const [, size] = /^bytes 0-0\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
  if (base64 === undefined || size === undefined) throw new Error("the service states no digest or size");
  const [, name = "dataset"] = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "") ?? [];
  return {
    name: name.replace(/^.*[\\/]/, ""), // the file goes to the current folder, whatever the header says
    size_bytes: Number(size),
    sha256: Buffer.from(base64, "base64").toString("hex"),
  };
}

interface Receiving {
  readonly file: FileHandle;
  /** Has taken in the bytes of `file`. */
  readonly hash: Hash;
  readonly stated: Stated;
  readonly onProgress: ((progress: DownloadProgress) => void) | undefined;
}

/** Appends what is missing, and asks again for the rest when the connection breaks. */
async function receive(http: Http, call: Omit<Call, "method">, receiving: Receiving): Promise<void> {
  const { file, hash, stated, onProgress } = receiving;
  const { size_bytes } = stated;
  let { size: received_bytes } = await file.stat();
  onProgress?.({ received_bytes, size_bytes });
  for (let failures = 0; received_bytes < size_bytes; ) {
    try {
      for await (const chunk of rest(http, call, received_bytes)) {
        await file.write(chunk);
        hash.update(chunk);
        received_bytes += chunk.length;
        failures = 0;
        onProgress?.({ received_bytes, size_bytes });
      }
      if (received_bytes < size_bytes) throw new TypeError("the response ended early");
    } catch (failure) {
      call.signal?.throwIfAborted();
      failures += 1;
      if (failures > FAILURES || !(failure instanceof TypeError || isTransient(failure))) throw failure;
      await sleep(backoffMs(failures), call.signal);
    }
  }
}

/** The bytes from `start`. An answer with all bytes is read past those that are there. */
async function* rest(http: Http, call: Omit<Call, "method">, start: number): AsyncGenerator<Uint8Array> {
  const response = await http.response({ ...call, method: "GET", headers: { range: `bytes=${start}-` } });
  let skip = response.status === 206 ? 0 : start;
  for await (const chunk of chunksOf(response)) {
    const kept = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - kept.length;
    if (kept.length > 0) yield kept;
  }
}
