import { ServiceError } from "@assay/domain/errors.ts";
import { isUnavailable } from "../database/outages.ts";

/** Whether the store of blobs is full or does not respond, so that the same work may succeed later. */
export function isStoresFault(fault: unknown): boolean {
  return (
    fault instanceof ServiceError && ["insufficient_storage", "service_unavailable"].includes(fault.code)
  );
}

/** Whether the store or the database does not respond, so that a job that failed of it is to be tried again. */
export function mayPass(fault: unknown): boolean {
  return isStoresFault(fault) || (fault instanceof Error && isUnavailable(fault));
}
