import { createHmac, randomBytes } from "node:crypto";
import { EVENT_TYPES, type EventType } from "@assay/domain/event-types.ts";
import type { Assay } from "@assay/sdk/assay.ts";
import { signWebhook } from "@assay/sdk/webhooks.ts";
import {
  type Command,
  countOf,
  type Input,
  JSON_ALWAYS,
  noArgument,
  type Terminal,
  textOf,
  textsOf,
  UsageError,
} from "../command.ts";
import { assayAt } from "../connecting.ts";
import { type Delivery, type Place, receive } from "../receive-webhooks.ts";

/** As long as the service waits for a receiver. */
const FORWARD_MS = 15_000;

/** `assay webhook listen` */
export const webhookListen: Command = {
  usage:
    "webhook listen [--forward URL] [--type TYPE]… [--project PROJECT] [--count N] [--url URL [--listen HOST:PORT]] [--json]",
  summary: "Print the events that webhooks deliver, and send them to a receiver on this machine, signed",
  options: {
    forward: { type: "string", help: "the receiver's URL, such as http://localhost:3000/hook" },
    type: { type: "string", multiple: true, help: `${EVENT_TYPES.join(", ")}; default: all` },
    project: { type: "string", help: "only events of this project" },
    count: { type: "string", help: "end after so many events; default: when you press Ctrl-C" },
    url: {
      type: "string",
      help: "where the service reaches this command: registers a webhook there, and deletes it at the end",
    },
    listen: { type: "string", help: "with --url: default 127.0.0.1 and the port of the URL" },
    ...JSON_ALWAYS,
  },
  examples: [
    "assay webhook listen --forward http://localhost:3000/hook",
    "assay webhook listen --url http://localhost:9000/ --type batch.certified",
  ],
  async run(input, terminal) {
    noArgument(input);
    const secret = terminal.env.WEBHOOK_SECRET || `whsec_${randomBytes(32).toString("base64")}`;
    const [types, place] = [typesOf(input), placeOf(input)];
    const ending = new AbortController();
    terminal.stopSignal?.().addEventListener("abort", () => ending.abort(), { once: true });
    const { signal } = ending;
    const deliver = delivering(input, types, terminal, ending);
    const client = assayAt(terminal);
    terminal.note(`The secret of the signatures: ${secret}`);
    if (place === undefined) await follow(client, { secret, signal }, deliver);
    else await receive(client, { ...{ place, secret, signal, note: terminal.note }, events: types }, deliver);
  },
};

function typesOf(input: Input): EventType[] | null {
  const types = textsOf(input, "type").map((given) => {
    const type = EVENT_TYPES.find((each) => each === given);
    if (type === undefined) throw new UsageError(`--type must be ${EVENT_TYPES.join(", ")} (got ${given})`);
    return type;
  });
  return types.length === 0 ? null : types;
}

/** Where to listen; undefined if the service need not reach this machine. */
function placeOf(input: Input): Place | undefined {
  const [url, listen] = [addressOf(input, "url"), textOf(input, "listen")];
  if (url === undefined && listen !== undefined) throw new UsageError("--listen needs --url");
  if (url === undefined) return undefined;
  const { port, protocol, href } = new URL(url);
  const given = listen ?? `127.0.0.1:${port || (protocol === "https:" ? 443 : 80)}`;
  const [, host, number] = /^(.+):(\d{1,5})$/.exec(given) ?? [];
  if (host === undefined) throw new UsageError(`--listen must be like 127.0.0.1:9000 (got ${listen})`);
  return { url: href, host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(number) };
}

function addressOf(input: Input, name: string): string | undefined {
  const given = textOf(input, name);
  if (given === undefined || (/^https?:/.test(given) && URL.canParse(given))) return given;
  throw new UsageError(`--${name} must be an http or https URL (got ${given})`);
}

/** Prints and forwards what is wanted; returns the receiver's status, and 204 where there is none. */
function delivering(
  input: Input,
  types: readonly EventType[] | null,
  { print, note }: Terminal,
  ending: AbortController,
): Delivery {
  const [forward, project] = [addressOf(input, "forward"), textOf(input, "project")];
  let left = countOf(input, "count") ?? Number.POSITIVE_INFINITY;
  return async (body, headers, { id, type, data }) => {
    const isWanted = types?.some((each) => each === type) ?? EVENT_TYPES.some((each) => each === type);
    if (!isWanted || (project !== undefined && data.project_id !== project) || left === 0) return 204;
    left -= 1;
    print(body);
    const status =
      forward === undefined
        ? 204
        : await send(forward, body, headers, (why) => note(`${type} ${id}: ${why}`));
    if (left === 0) ending.abort();
    return status;
  };
}

async function send(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  say: (what: string) => void,
): Promise<number> {
  try {
    const signal = AbortSignal.timeout(FORWARD_MS);
    const { status } = await fetch(url, { ...{ method: "POST", body, headers, signal }, redirect: "manual" });
    say(`the receiver answered ${status}`);
    return status;
  } catch (fault) {
    const why =
      fault instanceof TypeError && fault.cause instanceof Error ? fault.cause.message : String(fault);
    say(`the receiver did not answer: ${why}`);
    return 502;
  }
}

/** Delivers the events of the stream with the headers of a first attempt, until `signal`. */
async function follow(
  client: Assay,
  { secret, signal }: { readonly secret: string; readonly signal: AbortSignal },
  deliver: Delivery,
): Promise<void> {
  try {
    for await (const { event } of client.events.stream({ signal })) {
      if (event.type === "batch.progress") continue; // only the stream has it
      const body = JSON.stringify(event);
      const headers = {
        "content-type": "application/json",
        ...(await signWebhook(body, secret, { id: event.id })),
        "x-signature": createHmac("sha256", secret).update(body).digest("hex"),
        "x-event-type": event.type,
        "x-delivery-attempt": "0",
      };
      await deliver(body, headers, event);
    }
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
}
