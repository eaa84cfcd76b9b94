import { ApiError } from "@assay/sdk/api-error.ts";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { messageOf } from "../api/message.ts";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";
import { PageHead } from "../design/PageHead.tsx";
import styles from "./Failure.module.css";

interface FailureProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/** What went wrong in place of a screen, in the API's own words. */
export function Failure({ error, reset }: FailureProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isNothing = error instanceof ApiError && error.status === 404;
  const tryAgain = () => {
    queries.reset();
    void router.invalidate().then(reset);
  };
  return (
    <div className={styles.page}>
      <PageHead title={isNothing ? "There is nothing at this address" : "This did not work"} />
      <Notice tone={isNothing ? "plain" : "bad"}>
        <p>{messageOf(error)}</p>
        {error instanceof ApiError && error.requestId !== null && (
          <p className={styles.quiet}>Request {error.requestId}</p>
        )}
      </Notice>
      <p className={styles.ways}>
        {!isNothing && <Button onPress={tryAgain}>Try again</Button>}
        <Link to="/">Go to the start</Link>
      </p>
    </div>
  );
}

/** The same where the frame is missing too. */
export function FailureAlone(props: FailureProps) {
  return (
    <main className={styles.alone}>
      <Failure {...props} />
    </main>
  );
}
