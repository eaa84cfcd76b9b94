/** One message of a stream of server-sent events, or the fields without data that change how to continue. */
export interface ServerSent {
  readonly id: string | undefined;
  /** Empty if the block has no data. */
  readonly data: string;
  /** How long to wait before the next connection. */
  readonly retryMs: number | undefined;
}

/**
 * The blocks of a stream of server-sent events. Comments are left out, and what the stream's end cuts off. Source: WHATWG HTML,
 * section 9.2.6, "Interpreting an event stream"; `event` is not read, because each event names its type in `data`.
 */
export async function* messagesIn(texts: AsyncIterable<string>): AsyncGenerator<ServerSent> {
  let rest = "";
  let fields: [name: string, value: string][] = [];
  for await (const text of texts) {
    rest += text;
    // a CR at the end may be the first half of CR LF
    const whole = rest.endsWith("\r") ? rest.slice(0, -1) : rest;
    const lines = whole.split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? "") + rest.slice(whole.length);
    for (const line of lines) {
      if (line !== "") fields.push(fieldOf(line));
      else {
        if (fields.some(([name]) => name !== "")) yield messageOf(fields);
        fields = [];
      }
    }
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
  return [name, value];
}

function messageOf(fields: readonly [name: string, value: string][]): ServerSent {
  const all = (wanted: string) => fields.filter(([name]) => name === wanted).map(([, value]) => value);
  const retry = all("retry").at(-1);
  return {
    id: all("id").at(-1),
    data: all("data").join("\n"),
    retryMs: retry !== undefined && /^\d+$/.test(retry) ? Number(retry) : undefined,
  };
}
