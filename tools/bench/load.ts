import { Client, type Dispatcher } from "undici";
import { quantile } from "./figures.ts";

export interface LoadRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

/** The result of a load. */
export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Plan {
  readonly origin: string;
  readonly clients: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The next request; undefined when the load is over. */
  readonly next: () => LoadRequest | undefined;
}

/**
 * A closed loop: each client has one connection and sends its next request when it has the whole previous
 * response. Rejects at the first response that is no success, with its text.
 */
export async function drive({ origin, clients, headers, next }: Plan): Promise<Load> {
  const took: number[] = [];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new Client(origin, { pipelining: 1 });
      for (let request = next(); request !== undefined; request = next()) {
        const sent = performance.now();
        await exchange(client, { ...request, headers: { ...headers } });
        took.push(performance.now() - sent);
      }
      await client.close();
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: took.length / seconds, p50Ms: quantile(took, 0.5), p99Ms: quantile(took, 0.99) };
}

/** The same request until `seconds` are over. */
export function repeatFor(seconds: number, request: LoadRequest): () => LoadRequest | undefined {
  const end = performance.now() + 1000 * seconds;
  return () => (performance.now() < end ? request : undefined);
}

/** Undici's lowest level, which costs the machine a third less than its `request`. */
function exchange(client: Client, options: Dispatcher.DispatchOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    client.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_controller, chunk) => {
        if (status >= 300) chunks.push(chunk);
      },
      onResponseEnd: () => {
        if (status < 300) resolve();
        else reject(new Error(`${options.method} ${options.path}: ${status} ${Buffer.concat(chunks)}`));
      },
      onResponseError: (_controller, error) => reject(error),
    });
  });
}
