import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startService } from "../../test/service.ts";
import { keep } from "./kept-text.ts";

const { app } = await startService();
const origin = await app.listen({ port: 0, host: "127.0.0.1" });

interface Page {
  readonly status: number;
  readonly type: string;
  readonly html: string;
}

/** What a browser without a cookie gets. */
async function open(url: string): Promise<Page> {
  const response = await fetch(origin + url, { headers: { accept: "text/html" }, redirect: "manual" });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    html: await response.text(),
  };
}

/** What a page of /docs leads to or loads. */
function linksOf(url: string, { html }: Page): string[] {
  if (!url.startsWith("/docs") || url === "/docs/reference") return [];
  return [...html.matchAll(/<(?:a|img|script|link)\b[^>]*? (?:src|href)="([^"]*)"/g)].map(
    ([, link = ""]) => link,
  );
}

/** Everything that links lead to from /docs. What does not come from our Markdown is opened, but its links are not followed. */
async function walk(): Promise<ReadonlyMap<string, Page>> {
  const pages = new Map<string, Page>();
  const waiting = ["/docs"];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (pages.has(url)) continue;
    const page = await open(url);
    pages.set(url, page);
    waiting.push(...linksOf(url, page).flatMap((link) => (link.startsWith("/") ? pathOf(link) : [])));
  }
  return pages;
}

function pathOf(link: string): string {
  return link.split("#", 1)[0] ?? "";
}

/** What is wrong with a link; undefined if nothing is. */
function faultOf(link: string, pages: ReadonlyMap<string, Page>, from: string): string | undefined {
  if (/^(https?:|mailto:)/.test(link)) return undefined;
  const target = pages.get(pathOf(link) || from);
  const part = link.split("#", 2)[1];
  if (target?.status !== 200) return `${from} -> ${link}: ${target?.status}`;
  return part === undefined || target.html.includes(`id="${part}"`)
    ? undefined
    : `${from} -> ${link}: no such part`;
}

test("each link of each page leads to a page and a part that exist, without signing in", async () => {
  const pages = await walk();
  const faults = [...pages].flatMap(([url, page]) =>
    linksOf(url, page).map((link) => faultOf(link, pages, url)),
  );

  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      "/docs/quickstart",
      "/docs/adr",
      "/docs/sdk",
      "/docs/reference",
      "/docs/images/audit.webp",
    ]),
  );
  expect(pages.size).toBeGreaterThan(100);
});

