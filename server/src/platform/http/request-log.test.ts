import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { deliverDue } from "../../../test/deliveries.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { recordLog } from "../../../test/recorded-log.ts";
import { startService } from "../../../test/service.ts";
import { untilHolds } from "../../../test/until.ts";
import { emit } from "../../events/emit.ts";

const recorded = recordLog();
const service = await startService({ log: recorded.log });
await service.app.listen({ port: 0, host: "127.0.0.1" });
const port = Number(service.app.listeningOrigin.split(":").at(-1));

/** The log lines of the request with this id. */
const linesOf = (id: string) => recorded.lines("request").filter(({ request_id }) => request_id === id);

/** Sends raw bytes; returns the socket. */
async function send(bytes: string) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

test.each([
  ["GET", "/v1/batches/batch_none?limit=secret-query", "/v1/batches/:id", 400],
  ["GET", "/v1/nowhere/at-all", null, 404],
  ["DELETE", "/v1/account", "/v1/account", 405],
  ["POST", "/v1/webhooks", "/v1/webhooks", 400],
  ["GET", "/v1/account", "/v1/account", 200],
] as const)("%s %s logs one line with its route pattern and account", async (method, url, route, status) => {
  const id = `${method}-${status}-${route?.length}`;

  await service.request(method, url, undefined, { "x-request-id": id });

  await untilHolds(() => expect(linesOf(id)).toHaveLength(1));
  const { pid, hostname, time, ...line } = linesOf(id)[0] ?? {};
  expect(line).toEqual({
    level: "info",
    request_id: id,
    method,
    route,
    status,
    ms: expect.any(Number),
    account_id: service.accountId,
    msg: "request",
  });
  expect(new Date(String(time)).toISOString()).toBe(time);
});

test("a request without a valid key is logged without an account", async () => {
  await service.anonymous("GET", "/v1/account", undefined, { "x-request-id": "nobody" });

  await untilHolds(() => expect(linesOf("nobody")).toMatchObject([{ status: 401, account_id: null }]));
});

test("a request that matches no route logs one line too", async () => {
  const { headers } = await service.request("GET", "/v1/batches/%zz");
  const id = String(headers["x-request-id"]);
  await untilHolds(() => expect(linesOf(id)).toMatchObject([{ route: null, status: 400 }]));

  const socket = await send("this is no HTTP\r\n\r\n");
  const [answer] = await once(socket, "data");
  const given = /x-request-id: (\S+)/.exec(String(answer))?.[1] ?? "";
  expect(linesOf(given)).toMatchObject([{ method: null, route: null, status: 400 }]);
});

test("a request whose client disconnects logs one line with 499", async () => {
  const head = `POST /v1/webhooks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.key}\r\nx-request-id: left\r\n`;
  const arrived = once(service.app.server, "request");
  const socket = await send(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`);
  await arrived;
  socket.destroy();

  await untilHolds(() => expect(linesOf("left")).toMatchObject([{ route: "/v1/webhooks", status: 499 }]));
});

test("the log line of an error has the id of its request", async () => {
  vi.spyOn(service.deps.blobs, "assertReady").mockImplementationOnce(() => {
    throw new Error("the disk is gone");
  });

  await service.anonymous("GET", "/readyz", undefined, { "x-request-id": "broken" });

  expect(recorded.lines("request failed")).toMatchObject([
    { level: "error", request_id: "broken", err: { message: "the disk is gone" } },
  ]);
});

test("jobs and deliveries log lines with their ids, and no line contains a secret", async () => {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const { body: webhook } = await service.request("POST", "/v1/webhooks", {
    url: `${receiver.url}/secret-path?token=secret-token`,
  });
  const { body: key } = await service.request("POST", "/v1/api-keys", {
    name: "a",
    scopes: ["projects:read"],
  });
  await service.request("POST", "/v1/webhooks", '{"secret":"whsec_c2VjcmV0LXRoYXQtaXMtYnJva2Vu', {
    "content-type": "application/json",
  });
  await service.requestWith("assay_live_wrong0secret")("GET", "/v1/account?api_key=secret-query");
  await service.request("GET", "/v1/account", undefined, { cookie: "session=secret-cookie" });
  await service.request("POST", "/v1/uploads", { url: `${receiver.url}/a.txt?X-Amz-Signature=secret-s3` });
  await service.request("GET", "/v1/files/file_1/content?expires=1&signature=secret-signature");
  await service.runJobs();
  const event = { account_id: service.accountId, type: "batch.created", data: {} } as const;
  await service.db.transaction().execute((tx) => emit(tx, { ...event, created_at: service.deps.now() }));
  await deliverDue(service.deps);

  expect(key.key).toMatch(/^assay_live_/);
  expect(receiver.requests.map(({ path }) => path.split("?")[0])).toEqual([
    "/hook/a.txt",
    "/hook/secret-path",
  ]);
  expect(recorded.lines("job done")).toMatchObject(
    ["process_upload", "fetch_urls", "process_upload"].map((job) => ({ job, job_id: expect.anything() })),
  );
  expect(recorded.lines("delivery attempted")).toMatchObject([
    { delivery_id: expect.stringMatching(/^dlv_/), webhook_id: webhook.id, attempt: 0, status_code: 200 },
  ]);
  const text = recorded.text();
  for (const secret of [service.key, String(key.key), webhook.secret, "whsec_", "assay_live_", "secret-"]) {
    expect(text).not.toContain(secret);
  }
});
