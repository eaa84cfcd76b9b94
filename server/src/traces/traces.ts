import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import type { FastifyInstance } from "fastify";
import type { LogEvent } from "kysely";
import type { Deps } from "../deps.ts";
import { type Answer, noteAtEnd } from "../platform/http/request-log.ts";
import type { Outbound } from "../platform/network/outbound.ts";
import { createSender } from "./send.ts";

/** Spans of this process for OpenTelemetry. None contains a value of a statement, path, query or header. */
export interface Traces {
  /**
   * A span for each request of `app`, below the span in its `traceparent`. Must run before all other hooks.
   */
  readonly watchRequests: (app: FastifyInstance) => void;
  /** Runs a job in a span with its name. */
  readonly inJob: <T>(
    job: { readonly name: string; readonly id: string; readonly attempt: number },
    work: () => Promise<T>,
  ) => Promise<T>;
  /** A span for a finished statement, below its request or job; none without either. */
  readonly queried: (event: LogEvent) => void;
  /** The same outbound client, with a span for each request. Adds nothing to the requests. */
  readonly watchOutbound: (outbound: Outbound) => Outbound;
  /** Sends the remaining spans, for at most 2 s. */
  readonly close: () => Promise<void>;
}

/** Sends spans to `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export function createTraces(log: Deps["log"]): Traces {
  const { provider, close } = createSender(log);
  const tracer = provider.getTracer("assay");
  const current = new AsyncLocalStorage<Context>();

  /** Runs `work` in a span, which ends with it. */
  async function inSpan<T>(
    name: string,
    about: { readonly kind: SpanKind; readonly attributes: Attributes },
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const parent = current.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(name, about, parent);
    try {
      return await current.run(trace.setSpan(parent, span), work, span);
    } catch (fault) {
      fail(span, fault);
      throw fault;
    } finally {
      span.end();
    }
  }

  return {
    watchRequests: (app) => watchRequests(app, tracer, current),
    inJob: ({ name, id, attempt }, work) =>
      inSpan(
        name,
        { kind: SpanKind.CONSUMER, attributes: { "assay.job_id": id, "assay.attempt": attempt } },
        work,
      ),
    queried(event) {
      const parent = current.getStore();
      if (parent === undefined) return;
      const { sql } = event.query;
      const endTime = Date.now();
      const attributes = { "db.system.name": "postgresql", "db.query.text": sql };
      const startTime = endTime - event.queryDurationMillis;
      const about = { kind: SpanKind.CLIENT, attributes, startTime };
      const span = tracer.startSpan(/\w+/.exec(sql)?.[0].toUpperCase() ?? "SQL", about, parent);
      if (event.level === "error") fail(span, event.error);
      span.end(endTime);
    },
    watchOutbound({ post, ask, get, keep, agents, refusal }) {
      const inRequest = <T extends { readonly status: number }>(
        method: string,
        url: string,
        send: () => Promise<T>,
      ) => {
        const attributes = { "http.request.method": method, "server.address": new URL(url).hostname };
        return inSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
          const answer = await send();
          span.setAttribute("http.response.status_code", answer.status);
          if (answer.status >= 300) span.setStatus({ code: SpanStatusCode.ERROR }); // redirects are not followed
          return answer;
        });
      };
      return {
        post: (url, headers, body) => inRequest("POST", url, () => post(url, headers, body)),
        ask: (url, headers, body, bounds) => inRequest("POST", url, () => ask(url, headers, body, bounds)),
        get: (url, signal, headers) => inRequest("GET", url, () => get(url, signal, headers)),
        keep,
        agents,
        refusal,
      };
    },
    close,
  };
}

function watchRequests(app: FastifyInstance, tracer: Tracer, current: AsyncLocalStorage<Context>): void {
  const propagator = new W3CTraceContextPropagator();
  app.addHook("onRequest", (request, reply, done) => {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    noteAtEnd((answer) => endRequest(span, answer), request, reply);
    current.run(trace.setSpan(parent, span), done);
  });
}

function endRequest(span: Span, { request_id, method, route, status, account_id }: Answer): void {
  if (route !== null) span.updateName(`${method} ${route}`);
  span.setAttributes({
    "http.request.method": method ?? "_OTHER",
    "http.response.status_code": status,
    "assay.request_id": request_id,
    ...(route !== null && { "http.route": route }),
    ...(account_id !== null && { "assay.account_id": account_id }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Records the kind of error. Its message is omitted because it may contain a client's data. */
function fail(span: Span, fault: unknown): void {
  const { name, code } =
    fault instanceof Error ? (fault as NodeJS.ErrnoException) : { name: "Error", code: undefined };
  span.setAttribute("error.type", code ?? name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
