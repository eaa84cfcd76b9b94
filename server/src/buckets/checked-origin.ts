import { ServiceError } from "@assay/domain/errors.ts";
import type { Outbound } from "../platform/network/outbound.ts";

/** Throws `invalid_request` that names `field` if its URL may not be reached, or is none. */
export function assertReachable(outbound: Pick<Outbound, "refusal">, url: string, field: string): void {
  const why = outbound.refusal(url)?.replace(/^url /, "");
  if (why !== undefined) throw new ServiceError("invalid_request", `${field} ${why}`);
}

/** The origin of a store that a caller names in `field`; null if none. Throws `invalid_request` if it is none, or may not be reached. */
export function checkedOrigin(
  outbound: Pick<Outbound, "refusal">,
  origin: string | undefined,
  field: string,
): string | null {
  if (origin === undefined) return null;
  assertReachable(outbound, origin, field);
  const { pathname, search } = new URL(origin);
  if (pathname !== "/" || search !== "")
    throw new ServiceError("invalid_request", `${field} must be an origin: no path, no query`);
  return origin;
}
