import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  optionalList,
  textAt,
  textOf,
} from "./json-value.ts";

/** A span of a trace, its attributes as plain values. */
export interface Span {
  readonly at: string;
  readonly trace: string;
  readonly id: string;
  readonly name: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly attributes: JsonObject;
  readonly events: readonly SpanEvent[];
  /** The message of its status if it failed, which may be empty; null if it did not. */
  readonly error: string | null;
}

/** An event of a span, or a log record that names one. */
export interface SpanEvent {
  /** The id of the span; empty for an event inside one. */
  readonly span: string;
  readonly name: string;
  readonly time: bigint;
  /** The attributes, and the body of a log record if that is an object. */
  readonly attributes: JsonObject;
}

/** The spans of an OTLP object. Throws an ImportFault. */
export function* spansIn(at: string, object: JsonObject): Generator<Span> {
  for (const [place, scope] of scopesIn(at, object, "resourceSpans", "scopeSpans")) {
    for (const [index, value] of optionalList(`${place}.spans`, scope.spans).entries()) {
      const here = `${place}.spans[${index}]`;
      const span = objectAt(here, value);
      const status = isJsonObject(span.status) ? span.status : {};
      yield {
        at: here,
        trace: textAt(`${here}.traceId`, span.traceId),
        id: textAt(`${here}.spanId`, span.spanId),
        name: textOf(span.name ?? ""),
        start: nanoseconds(span.startTimeUnixNano),
        attributes: attributesOf(span.attributes),
        events: optionalList(`${here}.events`, span.events).filter(isTelling).map(eventOf),
        error: status.code === 2 || status.code === "STATUS_CODE_ERROR" ? textOf(status.message ?? "") : null,
      };
    }
  }
}

/** The log records of an OTLP object that belong to spans. Throws an ImportFault. */
export function* spanEventsIn(at: string, object: JsonObject): Generator<SpanEvent> {
  for (const [place, scope] of scopesIn(at, object, "resourceLogs", "scopeLogs")) {
    for (const value of optionalList(`${place}.logRecords`, scope.logRecords)) {
      if (!isJsonObject(value) || typeof value.spanId !== "string") continue;
      const event = eventOf(value);
      const body = plain(value.body);
      const name = value.eventName ?? event.attributes["event.name"];
      const attributes = { ...event.attributes, ...(isJsonObject(body) ? body : {}) };
      yield { ...event, span: value.spanId, name: textOf(name), attributes };
    }
  }
}

function* scopesIn(
  at: string,
  object: JsonObject,
  resources: string,
  scopes: string,
): Generator<readonly [string, JsonObject]> {
  for (const [index, value] of optionalList(`${at}: ${resources}`, object[resources]).entries()) {
    const place = `${at}: ${resources}[${index}]`;
    const resource = objectAt(place, value);
    for (const [inner, scope] of listAt(`${place}.${scopes}`, resource[scopes] ?? []).entries())
      yield [`${place}.${scopes}[${inner}]`, objectAt(`${place}.${scopes}[${inner}]`, scope)];
  }
}

/** Whether an event has attributes. Others say nothing, and millions of them fit into a file. */
function isTelling(event: unknown): event is JsonObject {
  return isJsonObject(event) && Array.isArray(event.attributes) && event.attributes.length > 0;
}

function eventOf(event: JsonObject): SpanEvent {
  const attributes = attributesOf(event.attributes);
  return { span: "", name: textOf(event.name ?? ""), time: nanoseconds(event.timeUnixNano), attributes };
}

/** A 64-bit number, which JSON of Protobuf writes as a string; 0 if it is none. */
function nanoseconds(value: unknown): bigint {
  const text = textOf(value);
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}

function attributesOf(list: unknown): JsonObject {
  const pairs = (Array.isArray(list) ? list : []).filter(isJsonObject);
  return Object.fromEntries(pairs.map(({ key, value }) => [textOf(key), plain(value)]));
}

/** An `AnyValue` as plain JSON. */
function plain(value: unknown): unknown {
  if (!isJsonObject(value)) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (isJsonObject(arrayValue)) return (Array.isArray(arrayValue.values) ? arrayValue.values : []).map(plain);
  if (isJsonObject(kvlistValue)) return attributesOf(kvlistValue.values);
  if (intValue !== undefined) return Number(textOf(intValue));
  return stringValue ?? boolValue ?? doubleValue ?? bytesValue ?? null;
}
