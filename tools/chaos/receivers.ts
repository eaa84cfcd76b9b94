import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Received } from "../../server/test/receiver.ts";
import type { Random } from "../tour/random.ts";

/** A delivery and whether its receiver acknowledged it. */
export interface Arrival extends Received {
  accepted: boolean;
}

/** A receiver endpoint. */
export interface Receiver {
  readonly name: string;
  readonly url: string;
  readonly arrivals: readonly Arrival[];
}

export interface Receivers {
  readonly good: Receiver;
  readonly slow: Receiver;
  readonly failing: Receiver;
  /** Serves a text; returns its URL. */
  readonly publish: (name: string, text: string) => string;
  readonly close: () => void;
}

type Answers = (response: ServerResponse) => void;

/** Three receivers of webhooks and a place to upload from, on one port of `host`, an address of this machine. */
export async function startReceivers(random: Random, host = "127.0.0.1"): Promise<Receivers> {
  const texts = new Map<string, string>();
  const arrivals = new Map<string, { readonly log: Arrival[]; readonly answer: Answers }>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const text = texts.get(path);
    if (text !== undefined) response.writeHead(200, { "content-type": "text/plain" }).end(text);
    const receiver = arrivals.get(path);
    if (receiver !== undefined) await take(request, response, receiver.log, receiver.answer);
  });
  server.listen(0, host);
  await once(server, "listening");
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;

  function receiver(name: string, answer: Answers): Receiver {
    const log: Arrival[] = [];
    arrivals.set(`/${name}`, { log, answer });
    return { name, url: `${origin}/${name}`, arrivals: log };
  }

  return {
    good: receiver("good", accept),
    slow: receiver("slow", (response) => void setTimeout(accept, 50 + random() * 400, response)),
    failing: receiver("failing", (response) => failOrNot(response, random())),
    publish(name, text) {
      texts.set(`/texts/${name}`, text);
      return `${origin}/texts/${name}`;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Records a delivery that arrived completely, and whether its 2xx response was sent completely. */
async function take(request: IncomingMessage, response: ServerResponse, log: Arrival[], answer: Answers) {
  const body = await buffer(request).catch(() => undefined); // its sender was killed
  if (body === undefined) return;
  const arrival = {
    at: Date.now(),
    path: request.url ?? "",
    headers: request.headers,
    body: body.toString(),
    accepted: false,
  };
  log.push(arrival);
  response.once("finish", () => {
    arrival.accepted = response.statusCode < 300;
  });
  answer(response);
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end();
}

/** Fails half of the time: with 500, a broken connection, a truncated response, or no response. */
function failOrNot(response: ServerResponse, chance: number): void {
  if (chance < 0.25) response.writeHead(500).end("no");
  else if (chance < 0.35) response.destroy();
  else if (chance < 0.48) response.socket?.end("HTTP/1.1 2");
  else if (chance > 0.02 + 0.48) accept(response);
  // else it says nothing until the sender gives up
}
