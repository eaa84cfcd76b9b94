import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** A request that has ended, as it is logged and measured. */
export interface Answer {
  readonly request_id: string;
  readonly method: string | null;
  /** The pattern of the path, such as `/v1/batches/:id`; null where no route has it. */
  readonly route: string | null;
  /** What was answered; 499 where the client left before. */
  readonly status: number;
  readonly ms: number;
  /** Null for a request without a valid key. */
  readonly account_id: string | null;
  /** The plan that it was counted in. */
  readonly policy: string;
}

export type NoteAnswer = (answer: Answer) => void;

/** A line of log for each request: no path, query, header or body, since these may hold what is nobody's business. */
export function logAnswer(log: FastifyBaseLogger, { policy: _, ...answer }: Answer): void {
  log.info(answer, "request");
}

const CLIENT_LEFT = 499;

/** Notes each request once, when its answer is sent or its client has left. Comes before all other hooks. */
export function addRequestLog(app: FastifyInstance, note: NoteAnswer): void {
  app.addHook("onRequest", (request, reply, done) => {
    noteAtEnd(note, request, reply);
    done();
  });
}

/** The same for one request, where Fastify runs no hooks. */
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
