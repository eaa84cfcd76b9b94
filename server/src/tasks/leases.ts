import type { Deps } from "../deps.ts";

export async function expireLeases(_deps: Deps): Promise<void> {}
