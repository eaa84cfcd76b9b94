/** A response with an error status. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The `error` of the response, such as `not_found`; `unknown` if the response is not from the service. */
  readonly code: string;
  /** The `X-Request-Id` of the response, which finds the request in the service's log. */
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
