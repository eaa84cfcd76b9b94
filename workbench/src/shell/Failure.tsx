import { ApiError } from "@assay/sdk/api-error.ts";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
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
  const isCode = isOfCode(error);
  useEffect(() => {
    if (isCode) window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [isCode]);
  const tryAgain = () => {
    if (isCode) return reload();
    document.querySelector("main")?.focus(); // the button goes away
    queries.reset();
    void router.invalidate().then(reset);
  };
  return (
    <div className={styles.page}>
      <PageHead title={isNothing ? strings.notFound : isRefused ? strings.noAccess : strings.failed} />
      <Notice tone={isNothing ? "plain" : "bad"}>
        <p>{isCode ? strings.noCode : capitalize(messageOf(error))}</p>
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

/** Whether a file of the workbench itself did not load; the browser keeps that failure until the page is loaded anew. */
function isOfCode(error: unknown): boolean {
  return error instanceof Error && /preload|dynamically imported|importing a module/i.test(error.message);
}

function reload(): void {
  location.reload();
}

/** The same for screens outside the frame. */
export function FailureAlone(props: FailureProps) {
  return (
    <main className={styles.alone}>
      <Failure {...props} />
    </main>
  );
}
