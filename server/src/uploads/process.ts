import type { Deps } from "../deps.ts";

export async function processUpload(_deps: Deps, _job: { upload_id: string }): Promise<void> {}
