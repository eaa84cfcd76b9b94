import { ApiError } from "@assay/sdk/api-error.ts";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { strings as all } from "#strings/shell.ts";
import { isForbidden, isInternal, messageOf } from "../api/message.ts";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import { capitalize } from "../strings/format.ts";
import styles from "./Failure.module.css";

const strings = all.failure;

interface FailureProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/** Replaces a screen that failed to load: the message, and buttons to continue. */
export function Failure({ error, reset }: FailureProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isNothing = error instanceof ApiError && error.status === 404;
  const isRefused = isForbidden(error);
  const tryAgain = () => {
    document.querySelector("main")?.focus(); // the button goes away
    queries.reset();
    void router.invalidate().then(reset);
  };
  return (
    <div className={styles.page}>
      <PageHead title={isNothing ? strings.notFound : isRefused ? strings.noAccess : strings.failed} />
      <Notice tone={isNothing ? "plain" : "bad"}>
        <p>{capitalize(messageOf(error))}</p>
        {error instanceof ApiError && error.requestId !== null && !isInternal(error) && (
          <p className={styles.quiet}>{strings.request(error.requestId)}</p>
        )}
      </Notice>
      <p className={styles.ways}>
        {!isNothing && !isRefused && <Button onPress={tryAgain}>{strings.retry}</Button>}
        <Link to="/">{strings.home}</Link>
      </p>
    </div>
  );
}

/** The same for screens outside the frame. */
export function FailureAlone(props: FailureProps) {
  return (
    <main className={styles.alone}>
      <Failure {...props} />
    </main>
  );
}
