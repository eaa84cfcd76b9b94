import { vi } from "vitest";

/** Resolves once `check` no longer throws, which a busy machine has ten seconds for; then as it throws. */
export function untilHolds(check: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(check, 10_000);
}
