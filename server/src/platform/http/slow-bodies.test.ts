import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { untilHolds } from "../../../test/until.ts";
import { createRateLimiter } from "../rate-limits/rate-limit.ts";
import { endSlowBodies } from "./slow-bodies.ts";

let time = 0;
let received = 0;
const limiter = createRateLimiter();
const app = Fastify();
const check = endSlowBodies(app, { limiter, now: () => new Date(time), note: () => undefined });
app.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
app.put("/bytes", async ({ raw }) => {
  for await (const chunk of raw) received += chunk.length;
  return { received };
});
app.put("/closed", async (_request, reply) => reply.code(401).send({}));
await app.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => app.close());

/** A request that announces `size` bytes and sends those of `begun`. */
async function begin(url: string, size: number, begun: string) {
  received = 0;
  const socket = connect(Number(new URL(app.listeningOrigin).port), "127.0.0.1");
  const answer = text(socket);
  socket.write(`PUT ${url} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n${begun}`);
  await once(app.server, "request");
  return { socket, answer };
}

const untilReceived = (bytes: number) => untilHolds(() => expect(received).toBe(bytes));

test("a body that stalls for a minute gets a 408, and its connection ends", async () => {
  const { answer } = await begin("/bytes", 1_000, "abc");
  await untilReceived(3);

  time += 59_000;
  check();
  time += 2_000;
  check();

  const [head = "", body = ""] = (await answer).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(head).toMatch(/^x-ratelimit-limit: /m);
  expect(JSON.parse(body)).toEqual({
    error: "request_timeout",
    message: "the request took too long to arrive",
  });
});

test("a slow body that keeps arriving is not interrupted", async () => {
  const { socket, answer } = await begin("/bytes", 400_003, "abc");
  await untilReceived(3);
  for (let sent = 50_003; sent <= 100_003; sent += 50_000) {
    socket.write("x".repeat(50_000)); // 48 s at the minimum rate
    await untilReceived(sent);
    time += 75_000;
    check();
  }

  socket.end("x".repeat(300_000));

  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
});

test("a connection with a response but an unfinished body ends too", async () => {
  const { socket, answer } = await begin("/closed", 1_000, "abc");
  await once(socket, "data");
  time += 61_000;
  check();

  expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
});
