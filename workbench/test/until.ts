import { vi } from "vitest";

/** Repeats `check` until it does not throw; after ten seconds throws its last error. */
export function untilHolds(check: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(check, 10_000);
}
