import { type Scope, scopesOf } from "@assay/domain/member.ts";
import { useRouteContext } from "@tanstack/react-router";

/** Whether the role of the person who is signed in grants a scope. */
export function useMay(scope: Scope): boolean {
  const { person } = useRouteContext({ from: "/inside" });
  return scopesOf(person.role).includes(scope);
}
