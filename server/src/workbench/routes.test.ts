import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";

const { app } = await startService();

test.each(["/", "/projects", "/projects/", "/batches/batch_1/items?state=open"])(
  "%s is a screen",
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

test("what a screen needs is kept by browsers, since its name changes with it", async () => {
  const page = await app.inject({ method: "GET", url: "/" });
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? "";

  const { statusCode, headers } = await app.inject({ method: "GET", url: script });

  expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
});

test.each(["/nowhere", "/assets/none.js", "/projectsx", "/assets/..%2findex.html"])(
  "%s is none",
  async (url) => {
    const answer = await app.inject({ method: "GET", url });

    expect([answer.statusCode, answer.json().error]).toEqual([404, "not_found"]);
  },
);
