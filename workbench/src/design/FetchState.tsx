import { strings } from "#strings/design.ts";
import { capitalize } from "../strings/format.ts";
import { Button } from "./Button.tsx";
import styles from "./FetchState.module.css";
import { Notice } from "./Notice.tsx";

/** The parts of a query's result that say whether its data are there. */
export interface Fetched {
  readonly data: unknown;
  readonly error: Error | null;
  /** `paused` while the browser has no connection. */
  readonly fetchStatus: "fetching" | "paused" | "idle";
  readonly refetch: () => Promise<unknown>;
}

/** Says that data are on their way, or why they failed to load, with a button to try again. Nothing once they are there. */
export function FetchState({ query: { data, error, fetchStatus, refetch } }: { readonly query: Fetched }) {
  if (error !== null) {
    return (
      <Notice tone="bad">
        <span>{capitalize(error.message)}</span>
        <div>
          <Button onPress={() => void refetch()}>
            {fetchStatus === "fetching" ? strings.trying : strings.tryAgain}
          </Button>
        </div>
      </Notice>
    );
  }
  if (data !== undefined) return null;
  return (
    <p role="status" className={styles.loading}>
      {fetchStatus === "paused" ? strings.offline : strings.loading}
    </p>
  );
}
