import { EmptyState } from "../design/EmptyState.tsx";

/** In place of everything where the browser gives the page neither locks nor random ids: plain HTTP beyond localhost. */
export function InsecureAddress() {
  return (
    <main>
      <title>Not secure - Assay</title>
      <EmptyState title="This address is not secure">
        Browsers let a page keep work safe from being lost only by https or on localhost. Ask whoever runs
        this service to put it behind https (docs/operating.md), or open it on its own machine.
      </EmptyState>
    </main>
  );
}
