import type { Deps } from "../deps.ts";

export async function sendNotification(_deps: Deps, _job: { notification_id: string }): Promise<void> {}
