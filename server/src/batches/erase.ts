import type { Deps } from "../deps.ts";

export async function eraseBatch(_deps: Deps, _job: { batch_id: string }): Promise<void> {}
