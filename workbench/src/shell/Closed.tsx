import { ROLES, type Role, type Scope, scopesOf } from "@assay/domain/member.ts";
import { strings } from "#strings/closed.ts";
import { ButtonLink } from "../design/ButtonLink.tsx";
import { EmptyState } from "../design/EmptyState.tsx";
import { PageHead } from "../design/PageHead.tsx";

interface ClosedProps {
  /** The section of the workbench. */
  readonly title: string;
  readonly scope: Scope;
  readonly role: Role;
}

/** In place of a section that the member's role does not see: who does, and where their own work is. */
export function Closed({ title, scope, role }: ClosedProps) {
  const roles = ROLES.filter((one) => scopesOf(one).includes(scope));
  const works = scopesOf(role).includes("annotations:write");
  return (
    <>
      <PageHead title={title} />
      <EmptyState
        title={strings.title(title)}
        action={
          <ButtonLink to={works ? "/work/mine" : "/"} look="primary">
            {works ? strings.myWork : strings.start}
          </ButtonLink>
        }
      >
        {strings.who(roles, role)}
      </EmptyState>
    </>
  );
}
