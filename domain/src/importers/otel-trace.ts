import type { Message } from "../formats/format.ts";
import type { Chat } from "./chat.ts";
import { ImportFault } from "./importer.ts";
import { isJsonObject, parseShallow, textOf } from "./json-value.ts";
import { eventMessages, type Turn, turnsIn } from "./otel-messages.ts";
import type { Span, SpanEvent } from "./otel-spans.ts";

const HELD = new Set([
  "gen_ai.system_instructions",
  "gen_ai.input.messages",
  "gen_ai.output.messages",
  "gen_ai.operation.name",
  "gen_ai.request.model",
  "gen_ai.agent.name",
  "gen_ai.conversation.id",
  "gen_ai.tool.name",
  "gen_ai.tool.call.id",
  "gen_ai.tool.call.arguments",
  "gen_ai.tool.call.result",
]);

/** The conversation of a trace: its spans in the order of time, and each message once. Throws an ImportFault if no span has a message. */
export function chatOfTrace(
  at: string,
  trace: string,
  spans: readonly Span[],
  eventsOf: ReadonlyMap<Span, readonly SpanEvent[]>,
): Chat {
  const told = new Told();
  const [models, agents, talks] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const lost = new Set<string>();
  const ordered = spans.toSorted((one, other) =>
    one.start < other.start ? -1 : one.start > other.start ? 1 : 0,
  );
  for (const span of ordered) {
    const { attributes } = span;
    const keys = Object.keys(attributes);
    if (!keys.some((key) => key.startsWith("gen_ai."))) lost.add("spans without attributes of generative AI");
    else if (keys.some((key) => !HELD.has(key)))
      lost.add("further attributes of spans, such as counts of tokens");
    addTo(models, attributes["gen_ai.request.model"]);
    addTo(agents, attributes["gen_ai.agent.name"]);
    addTo(talks, attributes["gen_ai.conversation.id"]);
    if (attributes["gen_ai.operation.name"] === "execute_tool") told.result(span);
    else told.chat(...exchanged(span, [...span.events, ...(eventsOf.get(span) ?? [])]));
  }
  if (told.messages.length === 0)
    throw new ImportFault(
      at,
      "its trace has no messages: let the instrumentation record their content (gen_ai.input.messages)",
    );
  const named = Object.entries({ models, agents, conversations: talks }).filter(
    ([, names]) => names.size > 0,
  );
  return {
    conversation: { messages: told.messages },
    external_id: trace,
    metadata: Object.fromEntries(named.map(([name, names]) => [name, [...names]])),
    lost: [...lost],
  };
}

function addTo(names: Set<string>, name: unknown): void {
  if (typeof name === "string" && name !== "") names.add(name);
}

/** What a model was sent in a span, and what it answered. */
function exchanged({ at, attributes }: Span, events: readonly SpanEvent[]): [Turn[], Turn[]] {
  const details = events.map((event) => event.attributes);
  const given = (name: string) =>
    [attributes, ...details].map((each) => each[name]).find((value) => value != null);
  const instructions = given("gen_ai.system_instructions");
  const system = { role: "system", parts: structured(at, instructions) };
  const asked = turnsIn(structured(at, given("gen_ai.input.messages")));
  const answered = turnsIn(structured(at, given("gen_ai.output.messages")));
  const spoken = eventMessages(events);
  return [
    [...(instructions === undefined ? [] : turnsIn([system])), ...asked, ...spoken.asked],
    [...answered, ...spoken.answered],
  ];
}

/** A value that an attribute holds as such, or as JSON in a string. */
function structured(at: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseShallow(value);
  } catch (cause) {
    throw new ImportFault(at, "has messages that are no valid JSON; they may be cut off", { cause });
  }
}

/** The messages of a trace. A model is sent again what was said before: that counts once. */
class Told {
  readonly messages: Message[] = [];
  /** How often each message was said. */
  readonly #said = new Map<string, number>();
  /** The ids of calls, and of those that have a result. */
  readonly #called = new Set<string>();
  readonly #returned = new Set<string>();

  chat(asked: readonly Turn[], answered: readonly Turn[]): void {
    const repeated = new Map<string, number>();
    for (const turn of asked) {
      const count = (repeated.get(turn.key) ?? 0) + 1;
      repeated.set(turn.key, count);
      if (count > (this.#said.get(turn.key) ?? 0)) this.#add(turn);
    }
    for (const turn of answered) this.#add(turn);
  }

  /** A span of a tool: its result, and the call if no model is known to have made it. */
  result({ id: span, attributes, error }: Span): void {
    const given = attributes["gen_ai.tool.call.arguments"];
    const id = textOf(attributes["gen_ai.tool.call.id"] ?? span);
    const name = textOf(attributes["gen_ai.tool.name"] ?? "tool");
    if (!this.#called.has(id)) {
      const call = { id, type: "function", function: { name, arguments: textOf(given ?? {}) } };
      this.#add({ key: `call ${id}`, message: { role: "assistant", content: null, tool_calls: [call] } });
    }
    const content = textOf(attributes["gen_ai.tool.call.result"] ?? "");
    const failed = error === null ? {} : { error };
    this.#add({ key: `result ${id}`, message: { role: "tool", tool_call_id: id, content, ...failed } });
  }

  #add({ key, message }: Turn): void {
    const { tool_call_id } = message;
    if (typeof tool_call_id === "string" && this.#returned.has(tool_call_id)) return;
    if (typeof tool_call_id === "string") this.#returned.add(tool_call_id);
    for (const call of message.tool_calls ?? []) if (isJsonObject(call)) this.#called.add(textOf(call.id));
    this.#said.set(key, (this.#said.get(key) ?? 0) + 1);
    this.messages.push(message);
  }
}
