import type { Deps } from "../deps.ts";

export async function buildExport(_deps: Deps, _job: { export_id: string }): Promise<void> {}
