import { setTimeout as sleep } from "node:timers/promises";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Deps } from "../deps.ts";

/** How long the process waits for a collector when it ends. */
const CLOSE_MS = 2_000;

/**
 * Sends spans every 5 s as OTLP in JSON over HTTP. Reads the standard `OTEL_EXPORTER_OTLP_*`,
 * `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` of the environment. `close` sends the rest, for at most
 * 2 s.
 */
export function createSender(log: Deps["log"]): {
  readonly provider: TracerProvider;
  readonly close: () => Promise<void>;
} {
  const exporter = new OTLPTraceExporter();
  let isLost = false;
  const lost = (fault: unknown): void => {
    if (!isLost) log.warn({ err: fault }, "traces are lost: the collector does not accept them");
    isLost = true;
  };
  const noted = ({ code, error }: ExportResult): void => {
    if (code !== ExportResultCode.SUCCESS) lost(error);
    else isLost = false;
  };
  const telling: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        noted(result);
        done({ code: ExportResultCode.SUCCESS }); // logged already; a failure would be thrown by the flush
      }),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "assay" }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling })],
  });
  async function close(): Promise<void> {
    const sent = new AbortController();
    const late = sleep(CLOSE_MS, undefined, { signal: sent.signal }).then(
      () => lost(new Error(`no answer within ${CLOSE_MS} ms`)),
      () => undefined,
    );
    await Promise.race([provider.shutdown().catch(lost), late]);
    sent.abort();
  }
  return { provider, close };
}
