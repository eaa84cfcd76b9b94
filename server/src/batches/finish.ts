import type { Deps } from "../deps.ts";

export async function finishStalledBatches(_deps: Deps): Promise<void> {}
