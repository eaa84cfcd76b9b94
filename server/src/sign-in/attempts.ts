import type { FastifyReply, FastifyRequest } from "fastify";
import { assertAllowed } from "../platform/http/edge.ts";
import { networkOf } from "../platform/rate-limits/allowance.ts";
import type { SignInDeps } from "./sessions.ts";

/** Sign-in attempts a minute with one address: from one network, and from everywhere. */
const ATTEMPTS = 10;
const ATTEMPTS_FROM_EVERYWHERE = 60;

/** Counts a sign-in attempt; throws `rate_limited` after too many with the address. */
export async function countAttempt(
  { limiter, now }: Pick<SignInDeps, "limiter" | "now">,
  { ip }: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<void> {
  const email = address.toLowerCase();
  const limits = [
    [`sign-in:${networkOf(ip)}:${email}`, ATTEMPTS],
    [`sign-in:${email}`, ATTEMPTS_FROM_EVERYWHERE],
  ] as const;
  for (const [payer, limit] of limits) {
    const allowance = await limiter.take(payer, "sign-in", limit, now().getTime());
    if (!allowance.allowed) assertAllowed(allowance, reply, now());
  }
}
