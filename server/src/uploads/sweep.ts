import type { Deps } from "../deps.ts";

export async function sweepUploads(_deps: Deps): Promise<void> {}
