import { ApiError } from "./api-error.ts";
import type { Http } from "./http.ts";
import type { Upload } from "./schema.ts";
import { backoffMs, sleep } from "./sleep.ts";
import { isTransient } from "./transport.ts";

/** The bytes of a file, wherever they are. */
export interface Source {
  readonly size: number;
  /** The bytes from `start` up to `end`, without it. */
  readonly read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** All of it, which is read only as it is sent. */
  readonly blob: () => Promise<Blob>;
}

/** How far an upload is. */
export interface UploadProgress {
  /** With `resume` it continues in another process. */
  readonly upload_id: string;
  readonly sent_bytes: number;
  readonly size_bytes: number;
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

const PIECE_BYTES = 8 * 1024 * 1024;
/** For one piece: at least 14 kB/s. */
const PIECE_TIMEOUT_MS = 600_000;
/** Failures one after the other without a byte between them. */
const FAILURES = 8;

/**
 * Sends the bytes of an upload by the tus protocol, in pieces of 8 MiB with a checksum, from where the service has them. After a
 * failure it continues at the offset that the service reports. Throws ApiError if the service refuses them, and the last
 * failure after eight of them without progress.
 *
 * Source: tus resumable upload protocol 1.0.0, core protocol and checksum extension.
 */
export async function sendPieces(
  http: Http,
  upload_id: string,
  source: Source,
  { signal, onProgress }: SendOptions,
): Promise<void> {
  const size_bytes = source.size;
  let offset = await offsetOf(http, upload_id, signal);
  for (let failures = 0; ; ) {
    onProgress?.({ upload_id, sent_bytes: offset, size_bytes });
    if (offset >= size_bytes) return;
    try {
      offset = await sendPiece(http, upload_id, offset, source, signal);
      failures = 0;
    } catch (failure) {
      signal?.throwIfAborted();
      failures += 1;
      if (failures > FAILURES || !mayContinue(failure)) throw failure;
      await sleep(backoffMs(failures), signal);
      const reached = await offsetOf(http, upload_id, signal);
      if (reached > offset) failures = 0;
      offset = reached;
    }
  }
}

/** The number of bytes that the service has of an upload. */
async function offsetOf(http: Http, id: string, signal: AbortSignal | undefined): Promise<number> {
  const path = "/v1/uploads/{id}";
  return (await http.json<Upload>({ method: "GET", path, params: { id }, signal })).offset;
}

/** Returns the offset after the piece. */
async function sendPiece(
  http: Http,
  id: string,
  offset: number,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<number> {
  const body = await source.read(offset, Math.min(offset + PIECE_BYTES, source.size));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const response = await http.response({
    method: "PATCH",
    path: "/v1/uploads/{id}",
    params: { id },
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "upload-checksum": `sha256 ${btoa(String.fromCharCode(...digest))}`,
      "content-type": "application/offset+octet-stream",
    },
    body,
    signal,
    retries: 0, // the service may have a part of the piece
    timeoutMs: PIECE_TIMEOUT_MS,
  });
  return Number(response.headers.get("upload-offset") ?? offset + body.length);
}

/** Another request may hold the upload for a moment, or have moved its offset; a piece may have been damaged on its way. */
function mayContinue(failure: unknown): boolean {
  if (isTransient(failure)) return true;
  return (
    failure instanceof ApiError &&
    ["upload_offset_mismatch", "locked", "upload_checksum_mismatch"].includes(failure.code)
  );
}
