import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startService } from "../../../test/service.ts";

test("a client that sends its whole body before it reads still receives the refusal", async () => {
  const { app, key } = await startService();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const body = Buffer.alloc(8 * 1024 * 1024, "x");
  const head = [
    "POST /v1/projects HTTP/1.1",
    "host: localhost",
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];

  const socket = connect(port, "127.0.0.1");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.write(body, resolve);
  });

  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
});
