import { vi } from "vitest";

/** Repeats `check` until it does not throw, and returns its result; after ten seconds throws its last error. */
export function untilHolds<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, 10_000);
}
