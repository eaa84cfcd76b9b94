import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** For requests in progress at a stop: less than the 10 s after which `docker stop` kills. */
const GRACE_MS = 7_000;

/** Has every response of a service that stops close its connection, so that clients go on elsewhere. */
export function addDrain(app: FastifyInstance): void {
  app.decorate("isDraining", false);
  app.addHook("onRequest", async (_request, reply) => {
    if (app.isDraining) reply.header("connection", "close");
  });
}

/**
 * Stops without failing a request: `/readyz` is 503 from now on, the service goes on for `forMs`, in which a load
 * balancer notices that, then takes no new connections and ends the requests in progress. It cuts off those that
 * need more than 7 seconds.
 */
export async function drain(app: FastifyInstance, forMs: number): Promise<void> {
  app.isDraining = true;
  await sleep(forMs);
  const patience = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  await app.close().finally(() => clearTimeout(patience));
}

declare module "fastify" {
  interface FastifyInstance {
    /** Whether the process is about to stop. */
    isDraining: boolean;
  }
}
