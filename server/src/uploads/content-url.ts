import { timingSafeEqual } from "node:crypto";
import type { Deps } from "../deps.ts";

const STEP_SECONDS = 600;
const LIFE_STEPS = 6;

/**
 * The absolute URL of a file's bytes, with its permission inside, since an `<img>` cannot send a key. Valid
 * for 50 to 60 minutes: the time of expiry moves in steps of ten, so that the URL stays one while it is shown
 * and the browser's cache holds.
 */
export function contentUrl({ config, secrets, now }: Deps, file_id: string): string {
  const step = Math.floor(now().getTime() / 1000 / STEP_SECONDS);
  const expires = String((step + LIFE_STEPS) * STEP_SECONDS);
  const signature = secrets.sign("file_content", `${file_id}\n${expires}`);
  return `${config.baseUrl}/v1/files/${file_id}/content?expires=${expires}&signature=${signature}`;
}

/** Whether `contentUrl` gave these for `file_id` and their time has not passed. */
export function isSigned(
  { secrets, now }: Deps,
  file_id: string,
  { expires = "", signature = "" }: { readonly expires?: string; readonly signature?: string },
): boolean {
  const expected = Buffer.from(secrets.sign("file_content", `${file_id}\n${expires}`));
  const given = Buffer.from(signature);
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine && Number(expires) * 1000 > now().getTime();
}
