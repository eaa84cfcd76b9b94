import { ApiError } from "@assay/sdk/api-error.ts";

/** Whether the same request would be refused again; false if the server is unreachable, busy or asks for a sign-in. */
export function isRefusal(fault: unknown): fault is ApiError {
  if (!(fault instanceof ApiError) || fault.code === "idempotency_in_progress") return false;
  return fault.status >= 400 && fault.status < 500 && fault.status !== 401 && fault.status !== 429;
}
