import { ApiError } from "./api-error.ts";
import type { Upload } from "./schema.ts";
import type { SendOptions, Source } from "./tus.ts";

const MiB = 1024 * 1024;
/** A smaller file takes as many requests either way. */
const FROM_BYTES = 8 * MiB;
/** What a broken connection may cost: a store keeps nothing of a PUT that broke off. */
const UP_TO_BYTES = 64 * MiB;
/** At least 100 kB/s; then the pieces, each of which may take as long. */
const TIMEOUT_MS = 600_000;

/** An upload before its bytes. */
export type Begun = Pick<Upload, "id" | "offset" | "upload_url">;

/** An upload whose bytes an object store takes. */
export interface OfStore {
  readonly id: string;
  readonly upload_url: string;
}

/** Whether an object store takes the bytes of an upload; the service's own address would only take a detour. */
export function isOfStore<Given extends Pick<Upload, "id" | "upload_url">>(
  upload: Given,
): upload is Given & OfStore {
  const { id, upload_url } = upload;
  return upload_url !== null && !new URL(upload_url).pathname.endsWith(`/v1/uploads/${id}/content`);
}

/** Whether the bytes of an upload should go to an object store at once: not if a part of them is there. */
export function mayGoStraight(begun: Begun, { size }: Source): begun is Begun & OfStore {
  return begun.offset === 0 && size > FROM_BYTES && size <= UP_TO_BYTES && isOfStore(begun);
}

/**
 * Sends a file to the address of its upload in an object store, whose answer the caller then tells the service. `no_answer` is a store
 * that is not reached from here. Throws the reason of `signal`.
 */
export async function putStraight(
  { id, upload_url }: OfStore,
  source: Source,
  { signal, onProgress }: SendOptions,
): Promise<"sent" | "refused" | "no_answer"> {
  const size_bytes = source.size;
  const tell = (sent_bytes: number) => onProgress?.({ upload_id: id, sent_bytes, size_bytes });
  const body = counted(await source.blob(), tell);
  tell(0);
  try {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const either = signal ? AbortSignal.any([signal, limit]) : limit;
    const answer = await fetch(upload_url, { method: "PUT", body, signal: either });
    await answer.arrayBuffer(); // frees the connection
    if (!answer.ok) return "refused";
  } catch {
    signal?.throwIfAborted();
    return "no_answer";
  }
  tell(size_bytes);
  return "sent";
}

/**
 * A Blob of the same bytes, of which `fetch` of Node tells how many it has read. A stream would be sent without its length, which stores
 * refuse. Browsers read Blobs by another way, and tell nothing until the end.
 */
function counted(blob: Blob, tell: (sent_bytes: number) => void): Blob {
  const own = blob.slice();
  let [sent, told] = [0, 0];
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      sent += chunk.length;
      if (sent - told >= MiB && sent < blob.size) {
        told = sent;
        tell(sent);
      }
      controller.enqueue(chunk);
    },
  });
  own.stream = () => blob.stream().pipeThrough(count);
  return own;
}

/** Whether the service found other bytes than those that were sent, or none; then they go in pieces. */
export function isNotThere(fault: unknown): boolean {
  return fault instanceof ApiError && (fault.code === "checksum_mismatch" || fault.code === "invalid_state");
}
