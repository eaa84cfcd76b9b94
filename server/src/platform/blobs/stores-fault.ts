import { ServiceError } from "@assay/domain/errors.ts";

/** Whether the store of blobs is full or does not respond, so that the same work may succeed later. */
export function isStoresFault(fault: unknown): boolean {
  return (
    fault instanceof ServiceError && ["insufficient_storage", "service_unavailable"].includes(fault.code)
  );
}

/** Whether the operating system refused a call: a full or broken disk, for example, is not the sender's fault. */
export function isSystemFault(fault: unknown): boolean {
  return fault instanceof Error && "syscall" in fault;
}
