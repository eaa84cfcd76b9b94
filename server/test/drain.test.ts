import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { drain } from "../src/platform/http/drain.ts";
import { startService } from "./service.ts";

const { app, key } = await startService();

test("requests during a stop get normal responses, and their connections are closed", async () => {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect(Number(new URL(app.listeningOrigin).port), "127.0.0.1");
  const answers = text(socket);
  const head = `Host: localhost\r\nAuthorization: Bearer ${key}\r\n`;
  const body = JSON.stringify({ annotation_type: "ner" });
  socket.write(`POST /v1/projects HTTP/1.1\r\n${head}Content-Type: application/json\r\n`);
  socket.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
  await once(app.server, "request");

  const closed = app.close();
  socket.write(`${body.slice(5)}GET /v1/account HTTP/1.1\r\n${head}\r\n`);
  await closed;

  const [, created, account] = (await answers).split("HTTP/1.1 ");
  expect(created).toMatch(/^201 /);
  expect(account).toMatch(/^200 OK\r\n/);
  expect(account).toMatch(/\r\nx-ratelimit-remaining: \d+\r\n/i);
  expect(account).toMatch(/\r\nconnection: close\r\n/i);
});

test("a service that drains is not ready, answers all requests and has clients reconnect", async () => {
  const { app, anonymous, key } = await startService();
  const headers = { authorization: `Bearer ${key}` };
  expect((await app.inject({ url: "/v1/account", headers })).headers.connection).toBe("keep-alive");

  app.isDraining = true;

  expect(await anonymous("GET", "/readyz")).toMatchObject({ status: 503, body: { status: "failed" } });
  expect(await anonymous("GET", "/healthz")).toMatchObject({ status: 200 });
  const account = await app.inject({ url: "/v1/account", headers });
  expect(account.statusCode).toBe(200);
  expect(account.headers.connection).toBe("close");
});

test("a drain without a pause turns readiness off, then closes", async () => {
  const { app } = await startService();
  await app.listen({ port: 0, host: "127.0.0.1" });

  await drain(app, 0);

  expect(app.isDraining).toBe(true);
  expect(app.server.listening).toBe(false);
});
