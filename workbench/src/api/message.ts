import { ApiError } from "@assay/sdk/api-error.ts";
import { strings } from "#strings/api.ts";

/** The message of an error of the API, the connection or the session; of an internal one, what to do about it. */
export function messageOf(fault: unknown): string {
  if (fault instanceof ApiError && isInternal(fault)) return strings.internal(fault.requestId);
  return fault instanceof Error ? fault.message : String(fault);
}

/** Whether the service failed in a way of which it tells callers nothing. */
export function isInternal({ code }: ApiError): boolean {
  return code === "internal_error";
}

/** Whether the same request would be refused again, because the member may not send it. */
export function isForbidden(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status === 403;
}
