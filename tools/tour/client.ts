/** What is sent with a request: JSON, or a body as it is. */
interface Sent {
  readonly json?: unknown;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Client {
  /** The answer to a request, whose status must be one of `expected`; an Error tells of any other. */
  readonly send: (
    expected: readonly number[],
    method: string,
    path: string,
    sent?: Sent,
  ) => Promise<Response>;
  /** The same, as the JSON that the service answers with. */
  readonly call: <T>(expected: readonly number[], method: string, path: string, sent?: Sent) => Promise<T>;
}

/** Speaks to the service at `baseUrl` with the account's key. */
export function createClient(baseUrl: string, key: string): Client {
  async function send(
    expected: readonly number[],
    method: string,
    path: string,
    sent: Sent = {},
  ): Promise<Response> {
    const isJson = sent.json !== undefined;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...sent.headers,
      },
      ...(isJson ? { body: JSON.stringify(sent.json) } : {}),
      ...(sent.body === undefined ? {} : { body: sent.body }),
    });
    if (expected.includes(response.status)) return response;
    const text = await response.text();
    throw new Error(
      `${method} ${path} was answered ${response.status}, not ${expected.join(" or ")}: ${text}`,
    );
  }
  return {
    send,
    async call<T>(...request: Parameters<typeof send>): Promise<T> {
      const response = await send(...request);
      return (await response.json()) as T; // what the service documents for this route and status
    },
  };
}
