import type { Deps } from "../deps.ts";

export function startDelivering(_deps: Deps): { stop: () => Promise<void> } {
  return { stop: async () => undefined };
}
