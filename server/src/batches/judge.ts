import type { Deps } from "../deps.ts";

export async function judgeBatch(_deps: Deps, _job: { batch_id: string }): Promise<void> {}
