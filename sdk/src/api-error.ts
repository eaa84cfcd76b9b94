/** An answer that is no success. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The answer's `error`, such as `not_found`; `unknown` where it is not of the service's making. */
  readonly code: string;
  /** The answer's `X-Request-Id`, which finds it in the service's log. */
  readonly requestId: string | null;

  constructor(response: Response, body: unknown) {
    const { error, message } = fieldsOf(body);
    super(message ?? `the service answered ${response.status}`);
    this.status = response.status;
    this.code = error ?? "unknown";
    this.requestId = response.headers.get("x-request-id");
  }
}

function fieldsOf(body: unknown): { readonly error?: string; readonly message?: string } {
  return typeof body === "object" && body !== null ? body : {};
}
