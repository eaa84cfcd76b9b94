import type { Assay } from "@assay/sdk/assay.ts";
import { type Command, JSON_ALWAYS, noArgument, type Terminal } from "../command.ts";
import { assayAt } from "../connecting.ts";

/** The codes of JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;
const INTERNAL_ERROR = -32603;

/** `assay mcp` */
export const mcp: Command = {
  usage: "mcp [--json]",
  summary: "Let an agent work with the service: the Model Context Protocol on standard input and output",
  options: JSON_ALWAYS,
  examples: ["assay mcp", "assay mcp --profile staging"],
  async run(input, terminal) {
    noArgument(input);
    const client = assayAt(terminal);
    const running = new Set<Promise<void>>();
    for await (const line of terminal.lines?.() ?? []) {
      if (line.trim() === "") continue;
      const passing = pass(client, line, terminal).finally(() => running.delete(passing));
      running.add(passing);
    }
    await Promise.all(running);
  },
};

/** Sends a message to the service, which has the tools, and prints its answer. */
async function pass(client: Assay, line: string, { print, note }: Terminal): Promise<void> {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return print(failure(null, PARSE_ERROR, "a message must be a line of JSON"));
  }
  try {
    const response = await client.request({ method: "POST", path: "/mcp", json: message });
    const answer = await response.text();
    if (answer !== "") print(answer); // a notification has none
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault);
    const id: unknown = Object(message).id;
    if (id === undefined) note(why);
    else print(failure(id, INTERNAL_ERROR, why));
  }
}

function failure(id: unknown, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}
