import { ApiError } from "@assay/sdk/api-error.ts";

/** Whether a request that is sent again gets the same answer: not where the server is away, busy or asks for a sign-in. */
export function isRefusal(fault: unknown): fault is ApiError {
  if (!(fault instanceof ApiError) || fault.code === "idempotency_in_progress") return false;
  return fault.status >= 400 && fault.status < 500 && fault.status !== 401 && fault.status !== 429;
}
