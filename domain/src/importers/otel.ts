import { CHAT_TYPES, itemOf } from "./chat.ts";
import {
  type ForeignDataset,
  type ForeignFault,
  type Importer,
  ImportFault,
  partOf,
  typeToRead,
} from "./importer.ts";
import { objectsOf } from "./json-objects.ts";
import { type Span, type SpanEvent, spanEventsIn, spansIn } from "./otel-spans.ts";
import { chatOfTrace } from "./otel-trace.ts";

/**
 * Spans of generative AI in OpenTelemetry's protocol as JSON (OTLP/JSON, as the collector's file exporter writes it): each trace is a
 * conversation. Sources: OpenTelemetry protocol 1.7, "JSON Protobuf Encoding"; semantic conventions 1.38 for generative AI with
 * `gen_ai.input.messages` and `gen_ai.output.messages`, and those before 1.37 with an event for each message.
 */
export const otel: Importer = {
  name: "otel",
  aliases: ["opentelemetry", "otlp"],
  types: CHAT_TYPES,
  async read(folder, wanted): Promise<ForeignDataset> {
    const lines = await objectsOf(folder, "otel");
    const annotation_type = typeToRead(otel, wanted, "text_classification");
    const spans: Span[] = [];
    const events: SpanEvent[] = [];
    const faults: ForeignFault[] = [];
    for (const { at, fields } of lines) {
      try {
        const object = fields();
        for (const span of spansIn(at, object)) spans.push(span);
        for (const event of spanEventsIn(at, object)) events.push(event);
      } catch (thrown) {
        if (!(thrown instanceof ImportFault)) throw thrown;
        faults.push({ at, fault: thrown.message });
      }
    }
    if (spans.length === 0 && faults.length === 0)
      throw new ImportFault("otel", "there is no resourceSpans with a span");
    const traces = Map.groupBy(spans, ({ trace }) => trace);
    const eventsOf = Map.groupBy(events, ({ span }) => span);
    return {
      ...{ annotation_type, labels: [], type_options: {} },
      async *items() {
        yield* faults;
        for (const [trace, own] of traces) {
          const at = own[0]?.at ?? "otel";
          yield partOf(at, () => itemOf(at, annotation_type, chatOfTrace(at, trace, own, eventsOf)));
        }
      },
    };
  },
};
