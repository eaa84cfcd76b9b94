import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A finished request, for the log and the metrics. */
export interface Answer {
  readonly request_id: string;
  readonly method: string | null;
  /** The route's pattern, such as `/v1/batches/:id`; null if there is no route. */
  readonly route: string | null;
  /** The status of the response; 499 if the client disconnected first. */
  readonly status: number;
  readonly ms: number;
  /** Null for a request without a valid key. */
  readonly account_id: string | null;
  /** The plan whose limit applied. */
  readonly policy: string;
}

export type NoteAnswer = (answer: Answer) => void;

/**
 * A log line per request, without path, query, headers and body, because these may contain personal data and
 * secrets.
 */
export function logAnswer(log: FastifyBaseLogger, { policy: _, ...answer }: Answer): void {
  log.info(answer, "request");
}

const CLIENT_LEFT = 499;

/**
 * Records each request once, when its response is sent or its client disconnects. Must run before all other
 * hooks.
 */
export function addRequestLog(app: FastifyInstance, note: NoteAnswer): void {
  app.addHook("onRequest", (request, reply, done) => {
    noteAtEnd(note, request, reply);
    done();
  });
}

/** The same for one request, if Fastify runs no hooks for it. */
export function noteAtEnd(note: NoteAnswer, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply;
  raw.once("close", () => {
    const { caller } = request;
    note({
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: raw.headersSent ? raw.statusCode : CLIENT_LEFT,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      account_id: caller?.account_id ?? null,
      policy: caller?.plan ?? "anonymous",
    });
  });
}
