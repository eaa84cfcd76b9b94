import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "./metrics.ts";

/**
 * Serves `GET /metrics`, and `GET /healthz` for the supervisors of workers, which have no other port, without a key, on its own port, which need not be public; returns the port, which the
 * system chooses for `port` 0. Throws if it is occupied.
 */
export async function serveMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = request.method === "GET" ? request.url?.split("?")[0] : undefined;
    if (path === "/healthz") response.end("ok\n");
    else if (path !== "/metrics")
      response.writeHead(404).end("Not found: this server has only GET /metrics and GET /healthz\n");
    else
      response
        .writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" })
        .end(await metrics.text());
  });
  server.listen(port, host);
  await once(server, "listening").catch((cause: unknown) => {
    throw new Error(`the metrics cannot be served at ${host} port ${port}; see ASSAY_METRICS_PORT`, {
      cause,
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
