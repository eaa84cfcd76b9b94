import { ServiceError } from "@assay/domain/errors.ts";

const MiB = 1024 * 1024;

/** How long an upload may stay unfinished. */
export const LIFE_MS = 7 * 24 * 3_600_000;
/** The maximum decoded bytes of all files in one JSON body. */
export const MAX_INLINE_BYTES = 10 * MiB;
/** The maximum that is parsed within the request; a job handles more. */
export const MAX_QUICK_BYTES = MiB;
/** The same for a recording, which may have to be read to its end to find its length. */
export const MAX_QUICK_AUDIO_BYTES = 32 * MiB;
/** Files of one request that are stored and inspected at once. */
export const FILES_AT_ONCE = 16;
/** The maximum files of an archive that are unpacked within the request. */
export const MAX_QUICK_ENTRIES = 200;
export const MAX_QUICK_EXPANDED_BYTES = 4 * MiB;

/** Throws `checksum_mismatch` if the sender's digest does not match the bytes. */
export function assertDigest(filename: string, actual: string, sent: string | undefined): void {
  if (sent === undefined || sent.toLowerCase() === actual) return;
  throw new ServiceError(
    "checksum_mismatch",
    `${filename} was received with the SHA-256 ${actual}, not the one given`,
  );
}

/** The refusal of a request with more than 256 MiB of files. */
export function tooLarge(): ServiceError {
  return new ServiceError("payload_too_large", "an upload takes at most 256 MiB in one request");
}

/** The error for a body that is interrupted or malformed; errors of the service's own disk stay unchanged. */
export function asRequestFault(fault: unknown): unknown {
  if (fault instanceof ServiceError) return fault.code === "payload_too_large" ? tooLarge() : fault;
  if (fault instanceof Error && "syscall" in fault) return fault;
  return new ServiceError("invalid_request", "the body is incomplete or does not match its Content-Type", {
    cause: fault,
  });
}
