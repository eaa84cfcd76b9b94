import { ServiceError } from "@assay/domain/errors.ts";
import { type OutboundError, toOutboundError } from "../platform/network/outbound.ts";
import { ObjectFault } from "./explain.ts";
import type { HubPlace } from "./hub-url.ts";

/** The longest and the usual time until the Hub is asked again. */
const MAX_WAIT_SECONDS = 300;
const USUAL_WAIT_SECONDS = 60;

/** The Hub limits requests or has an outage: the same works later. */
export class HubBusy extends ServiceError {
  /** In how many milliseconds to try again. */
  readonly wait_ms: number;

  constructor(message: string, wait_ms: number) {
    super("service_unavailable", message);
    this.wait_ms = wait_ms;
  }
}

/** The Hub has no such repository, or the token may not read it. */
export class RepositoryMissing extends ServiceError {
  constructor(message: string) {
    super("invalid_request", message);
  }
}

/** What a request to the Hub was for. */
export interface Asked extends Pick<HubPlace, "repository" | "revision"> {
  readonly origin: string;
  readonly has_token: boolean;
}

/**
 * Why the Hub refused a request, and what its sender changes. `said` is the `error` of its response. Source of the codes:
 * `hf_raise_for_status` of huggingface_hub.
 */
export function hubFault({ status, headers }: Response, said: string, asked: Asked): ServiceError {
  const { origin, repository, revision } = asked;
  if (status === 429 || status >= 500)
    return new HubBusy(`${origin} takes no more requests (${status}): try again later`, waitMs(headers));
  const code = headers.get("x-error-code") ?? "";
  if (code === "EntryNotFound")
    return new ObjectFault(`${repository} has no such file or folder at ${revision}`);
  const ofCode = whyOfCode(code, asked);
  const why = ofCode ?? whyOfStatus(status, said, asked);
  const isMissing = ofCode === undefined && (status === 404 || code === "RepoNotFound");
  return isMissing ? new RepositoryMissing(why) : new ServiceError("invalid_request", why);
}

function whyOfCode(code: string, { origin, repository, revision, has_token }: Asked): string | undefined {
  switch (code) {
    case "RevisionNotFound":
      return `${repository} has no revision ${revision}: name a branch, a tag or a commit`;
    case "DisabledRepo":
      return `${origin} has disabled the repository ${repository}`;
    case "GatedRepo":
      return has_token
        ? `${repository} is gated: ask its owner for access with the account of the token`
        : `${repository} is gated: send credentials.token of an account that has access`;
  }
  return undefined;
}

/** A repository that may not be read looks like one that does not exist. */
function whyOfStatus(status: number, said: string, { origin, repository, has_token }: Asked): string {
  const more = said === "" ? "" : `: ${said}`;
  if (status === 401 && has_token && /invalid credentials|token.* (invalid|expired)/i.test(said))
    return `${origin} does not know the token, or it has expired: correct credentials.token`;
  if (status === 401 || status === 404)
    return has_token
      ? `${origin} has no dataset repository ${repository}, or the token may not read it`
      : `${origin} has no dataset repository ${repository}, or it is private: send credentials.token`;
  if (status === 403) return `the token lacks a permission on ${repository}${more}`;
  return `${origin} refuses the request (${status}${more})`;
}

/** The same for a request that got no response. */
export function unreachedHub(fault: unknown, { origin }: Pick<Asked, "origin">): unknown {
  if (fault instanceof ServiceError) return fault;
  // Nothing tells what is behind an address: as with uploads by URL.
  const why =
    outboundFault(fault).code === "timeout"
      ? "does not respond"
      : "cannot be reached: its name is unknown, it refuses connections, or its address is not allowed";
  return new ServiceError("invalid_request", `${origin} ${why}`, { cause: fault });
}

/** `fetch` wraps what went wrong. */
function outboundFault(fault: unknown): OutboundError {
  const cause = fault instanceof Error && fault.cause !== undefined ? fault.cause : fault;
  return toOutboundError(cause);
}

/** From `Retry-After`, or from `t` of the draft header `RateLimit`; both in seconds. */
function waitMs(headers: Headers): number {
  const text = headers.get("retry-after") ?? /;\s*t=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1];
  const seconds = Number(text ?? USUAL_WAIT_SECONDS);
  const isTime = Number.isFinite(seconds) && seconds > 0;
  return 1_000 * Math.min(isTime ? seconds : USUAL_WAIT_SECONDS, MAX_WAIT_SECONDS);
}
