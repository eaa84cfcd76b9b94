import type { Deps } from "../deps.ts";

export async function buildArtefact(_deps: Deps, _job: { batch_id: string; revision: number; variant: string }): Promise<void> {}
