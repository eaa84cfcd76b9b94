import { readFile } from "node:fs/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";

const { app } = await startService();

test.each(["/", "/projects", "/projects/", "/batches/batch_1/items?state=open"])(
  "%s serves the workbench",
  async (url) => {
    const page = await app.inject({ method: "GET", url });

    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("default-src 'self'"),
      "x-ratelimit-remaining": page.headers["x-ratelimit-limit"],
    });
  },
);

test("every screen of the workbench's router is served, so that it can be loaded again", async () => {
  const router = await readFile(new URL("../../../workbench/src/router.tsx", import.meta.url), "utf8");
  const paths = [...router.matchAll(/ path: "(\/[^"]*)"/g)].map(([, path = ""]) => path);
  expect(paths).toContain("/questions");
  for (const url of paths) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, 200]);
});

test("pages load only from the service and the base URL, and run no text as script", async () => {
  const page = await app.inject({ method: "GET", url: "/", headers: { host: "127.0.0.1:9000" } });
  const docs = await app.inject({ method: "GET", url: "/docs/reference/static/index.html" });

  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("img-src 'self' http://localhost:8080 data: blob:;");
  expect(policy).toContain("connect-src 'self' http://localhost:8080;");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
  expect(policy).not.toMatch(/https?:(?!\/\/localhost:8080)|unsafe-eval|script-src/);
  expect(docs.headers["content-security-policy"]).toContain("default-src 'self'");
});

test("/docs/reference serves its page without a redirect", async () => {
  const { statusCode, body } = await app.inject({ method: "GET", url: "/docs/reference" });

  expect([statusCode, body]).toEqual([200, expect.stringContaining("<title>Swagger UI</title>")]);
});

test("a program that omits /v1 gets a 404 as JSON", async () => {
  const answer = await app.inject({ url: "/projects?limit=1", headers: { accept: "application/json" } });

  expect([answer.statusCode, answer.json()]).toEqual([
    404,
    { error: "not_found", message: "there is no GET /projects; the API is under /v1" },
  ]);
});

test("browsers cache assets permanently, because their names change with their content", async () => {
  const page = await app.inject({ method: "GET", url: "/" });
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? "";

  const { statusCode, headers } = await app.inject({ method: "GET", url: script });
  const icon = await app.inject({ method: "GET", url: "/icon.svg" });

  expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  expect([icon.statusCode, icon.headers["cache-control"]]).toEqual([200, "public, max-age=86400"]);
});

test.each([
  ["br, gzip", "br", brotliDecompressSync],
  ["gzip, deflate", "gzip", gunzipSync],
])("who takes %s gets the files compressed", async (accepted, encoding, decompress) => {
  const page = await app.inject({ method: "GET", url: "/" });
  const shell = [...page.body.matchAll(/href="(\/assets\/shell-[^"]+)"/g)].map(([, url = ""]) => url);
  const get = async (url: string, headers: Record<string, string>) =>
    await app.inject({ method: "GET", url, headers });

  expect(shell).toEqual([expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]);
  for (const url of shell) {
    const plain = await get(url, {});
    const small = await get(url, { "accept-encoding": accepted });

    expect(small.headers).toMatchObject({
      "content-encoding": encoding,
      "content-type": plain.headers["content-type"],
      "content-length": String(small.rawPayload.byteLength),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toMatch(/accept-encoding/i);
    expect(small.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength);
    expect(decompress(small.rawPayload).equals(plain.rawPayload)).toBe(true);

    const again = await get(url, {
      "accept-encoding": accepted,
      "if-none-match": String(small.headers.etag),
    });
    const other = await get(url, { "if-none-match": String(small.headers.etag) });
    expect([again.statusCode, other.statusCode]).toEqual([304, 200]);
  }
});

test.each(["/nowhere", "/assets/none.js", "/projectsx", "/assets/..%2findex.html"])(
  "%s is not found",
  async (url) => {
    const answer = await app.inject({ method: "GET", url });

    expect([answer.statusCode, answer.json().error]).toEqual([404, "not_found"]);
  },
);

test.each(["/nowhere", "/projectsx/1?page=2", "/favicon.ico"])(
  "a browser at the unknown address %s gets a page that says so, with the policy of all pages",
  async (url) => {
    const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
    const answer = await app.inject({ method: "GET", url, headers: { accept } });

    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": expect.stringContaining("default-src 'self'"),
    });
    expect(answer.body).toContain('<div id="root">');
  },
);

test.each([
  ["GET", "/v1/nowhere"],
  ["GET", "/auth/nowhere"],
  ["GET", "/assets/none.js"],
  ["POST", "/nowhere"],
] as const)("%s %s is answered as programs are, whatever is accepted", async (method, url) => {
  const answer = await app.inject({ method, url, headers: { accept: "text/html" } });

  expect([answer.statusCode, answer.json().error]).toEqual([404, "not_found"]);
});
