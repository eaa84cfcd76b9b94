import { ServiceError } from "@assay/domain/errors.ts";
import type { FastifyRequest } from "fastify";
import { isLoopback } from "../network/loopback.ts";

/** Headers that proxies add. */
const OF_PROXIES = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Throws `forbidden` for a request that came through a proxy, for another host or from a page of another host. A service
 * that lets webhooks reach loopback takes none of these: a proxy would open this machine to every account, and a page
 * whose name resolves to 127.0.0.1 could read what the service answers.
 */
export function assertLocal({ headers }: FastifyRequest, baseUrl: string): void {
  const { host, origin } = headers;
  let foreign = OF_PROXIES.find((name) => headers[name] !== undefined);
  if (host !== undefined && !isLocal(`http://${host}`)) foreign ??= "host";
  if (origin !== undefined && !isLocal(origin)) foreign ??= "origin";
  if (foreign === undefined) return;
  throw new ServiceError(
    "forbidden",
    `with the base URL ${baseUrl} the service answers requests from its own machine only; to use it through a proxy or by ` +
      `another name, set ASSAY_BASE_URL to the address that clients use (got the header ${foreign})`,
  );
}

function isLocal(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && isLoopback(url.hostname);
}
