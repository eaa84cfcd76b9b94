/** One fault of a refused request. */
export interface RequestFault {
  /** Where in the body, as a JSON pointer such as `#/labels/2/name`; `#/` for the whole. */
  readonly pointer: string;
  readonly message: string;
}

/** A response with an error status. `errors.ts` has a subclass for each code of the service. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** The `error` of the response, such as `not_found`; `unknown` if the response is not from the service. */
  readonly code: string;
  /** The `X-Request-Id` of the response, which finds the request in the service's log. */
  readonly requestId: string | null;
  /** The single faults of a request that did not fit its schema, each with its place. */
  readonly faults: readonly RequestFault[];
  readonly headers: Headers;

  constructor(response: Response, body: unknown) {
    const { error, message, errors } = fieldsOf(body);
    super(message ?? `the service answered ${response.status}`);
    this.status = response.status;
    this.code = error ?? "unknown";
    this.requestId = response.headers.get("x-request-id");
    this.faults = errors ?? [];
    this.headers = response.headers;
  }
}

interface ErrorBody {
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly RequestFault[];
}

function fieldsOf(body: unknown): ErrorBody {
  return typeof body === "object" && body !== null ? body : {};
}

/** No response arrived, on the last try too. Has the message and the cause of the error of `fetch`. */
export class ConnectionError extends TypeError {
  override readonly name = "ConnectionError";

  constructor(fault: TypeError) {
    super(fault.message, { cause: fault.cause ?? fault });
  }
}

/** A response, or a state that a call waits for, took longer than `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/** The received bytes have another digest than the service states. They were removed. */
export class DigestError extends Error {
  override readonly name = "DigestError";
}
