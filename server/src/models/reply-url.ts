import type { Deps } from "../deps.ts";
import { isSigned } from "../uploads/content-url.ts";

/** How long a model that answered 202 may take to reply: an hour. */
export const REPLY_MS = 3_600_000;

const PURPOSE = "model_reply";

/** The absolute, signed address to which a model posts its answer to a request later. The request is answered once. */
export function replyUrl({ config, secrets, now }: Deps, account_id: string, request_id: string): string {
  const expires = String(Math.floor((now().getTime() + REPLY_MS) / 1000));
  const signature = secrets.sign(PURPOSE, `${account_id}\n${request_id}\n${expires}`);
  const query = new URLSearchParams({ account: account_id, expires, signature });
  return `${config.baseUrl}/v1/model-requests/${request_id}/reply?${query}`;
}

/** Whether `replyUrl` made this signature for the request, and it has not expired. */
export function isReplySigned(
  deps: Pick<Deps, "secrets" | "now">,
  request_id: string,
  { account, ...signed }: { readonly account: string; readonly expires: string; readonly signature: string },
): boolean {
  return isSigned(deps, PURPOSE, `${account}\n${request_id}`, signed);
}
