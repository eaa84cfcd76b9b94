import type { FastifyInstance } from "fastify";

/** How long the next bytes of a download wait for other requests at most: 12 MiB/s of each download are left. */
const WAIT_MS = 20;
/** A request in progress for longer, such as an upload whose body arrives, holds up no download. */
const YOUNG_MS = 250;

/**
 * Lets downloads wait for the other requests in progress, by `app.untilFree`. To clients that read as fast as they can the process
 * sends all the time, and without this a request would wait for their bytes after each answer of the database.
 */
export function addGiveWay(app: FastifyInstance, { waitMs = WAIT_MS, youngMs = YOUNG_MS } = {}): void {
  /** When each request in progress began, by id. */
  const begun = new Map<string, number>();
  const waiting = new Set<() => void>();

  function isFree(): boolean {
    const oldest = performance.now() - youngMs;
    return [...begun.values()].every((at) => at < oldest);
  }
  function end(id: string): void {
    if (begun.delete(id) && waiting.size > 0 && isFree()) for (const go of waiting) go();
  }

  app.addHook("onRequest", (request, reply, done) => {
    begun.set(request.id, performance.now());
    reply.raw.once("close", () => end(request.id));
    done();
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    end(request.id); // so that downloads, whose bytes are sent from here on, do not wait for each other
    done();
  });
  app.decorate("untilFree", async () => {
    if (isFree()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    const late = setTimeout(resolve, waitMs);
    await promise;
    clearTimeout(late);
    waiting.delete(resolve);
  });
}

declare module "fastify" {
  interface FastifyInstance {
    /** Resolves once no other request needs the process more than a download does, or after 20 ms. */
    untilFree: () => Promise<void>;
  }
}
