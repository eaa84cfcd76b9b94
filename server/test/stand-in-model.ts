import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request as a model got it. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a request as the service sent it
  readonly body: any;
}

type Answers = (asked: Asked, response: ServerResponse) => void;

/** A prediction of `label` for each item of a request, which pleases the service. */
export function labeling(label: string, more: object = {}): Answers {
  return ({ body }, response) =>
    sendJson(response, {
      predictions: body.items.map(({ id }: { id: string }) => ({
        ...{ item_id: id, result: { label }, score: 0.75 },
        ...more,
      })),
    });
}

/**
 * A chat completion with this content, as OpenAI's protocol has it: a stand-in for a language model, which reads nothing. `choice` and
 * `usage` go over what it says itself.
 */
export function completing(content: unknown, choice: object = {}, usage: object | null = USED): Answers {
  return (_asked, response) => {
    const message = {
      role: "assistant",
      content: typeof content === "string" ? content : JSON.stringify(content),
    };
    const first = { index: 0, message, finish_reason: "stop", logprobs: null, ...choice };
    const named = { id: "chat-1", object: "chat.completion", created: 0, model: "stand-in" };
    sendJson(response, { ...named, choices: [first], usage });
  };
}

const USED = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** Answers with a JSON value, or with this text as JSON. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  response.writeHead(200, { "content-type": "application/json" }).end(text);
}

/** A model's server on the loopback interface until the end of the test file. It says `yes` until `answers` is changed. */
export async function startModel() {
  const model = { url: "", requests: [] as Asked[], answers: labeling("yes") };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const asked = { path: request.url ?? "", headers: request.headers, text, body: JSON.parse(text) };
    model.requests.push(asked);
    model.answers(asked, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/predict`;
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return model;
}
