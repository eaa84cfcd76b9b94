import { strings } from "#strings/shell.ts";
import { EmptyState } from "../design/EmptyState.tsx";

/** In place of everything on plain HTTP beyond localhost, where browsers give a page neither locks nor random ids. */
export function InsecureAddress() {
  return (
    <main>
      <title>{strings.insecure.pageTitle}</title>
      <EmptyState title={strings.insecure.title}>{strings.insecure.why}</EmptyState>
    </main>
  );
}
