import { strings } from "#strings/shell.ts";
import { EmptyState } from "../design/EmptyState.tsx";

/** Replaces the workbench on plain HTTP outside localhost, where browsers have no locks and no random ids. */
export function InsecureAddress() {
  return (
    <main>
      <title>{strings.insecure.pageTitle}</title>
      <EmptyState title={strings.insecure.title}>{strings.insecure.why}</EmptyState>
    </main>
  );
}
