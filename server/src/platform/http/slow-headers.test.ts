import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";

const { app } = await startService();

test("headers that do not arrive within a minute get a 408, and the connection ends", async () => {
  expect(app.server.headersTimeout).toBe(60_000);
  // Node ends slow headers by its own clock, so the test shortens its minute and how often it looks.
  Object.assign(app.server, { headersTimeout: 100, connectionsCheckingInterval: 20 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const answer = text(socket);
  await once(socket, "connect");

  socket.write("GET /v1/account HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");

  const [head = "", body = ""] = (await answer).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 408 /);
  expect(head).toMatch(/^x-request-id: /m);
  expect(JSON.parse(body)).toEqual({
    error: "request_timeout",
    message: "the request took too long to arrive",
  });
});
