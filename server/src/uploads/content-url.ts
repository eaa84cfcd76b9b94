import type { Deps } from "../deps.ts";

const STEP_SECONDS = 600;
const LIFE_STEPS = 6;

/**
 * The absolute URL of a file's bytes, signed, because an `<img>` cannot send a key. Valid for 50 to 60
 * minutes: the expiry moves in steps of ten, so that the URL stays the same while the image is shown and the
 * browser can cache it.
 */
export function contentUrl({ config, secrets, now }: Deps, file_id: string): string {
  const step = Math.floor(now().getTime() / 1000 / STEP_SECONDS);
  const expires = String((step + LIFE_STEPS) * STEP_SECONDS);
  const signature = secrets.sign("file_content", `${file_id}\n${expires}`);
  return `${config.baseUrl}/v1/files/${file_id}/content?expires=${expires}&signature=${signature}`;
}

/** The absolute, signed URL to which the bytes of an upload are sent without a key. Valid for an hour. */
export function uploadUrl({ config, secrets, now }: Deps, upload_id: string): string {
  const expires = String(Math.floor(now().getTime() / 1000) + STEP_SECONDS * LIFE_STEPS);
  const signature = secrets.sign("upload_content", `${upload_id}\n${expires}`);
  return `${config.baseUrl}/v1/uploads/${upload_id}/content?expires=${expires}&signature=${signature}`;
}

/**
 * Whether this signature was made for `purpose` and `id`, as by the functions above for a file or an upload, and it has not expired.
 */
export function isSigned(
  { secrets, now }: Pick<Deps, "secrets" | "now">,
  purpose: "file_content" | "upload_content" | "model_reply",
  id: string,
  { expires = "", signature = "" }: { readonly expires?: string; readonly signature?: string },
): boolean {
  const isGenuine = secrets.isSigned(purpose, `${id}\n${expires}`, signature);
  return isGenuine && Number(expires) * 1000 > now().getTime();
}
