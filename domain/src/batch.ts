import { ServiceError } from "./errors.ts";

export const BATCH_STATUSES = ["created", "processing", "completed", "certified", "failed"] as const;

/** The life of a batch. Entering a status emits the webhook event `batch.<status>`. */
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/**
 * `start`: the first answer, or a request. `finish`: the last open item is done. `certify`, `fail`: the
 * verdict. `audit`: somebody asks for a verdict. `rework`: another round. `amend`: a new revision of a
 * certified batch, which stays certified meanwhile.
 */
export type BatchAction = "start" | "finish" | "certify" | "fail" | "audit" | "rework" | "amend";

/** The name of a batch that was created without one. */
export const UNTITLED_BATCH = "Untitled batch";

const NEXT: Record<BatchStatus, Partial<Record<BatchAction, BatchStatus>>> = {
  created: { start: "processing" },
  processing: { finish: "completed" },
  completed: { certify: "certified", fail: "failed", audit: "completed" },
  certified: { amend: "certified" },
  failed: { rework: "processing" },
};

/** The status after `action`. Throws `invalid_state`, which names the allowed actions. */
export function nextBatchState(from: BatchStatus, action: BatchAction): BatchStatus {
  const to = NEXT[from][action];
  if (to === undefined) {
    const allowed = Object.keys(NEXT[from]).join(", ");
    throw new ServiceError("invalid_state", `cannot ${action} a batch that is ${from}; allowed: ${allowed}`);
  }
  return to;
}
