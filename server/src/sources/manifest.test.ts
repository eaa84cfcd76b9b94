import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { openStore } from "./object-store.ts";
import { syncSource } from "./sync.ts";

const files = new Map<string, string>();
/** What the server says of a file besides its length, by its path. */
const told = new Map<string, Record<string, string>>();
const requests: string[] = [];
const server = createServer((request, response) => {
  const { url = "", headers } = request;
  requests.push(url);
  const text = files.get(url);
  const isPart = headers.range === "bytes=0-0" && url.includes("ranges");
  response.setHeaders(new Map(Object.entries({ "content-type": "text/plain", ...told.get(url) })));
  if (text !== undefined && url.includes("plain")) response.setHeader("content-length", text.length);
  if (text !== undefined && isPart) response.setHeader("content-range", `bytes 0-0/${text.length}`);
  response.writeHead(text === undefined ? 404 : isPart ? 206 : 200).end(isPart ? text?.slice(0, 1) : text);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe: it listens on TCP

const { accountId: account_id, db, deps, request, runJobs } = await startService();

async function givenManifest(path: string, text: string): Promise<string> {
  files.set(path, text);
  const config = { url: origin + path };
  return bodyOf(await request("POST", "/v1/sources", { kind: "http_manifest", config }), 201).id;
}

async function sync(id: string) {
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await runJobs();
  return bodyOf(await request("GET", `/v1/sources/${id}`), 200);
}

async function uploadsOf(id: string) {
  return bodyOf(await request("GET", `/v1/uploads?source_id=${id}&sort=created_at`), 200).data;
}

for (const name of ["a", "b", "c"]) files.set(`/${name}.txt`, `text ${name}`);

test.each([
  ["/list.txt", `# texts\n${origin}/a.txt\n\n${origin}/b.txt\r\n`],
  ["/list.csv", `"url",split\n${origin}/a.txt,train\n${origin}/b.txt,test\n`],
  ["/list.jsonl", `{"url":"${origin}/a.txt"}\n{"url":"${origin}/b.txt","etag":"1"}\n`],
])("the URLs of %s are fetched, and another sync adds only what is new", async (path, list) => {
  const id = await givenManifest(path, list);
  expect(bodyOf(await request("POST", `/v1/sources/${id}/check`), 200)).toMatchObject({ ok: true });

  expect(await sync(id)).toMatchObject({ status: "idle", objects_seen: 2, added: 2, error: null });
  const [upload] = await uploadsOf(id);
  expect(upload).toMatchObject({ status: "ready", file_count: 2, source_id: id });
  expect(upload.files.map(({ filename }: { filename: string }) => filename)).toEqual(["a.txt", "b.txt"]);
  expect(await sync(id)).toMatchObject({ added: 0, objects_seen: 2 });

  const added = path.endsWith("l") ? `{"url":"${origin}/c.txt"}\n` : `${origin}/c.txt\n`;
  files.set(path, list + (path.endsWith("csv") ? added.replace("\n", ",train\n") : added));
  expect(await sync(id)).toMatchObject({ added: 1, changed: 0 });
  expect(await uploadsOf(id)).toHaveLength(2);
});

test("another etag of a URL is another file, and a URL that fails is skipped with the reason", async () => {
  const list = (etag: string) =>
    `{"url":"${origin}/a.txt","etag":"${etag}"}\n{"url":"${origin}/missing.txt"}\n`;
  const id = await givenManifest("/etags.jsonl", list("1"));
  await sync(id);
  const [upload] = await uploadsOf(id);
  expect(upload).toMatchObject({ status: "ready", file_count: 1, skipped: 1 });
  const skipped = await request("GET", `/v1/uploads/${upload.id}/skipped`);
  expect(String(skipped.bytes)).toContain("the server answered 404, not 200");

  files.set("/etags.jsonl", list("2"));
  expect(await sync(id)).toMatchObject({ added: 1, changed: 1 });
});

test.each([
  ["its ETag", { etag: '"1"' }, { etag: '"2"' }, "text 2"],
  [
    "its time of change",
    { "last-modified": "Fri, 27 Nov 2026 10:00:00 GMT" },
    { "last-modified": "Fri, 27 Nov 2026 10:00:01 GMT" },
    "text 2",
  ],
  ["its size", {}, {}, "text 10"],
])(
  "a file that was changed is taken again, by %s, and one whose server fails is not",
  async (by, before, after, text) => {
    const paths = [`/plain/${by.at(-1)}.txt`, `/ranges/${by.at(-1)}.txt`];
    for (const path of paths) {
      files.set(path, "text 1");
      told.set(path, before);
    }
    const id = await givenManifest("/changing.txt", paths.map((path) => origin + path).join("\n"));
    expect(await sync(id)).toMatchObject({ added: 2, changed: 0 });
    const sizes = await db
      .selectFrom("upload_objects")
      .select("size_bytes")
      .where("source_id", "=", id)
      .execute();
    expect(sizes).toEqual([{ size_bytes: 6 }, { size_bytes: 6 }]);
    expect(await sync(id)).toMatchObject({ added: 0, objects_seen: 2 });

    for (const path of paths) files.delete(path);
    expect(await sync(id)).toMatchObject({ added: 0, objects_seen: 2 });
    for (const path of paths) {
      files.set(path, text);
      told.set(path, after);
    }
    expect(await sync(id)).toMatchObject({ added: 2, changed: 2 });
    expect(await sync(id)).toMatchObject({ added: 0 });
    const uploads = await uploadsOf(id);
    expect(uploads.map(({ file_count }: { file_count: number }) => file_count)).toEqual([2, 2]);
  },
);

test("a file of which nothing was told is not another one once something is", async () => {
  files.set("/silent.txt", "text");
  const id = await givenManifest("/silent-list.txt", `${origin}/silent.txt`);
  expect(await sync(id)).toMatchObject({ added: 1 });
  told.set("/silent.txt", { etag: '"1"' });
  expect(await sync(id)).toMatchObject({ added: 0, objects_seen: 1 });
  told.set("/silent.txt", { etag: '"2"' });
  expect(await sync(id)).toMatchObject({ added: 1, changed: 1 });
});

test("nobody asks the server of a URL with an etag, and a page asks of some at most", async () => {
  files.set("/known.txt", "text");
  const known = `{"url":"${origin}/known.txt","etag":"1"}\n`;
  const unknown = Array.from({ length: 200 }, (_, index) => `{"url":"${origin}/unknown/${index}.txt"}\n`);
  const id = await givenManifest("/long.jsonl", known + unknown.join(""));
  requests.length = 0;
  bodyOf(await request("POST", `/v1/sources/${id}/check`), 200);
  expect(requests).toEqual(["/long.jsonl", "/known.txt"]);
  const source = await db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const store = await openStore(deps, source);
  expect((await store.list("", 1_000)).objects).toHaveLength(129);
  store.close();
  requests.length = 0;
  expect(await sync(id)).toMatchObject({ objects_seen: 201, added: 201 });
  expect(requests.filter((url) => url === "/known.txt")).toHaveLength(1); // fetched
});

test("a run continues behind the last line, and begins again if the list was changed meanwhile", async () => {
  const lines = ["a", "b", "c"].map((name) => `${origin}/${name}.txt`);
  const id = await givenManifest("/resumed.txt", lines.join("\n"));
  bodyOf(await request("POST", `/v1/sources/${id}/sync`), 202);
  await syncSource(deps, { account_id, source_id: id }, undefined, 2);
  await runJobs();
  expect(bodyOf(await request("GET", `/v1/sources/${id}`), 200)).toMatchObject({ objects_seen: 3, added: 3 });

  const { sha256 } = await import("../platform/sha256.ts");
  const digest = Buffer.from(sha256(Buffer.from(lines.join("\n")))).toString("hex");
  for (const [after, seen] of [
    [`${digest} 2`, 1],
    [`${"0".repeat(64)} 2`, 3],
  ] as const) {
    const change = { status: "syncing", progress: JSON.stringify({ after, upload: null }) } as const;
    await db
      .updateTable("sources")
      .set({ ...change, objects_seen: 0 })
      .where("id", "=", id)
      .execute();
    await syncSource(deps, { account_id, source_id: id });
    expect(bodyOf(await request("GET", `/v1/sources/${id}`), 200)).toMatchObject({ objects_seen: seen });
  }
});

test.each([
  ["https://169.254.169.254/latest", "line 1 of the list: url must not point to a private network"],
  ["no url", "line 1 of the list: needs a url"],
  ['{"url": 5}', "line 1 of the list: needs a url"],
  ["{url}", "line 1 of the list: is not JSON"],
  [`url\n${'"a'}`, "the list is not a CSV"],
])("the list %s is refused with its line", async (text, message) => {
  const id = await givenManifest("/faulty.txt", text);
  expect(await sync(id)).toMatchObject({
    status: "failed",
    error: { code: "invalid_request", message: expect.stringContaining(message) },
  });
  expect(await uploadsOf(id)).toEqual([]);
});

test("a list that cannot be fetched fails the sync and the check", async () => {
  const id = await givenManifest("/gone.txt", "");
  files.delete("/gone.txt");
  const message = "the list could not be fetched: the server answered 404, not 200";
  expect(await sync(id)).toMatchObject({ status: "failed", error: { message } });
  expect(bodyOf(await request("POST", `/v1/sources/${id}/check`), 200)).toMatchObject({
    ok: false,
    checks: [
      { operation: "connect", ok: true },
      { operation: "list", ok: false, message },
    ],
  });
});
