import { List, type Page } from "./list.ts";
import type { operations } from "./schema.ts";
import type { Call, Transport } from "./transport.ts";

/** The query parameters of an operation. */
export type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]["parameters"]["query"]>;

/** Reads the responses of a service in the forms that its operations have. */
export class Http {
  readonly send: Transport;

  constructor(send: Transport) {
    this.send = send;
  }

  /** The body as JSON. */
  json<T>(call: Call): Promise<T> {
    // the generated methods name the type that openapi.json gives their operation
    return this.send(call, (response) => response.json() as Promise<T>);
  }

  text(call: Call): Promise<string> {
    return this.send(call, (response) => response.text());
  }

  /** A response without a body. */
  async nothing(call: Call): Promise<void> {
    await this.send(call, () => undefined);
  }

  /** The response, whose body is still to be read. */
  response(call: Call): Promise<Response> {
    return this.send(call, (response) => response);
  }

  /** The pages of a list, each loaded when it is needed. */
  list<T>(call: Call): List<T> {
    return new List((cursor) =>
      this.json<Page<T>>({ ...call, query: { limit: 100, ...call.query, ...(cursor && { cursor }) } }),
    );
  }

  /** The lines of a body of JSON lines, as they arrive. */
  async *lines<T>(call: Call): AsyncGenerator<T> {
    let rest = "";
    for await (const text of textOf(await this.response(call))) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield JSON.parse(line);
    }
    if (rest !== "") yield JSON.parse(rest);
  }
}

/** A body as it arrives; cancels it if the caller stops. Not every browser iterates over a stream itself. */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined); // the body may have failed
  }
}

/** The same as text. */
export async function* textOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** What the resources of a client share. */
export class Resource {
  /** @internal */
  readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }
}
