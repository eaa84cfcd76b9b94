import { ServiceError } from "@assay/domain/errors.ts";

/** Whether the store of blobs is full or does not respond, so that the same work may succeed later. */
export function isStoresFault(fault: unknown): boolean {
  return (
    fault instanceof ServiceError && ["insufficient_storage", "service_unavailable"].includes(fault.code)
  );
}
