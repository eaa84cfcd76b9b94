import { isIP, isIPv6 } from "node:net";
import type { Caller } from "../auth/auth.ts";
import type { Allowance, RateLimiter } from "./rate-limit.ts";

const ANONYMOUS_LIMIT = 60;

/**
 * Whose limit a request counts against: its account's, its person's, or its network's if it has no valid key.
 */
export interface Payer {
  readonly caller: Caller | undefined;
  readonly ip: string;
}

/** The remaining requests of the payer's minute; with `counts` this request is deducted. */
export async function allowanceOf(
  limiter: RateLimiter,
  { caller, ip }: Payer,
  counts: boolean,
  now: Date,
): Promise<Allowance> {
  const take = counts ? limiter.take : limiter.peek;
  if (caller === undefined) return take(networkOf(ip), "anonymous", ANONYMOUS_LIMIT, now.getTime());
  return take(caller.payer, caller.plan, caller.rate_limit_per_minute, now.getTime());
}

/** The headers that GitHub uses, and those of draft-ietf-httpapi-ratelimit-headers (versions 08 to 11). */
export function rateHeaders(
  { policy, limit, remaining, resetInSeconds }: Allowance,
  now: Date,
): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil(now.getTime() / 1000) + resetInSeconds),
    "ratelimit-policy": `"${policy}";q=${limit};w=60`,
    ratelimit: `"${policy}";r=${remaining};t=${resetInSeconds}`,
  };
}

/**
 * The network of a client: an IPv4 address, or the /64 of an IPv6 address, because one client usually has all
 * of that; "" for a client that has closed its connection already, which has no address.
 */
export function networkOf(ip: string | undefined): string {
  const plain = (ip ?? "").replace(/^\[(.+)\](:\d+)?$/, "$1"); // some proxies add the port also to IPv6 addresses
  const address = plain.replace(/^::ffff:(?=\d+\.)/i, "").replace(/^([\d.]+):\d+$/, "$1");
  if (isIP(address) === 0) return "";
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address
    .split("::")
    .map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(zeros).fill("0"), ...(tail ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
