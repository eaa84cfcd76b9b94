import { type Receiver, startReceiver } from "./receiver.ts";

/** A span as it was sent, with its attributes' plain values. */
export interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface SentSpan extends Omit<Span, "attributes"> {
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** An OpenTelemetry collector on this machine. */
export interface Collector extends Receiver {
  /** What to set `OTEL_EXPORTER_OTLP_ENDPOINT` to. */
  readonly endpoint: string;
  /** All that arrived so far, in order. */
  readonly spans: () => Span[];
}

/** Starts a collector that takes JSON. */
export async function startCollector(): Promise<Collector> {
  const receiver = await startReceiver();
  const spans = (): Span[] =>
    receiver.requests
      .map(({ body }): Sent => JSON.parse(body))
      .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        attributes: Object.fromEntries(
          span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]),
        ),
      }));
  return { ...receiver, endpoint: new URL(receiver.url).origin, spans };
}
