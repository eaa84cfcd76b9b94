import { isUnavailable } from "../database/outages.ts";
import { isStoresFault } from "./stores-fault.ts";

/** Whether the store or the database does not respond, so that a job that failed of it is to be tried again. */
export function mayPass(fault: unknown): boolean {
  return isStoresFault(fault) || (fault instanceof Error && isUnavailable(fault));
}
