import { CHAT_TYPES, itemOf } from "./chat.ts";
import {
  type ForeignDataset,
  type ForeignFault,
  type Importer,
  ImportFault,
  partOf,
  typeToRead,
} from "./importer.ts";
import { eachObject } from "./json-objects.ts";
import { type Span, type SpanEvent, spanEventsIn, spansIn } from "./otel-spans.ts";
import { chatOfTrace } from "./otel-trace.ts";

/** All lines are read before the first fault is told: more would take long. */
const MOST_FAULTS = 10_000;

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
    const annotation_type = typeToRead(otel, wanted, "text_classification");
    const spans: Span[] = [];
    const events: SpanEvent[] = [];
    const faults: ForeignFault[] = [];
    for await (const { at, fields } of eachObject(folder, "otel")) {
      try {
        const object = fields();
        for (const span of spansIn(at, object)) spans.push(span);
        for (const event of spanEventsIn(at, object)) events.push(event);
      } catch (thrown) {
        if (!(thrown instanceof ImportFault)) throw thrown;
        faults.push({ at, fault: thrown.message });
        if (faults.length > MOST_FAULTS)
          throw new ImportFault(
            "otel",
            `more than ${MOST_FAULTS} lines cannot be read, such as ${thrown.message}`,
          );
      }
    }
    if (spans.length === 0 && faults.length === 0)
      throw new ImportFault("otel", "there is no resourceSpans with a span");
    const traces = Map.groupBy(spans, ({ trace }) => trace);
    const eventsOf = eventsBySpan(spans, events);
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

/** The log records of each span. If several have its id, the first has them: each would repeat all of them. */
function eventsBySpan(
  spans: readonly Span[],
  events: readonly SpanEvent[],
): ReadonlyMap<Span, readonly SpanEvent[]> {
  const byId = Map.groupBy(events, ({ span }) => span);
  const found = new Map<Span, readonly SpanEvent[]>();
  for (const span of spans) {
    const own = byId.get(span.id);
    if (own !== undefined) found.set(span, own);
    byId.delete(span.id);
  }
  return found;
}
