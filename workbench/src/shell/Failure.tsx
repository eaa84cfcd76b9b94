import { ApiError } from "@assay/sdk/api-error.ts";
import { messageOf } from "../api/message.ts";
import { Button } from "../design/Button.tsx";
import { Notice } from "../design/Notice.tsx";

interface FailureProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/** What went wrong, in the API's own words. */
export function Failure({ error, reset }: FailureProps) {
  const message = messageOf(error);
  return (
    <Notice
      tone="bad"
      title={error instanceof ApiError ? error.code.replaceAll("_", " ") : "this did not work"}
    >
      <p>{message}</p>
      {error instanceof ApiError && error.requestId !== null && <p>Request {error.requestId}</p>}
      <p>
        <Button onPress={reset}>Try again</Button>
      </p>
    </Notice>
  );
}
