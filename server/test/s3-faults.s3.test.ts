import { expect, inject, test } from "vitest";
import { startFaultyS3 } from "./s3-faults.ts";

const { endpoint, bucket } = inject("s3");
const s3 = await startFaultyS3(endpoint);
const health = (): Promise<Response> => fetch(`${s3.endpoint}/health`);
const put = (key: string, bytes: number) =>
  fetch(`${s3.endpoint}/${bucket}/${key}`, { method: "PUT", body: Buffer.alloc(bytes) });

test("a request passes the proxy, and the server checks its signature", async () => {
  expect((await health()).status).toBe(200);
  expect((await put("unsigned", 10)).status).toBe(403);
  expect(s3.requests.slice(-2)).toEqual(["GET /health", `PUT /${bucket}/unsigned`]);
});

test("the asked number of requests is told to slow down", async () => {
  s3.slowDown({ url: "/health", times: 2 });

  expect([(await health()).status, (await health()).status, (await health()).status]).toEqual([
    503, 503, 200,
  ]);
});

test("a connection ends within a request, and within a response", async () => {
  s3.cutRequest({ method: "PUT" }, 1_000_000);
  await expect(put("cut", 3_000_000)).rejects.toThrow();

  s3.cutResponse({ url: "/health" }, 1);
  await expect(health().then((response) => response.text())).rejects.toThrow();
});

test("a response waits until it is let go", async () => {
  const release = s3.holdResponse({ url: "/health" }, 1);
  const body = (await health()).body?.getReader();
  expect(Buffer.from((await body?.read())?.value ?? []).toString()).toBe("O");

  release();

  expect(Buffer.from((await body?.read())?.value ?? []).toString()).toBe("K");
});

test("connections are refused until they are accepted again", async () => {
  await s3.refuse();
  await expect(health()).rejects.toThrow();

  await s3.accept();

  expect((await health()).status).toBe(200);
});
