import { strings } from "#strings/design.ts";
import { isForbidden, messageOf } from "../api/message.ts";
import { capitalize } from "../strings/format.ts";
import { Button } from "./Button.tsx";
import styles from "./FetchState.module.css";
import { useFocusAfter } from "./focus-places.ts";
import { Notice } from "./Notice.tsx";

/** The parts of a query's result that say whether its data are there. */
export interface Fetched<T = unknown> {
  readonly data: T | undefined;
  readonly error: Error | null;
  /** Whether it has been there or failed before: stays true while it is tried again. */
  readonly isFetched?: boolean;
  /** `paused` while the browser has no connection. */
  readonly fetchStatus: "fetching" | "paused" | "idle";
  /** Whether the data are those of another request, such as of a search before this one. */
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => Promise<unknown>;
}

/** Says that data are on their way, or why they failed to load, with a button to try again. Nothing once they are there. */
export function FetchState({ query }: { readonly query: Fetched }) {
  const { data, error, fetchStatus, isPlaceholderData, refetch } = query;
  if (error !== null) {
    return (
      <Failure
        message={messageOf(error)}
        verb={fetchStatus === "fetching" ? strings.trying : strings.tryAgain}
        {...(!isForbidden(error) && { onAgain: () => void refetch() })}
      />
    );
  }
  if (data !== undefined && !(isPlaceholderData && fetchStatus === "paused")) return null;
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
  /** Absent where another attempt cannot help. */
  readonly onAgain?: () => void;
}

/**
 * Why something failed to load, with a button to try again. Once it loads, the focus goes from the button to the first
 * control that came instead, or to what is near.
 */
export function Failure({ message, verb = strings.tryAgain, onAgain }: FailureProps) {
  const place = useFocusAfter();
  return (
    <Notice tone="bad">
      <span>{capitalize(message)}</span>
      {onAgain !== undefined && (
        <div ref={place}>
          <Button onPress={onAgain}>{verb}</Button>
        </div>
      )}
    </Notice>
  );
}
