import { strings } from "#strings/design.ts";
import { capitalize } from "../strings/format.ts";
import { Button } from "./Button.tsx";
import styles from "./FetchState.module.css";
import { Notice } from "./Notice.tsx";

/** The parts of a query's result that say whether its data are there. */
export interface Fetched<T = unknown> {
  readonly data: T | undefined;
  readonly error: Error | null;
  /** `paused` while the browser has no connection. */
  readonly fetchStatus: "fetching" | "paused" | "idle";
  readonly refetch: () => Promise<unknown>;
}

/** Says that data are on their way, or why they failed to load, with a button to try again. Nothing once they are there. */
export function FetchState({ query: { data, error, fetchStatus, refetch } }: { readonly query: Fetched }) {
  if (error !== null) {
    return (
      <Failure
        message={error.message}
        verb={fetchStatus === "fetching" ? strings.trying : strings.tryAgain}
        onAgain={() => void refetch()}
      />
    );
  }
  if (data !== undefined) return null;
  return (
    <p role="status" className={styles.loading}>
      {fetchStatus === "paused" ? strings.offline : strings.loading}
    </p>
  );
}

interface FailureProps {
  readonly message: string;
  /** The label of the button. */
  readonly verb?: string;
  readonly onAgain: () => void;
}

/** Why something failed to load, with a button to try again. */
export function Failure({ message, verb = strings.tryAgain, onAgain }: FailureProps) {
  return (
    <Notice tone="bad">
      <span>{capitalize(message)}</span>
      <div>
        <Button onPress={onAgain}>{verb}</Button>
      </div>
    </Notice>
  );
}