test("a page has one title, the contents with its own place, and nothing of the Markdown's marks", async () => {
  const { type, html } = await open("/docs/moving");

  expect(type).toBe("text/html; charset=utf-8");
  expect(html).toContain("<title>Move from another tool · Assay</title>");
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  expect(html).toContain('<a href="/docs/moving" aria-current="page">Move from another tool</a>');
  expect(html).not.toMatch(/<!-- |\]\(|^#+ /m);
});

test("pages load from the service only, run no text as script, and stand in no frame", async () => {
  for (const url of ["/docs", "/docs/quality", "/docs/search?q=audit", "/docs/missing"]) {
    const response = await fetch(origin + url, { headers: { accept: "text/html" } });
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|data:|\*/);
    expect((await response.text()).replaceAll(/<a [^>]*>/g, "")).not.toMatch(
      / (?:src|href)="(?!\/)|<script>|<style| style=| on\w+=/,
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("an unknown page is a 404 with the contents for a browser, and an error as JSON for a program", async () => {
  const page = await open("/docs/a&b"); // browsers send it as it is
  const program = await fetch(`${origin}/docs/missing`);

  expect([page.status, page.type]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.html).toContain('href="/docs/quickstart"');
  expect(page.html).toContain("There is no page /docs/a&amp;b.");
  expect([program.status, await program.json()]).toMatchObject([404, { error: "not_found" }]);
});

test.each([
  "../package.json",
  "..%2f..%2fpackage.json",
  "%2e%2e/%2e%2e/package.json",
  "images/..%2f..%2fpackage.json",
])("%s gives no other file", async (path) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    send({ hostname, port, path: `/docs/${path}` }, async (response) => {
      expect(await text(response)).not.toContain("workspaces");
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBeGreaterThanOrEqual(400);
});

test("the search finds words, beginnings and close spellings; guides come before decisions", async () => {
  const search = async (q: string) => {
    const response = await fetch(`${origin}/docs/search.json?q=${encodeURIComponent(q)}`);
    return ((await response.json()) as { data: { url: string; excerpt: string }[] }).data;
  };

  expect((await search("who sees what"))[0]?.url).toBe("/docs/security#who-sees-what-of-an-item");
  expect((await search("pgboun"))[0]?.url).toMatch(/^\/docs\/(operating|deploy)/);
  expect((await search("agrement"))[0]?.url).toMatch(/^\/docs\//);
  expect(await search("xyzzyplugh")).toEqual([]);
  expect(await search("")).toEqual([]);
  expect((await search("batch")).length).toBe(20);
  for (const { excerpt } of await search("batch")) expect(excerpt.length).toBeLessThanOrEqual(160);
});

test("the page of results has what was asked as text", async () => {
  const { html } = await open(`/docs/search?q=${encodeURIComponent('"><script>certificate')}`);
  const found = await open("/docs/search?q=certificate");

  expect(html.split("&quot;&gt;&lt;script&gt;certificate")).toHaveLength(3); // in the field and the heading
  expect(found.html).toMatch(/<ol class="results"><li><a href="\/docs\/certificate/);
  expect((await open(`/docs/search?q=${"a".repeat(101)}`)).status).toBe(400);
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

test("a link whose text is the name of a file shows the title of its page", async () => {
  const [guides, sdk] = await Promise.all([open("/docs"), open("/docs/sdk")]);

  expect(guides.html).toContain('<td><a href="/docs/moving">Move from another tool</a></td>');
  expect(guides.html).toContain('<a href="/docs/adr">Decisions</a>');
  for (const { html } of [guides, sdk]) expect(html).not.toMatch(/<a [^>]*>[^<]*(?:\.md|\/)<\/a>/);
});

test.each(["/docs/moving", "/docs/site.css", "/docs/site.js"])(
  "%s is compressed once, and a browser that has it asks for it by its ETag",
  async (url) => {
    const plain = await get(url);
    const small = await get(url, { "accept-encoding": "br, gzip;q=0.5" });
    const again = await get(url, { "accept-encoding": "gzip" });

    expect([plain.headers["content-encoding"], small.headers["content-encoding"]]).toEqual([
      undefined,
      "gzip",
    ]);
    expect(gunzipSync(small.rawPayload).toString()).toBe(plain.body);
    expect(again.rawPayload).toEqual(small.rawPayload);
    expect(small.headers.etag).not.toBe(plain.headers.etag);
    for (const { headers } of [plain, small]) {
      expect(headers).toMatchObject({ "cache-control": "no-cache", vary: "accept-encoding" });
    }
    expect((await get(url, { "if-none-match": String(plain.headers.etag) })).statusCode).toBe(304);
    const named = { "accept-encoding": "gzip", "if-none-match": String(small.headers.etag) };
    expect((await get(url, named)).statusCode).toBe(304);
    expect((await get(url, { "accept-encoding": "gzip;q=0" })).body).toBe(plain.body);
  },
);

test("bytes are compressed at the first request and kept", async () => {
  const page = keep("text/html", "text ".repeat(100));

  expect(await page.compressed()).toBe(await page.compressed());
});

test("an image is kept by browsers, who ask for it by its ETag", async () => {
  const { headers } = await get("/docs/images/audit.webp");

  expect(headers["cache-control"]).toBe("no-cache");
  const named = await get("/docs/images/audit.webp", { "if-none-match": String(headers.etag) });
  expect(named.statusCode).toBe(304);
});

test("a network has 60 searches a minute, apart from its other requests; pages have no limit", async () => {
  const asked = async (url: string) => {
    const { statusCode, headers } = await app.inject({ method: "GET", url, remoteAddress: "192.0.2.7" });
    return [statusCode, headers["x-ratelimit-remaining"]];
  };
  expect(await asked("/docs/search.json?q=audit")).toEqual([200, "59"]);
  expect(await asked("/docs/search?q=audit")).toEqual([200, "58"]);

  for (let count = 58; count > 0; count -= 1) await asked("/docs/search.json?q=");
  expect(await asked("/docs/search?q=audit")).toEqual([429, "0"]);
  expect(await asked("/docs/search.json?q=audit")).toEqual([429, "0"]);
  const refused = await app.inject({
    ...{ method: "GET", url: "/docs/search?q=audit", remoteAddress: "192.0.2.7" },
    headers: { accept: "text/html" },
  });
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
  expect(refused.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(refused.body).toContain(
    "<h1>Search</h1><p>Rate limit of 60 requests per minute exceeded. Retry in ",
  );
  expect(await asked("/docs/quality")).toEqual([200, "60"]);
  expect(await asked("/v1/account")).toEqual([401, "59"]);
});

test("the document of the API is where it was before the guides", async () => {
  const [before, now] = await Promise.all([open("/docs/json"), open("/openapi.json")]);
  expect(before.status).toBe(200);
  expect(before.html).toBe(now.html);
});
