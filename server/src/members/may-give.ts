import { ServiceError } from "@assay/domain/errors.ts";
import { mayGive, type Role } from "@assay/domain/member.ts";
import type { Caller } from "../platform/auth/auth.ts";

/**
 * Throws `forbidden` if the role has more permissions than the caller, who then can neither create nor change
 * such members.
 */
export function assertMayGive({ scopes }: Caller, role: Role): void {
  if (mayGive(scopes, role)) return;
  throw new ServiceError(
    "forbidden",
    `you need all permissions of the role ${role} to add or change its members`,
  );
}
