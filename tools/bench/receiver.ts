import { once } from "node:events";
import { createServer } from "node:http";

/** A webhook receiver on loopback, in the benchmark's own process. */
export interface Receiver {
  readonly url: string;
  /** Milliseconds from each event's `created_at` to the last byte of its request, in the order of arrival. */
  readonly latencies: readonly number[];
  /** Resolves once so many requests have come in all. */
  readonly until: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Answers each request with 204 at once; with `hangs` it reads them and never answers. */
export async function startReceiver({ hangs = false } = {}): Promise<Receiver> {
  const latencies: number[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (!hangs) response.writeHead(204).end();
      const { created_at } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      latencies.push(Date.now() - Date.parse(created_at));
      for (const { count, resolve } of waiting) if (latencies.length === count) resolve();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver has no port");
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    latencies,
    until: (count) =>
      new Promise((resolve) => {
        if (latencies.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
