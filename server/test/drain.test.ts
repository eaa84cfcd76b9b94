import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
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
