import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { bodyOf } from "../../test/given.ts";
import { startService } from "../../test/service.ts";
import { givenForm, givenImage, givenZip, sendRaw, traces } from "../../test/upload-bodies.ts";

const service = await startService();
const { request, db, runJobs } = service;
const png = await givenImage("png");

const server = createServer((incoming, outgoing) => {
  const isThere = incoming.url?.startsWith("/photo") === true;
  outgoing.writeHead(isThere ? 200 : 404).end(isThere ? png : "");
}).listen(0, "127.0.0.1");
const origin = await new Promise<string>((resolve) => {
  server.once("listening", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
afterAll(() => server.close());

const SKIP = "/v1/uploads?on_error=skip";
const sendFile = (filename: string, content: string | Buffer, query = "?on_error=skip") =>
  request("POST", `/v1/uploads${query}`, Buffer.from(content), {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="${filename}"`,
  });

async function skippedOf(id: string): Promise<object[]> {
  const { status, headers, bytes } = await request("GET", `/v1/uploads/${id}/skipped`);
  expect([status, headers["content-type"]]).toEqual([200, "application/x-ndjson"]);
  const text = bytes.toString();
  return text === ""
    ? []
    : text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
}

async function textsOf(id: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom("file_lines")
    .innerJoin("files", "files.id", "file_lines.file_id")
    .select("text")
    .where("upload_id", "=", id)
    .orderBy("files.position")
    .orderBy("line")
    .execute();
  return rows.map(({ text }) => text);
}

test("bad images of a zip are skipped and named", async () => {
  const entries = [
    { name: "a.png", content: png },
    { name: "b/cut.png", content: png.subarray(0, 60) },
    { name: "notes.pdf", content: "%PDF-1.7" },
  ];

  expect((await sendRaw(request, "images.zip", givenZip(entries))).status).toBe(400);
  const upload = bodyOf(await sendFile("images.zip", givenZip(entries)), 201);

  expect(upload).toMatchObject({
    status: "ready",
    file_count: 1,
    skipped: 2,
    files: [{ filename: "a.png" }],
  });
  expect(await skippedOf(upload.id)).toEqual([
    { filename: "b/cut.png", line: null, reason: expect.stringMatching(/^b\/cut\.png is/) },
    { filename: "notes.pdf", line: null, reason: expect.stringMatching(/^notes\.pdf is not of a kind/) },
  ]);
});

test("a bad file of a form is skipped, and its bytes are removed", async () => {
  const parts = [
    { name: "file", filename: "good.txt", content: "good" },
    { name: "file", filename: "empty.txt", content: "" },
    { name: "file", filename: "only.jsonl", content: "none\n" },
  ];
  const { body, headers } = givenForm(parts);

  const upload = bodyOf(await request("POST", SKIP, body, headers), 201);

  expect(upload).toMatchObject({ file_count: 1, skipped: 3 });
  expect(await skippedOf(upload.id)).toEqual([
    { filename: "empty.txt", line: null, reason: "empty.txt is empty" },
    {
      filename: "only.jsonl",
      line: 1,
      reason: expect.stringMatching(/^only\.jsonl: line 1: the line is not/),
    },
    { filename: "only.jsonl", line: null, reason: "only.jsonl contains no items" },
  ]);
});

test.each([
  [
    "lines.jsonl",
    Buffer.concat([
      Buffer.from('{"text":"1"}\nnonsense\n'),
      Buffer.from('{"text":"\xff"}\n', "latin1"),
      Buffer.from(
        '{"text":"4","external_id":"x"}\n{"text":""}\n{"text":"6","external_id":"x"}\n{"text":"7"}\n',
      ),
    ]),
    ["1", "4", "7"],
    [3, 2, 5, 6],
  ],
  ["rows.csv", 'text,n\none,1\ntwo\n"",3\nfour,4\n', ["one", "four"], [3, 4]],
  ["list.json", '[{"text":"1"},{"txt":"2"},{"text":"3"}]', ["1", "3"], [2]],
])("bad lines of %s are left out", async (filename, content, texts, lines) => {
  expect((await sendFile(filename, content, "")).status).toBe(400);
  const upload = bodyOf(await sendFile(filename, content), 201);

  expect(upload).toMatchObject({ status: "ready", file_count: 1, skipped: lines.length });
  expect(await textsOf(upload.id)).toEqual(texts);
  expect(await skippedOf(upload.id)).toMatchObject(lines.map((line) => ({ filename, line })));
  const { line_count } = bodyOf(await request("GET", `/v1/files/${upload.files[0].id}`), 200);
  expect(line_count).toBe(texts.length);
});

test("a file that breaks half-way is skipped entirely, including the lines before", async () => {
  const good = Array.from({ length: 600 }, (_, index) => `row ${index} ${"x".repeat(1_000)}`).join("\n");
  const parts = [
    { name: "file", filename: "broken.csv", content: `text\n${good}\na "quote"\n` },
    { name: "file", filename: "good.csv", content: "text\nfine\n" },
  ];
  const { body, headers } = givenForm(parts);

  const upload = bodyOf(await request("POST", SKIP, body, headers), 201);

  expect(upload).toMatchObject({ file_count: 1, skipped: 1, files: [{ filename: "good.csv" }] });
  expect(await skippedOf(upload.id)).toEqual([
    { filename: "broken.csv", line: null, reason: "broken.csv: line 602: unexpected quote" },
  ]);
  const lines = await db.selectFrom("file_lines").select("file_id").where("text", "like", "row %").execute();
  expect(lines).toEqual([]);
});

test("lines whose link gives no file are skipped", async () => {
  const urls = [`${origin}/photo/1.png`, `${origin}/gone/2.png`, `${origin}/photo/3.png`];
  const lines = [...urls, urls[1]].map((url) => JSON.stringify({ url })).join("\n");
  const { body, status } = await sendFile("links.jsonl", lines);
  expect(status).toBe(201);

  await runJobs();

  const upload = bodyOf(await request("GET", `/v1/uploads/${body.id}`), 200);
  expect(upload).toMatchObject({ status: "ready", file_count: 1, skipped: 2 });
  expect(await skippedOf(body.id)).toEqual([
    { filename: "links.jsonl", line: 2, reason: expect.stringContaining("the server answered 404") },
    { filename: "links.jsonl", line: 4, reason: expect.stringContaining("the server answered 404") },
  ]);
});

test("URLs that give no file are skipped", async () => {
  const urls = [`${origin}/gone/1.png`, `${origin}/photo/2.png`];
  const { body } = await request("POST", SKIP, { urls });

  await runJobs();

  const upload = bodyOf(await request("GET", `/v1/uploads/${body.id}`), 200);
  expect(upload).toMatchObject({ status: "ready", file_count: 1, skipped: 1 });
  expect(await skippedOf(body.id)).toMatchObject([{ filename: urls[0], line: null }]);
});

test("an upload in pieces skips bad lines too", async () => {
  const bytes = Buffer.from('{"text":"1"}\nnonsense\n');
  const announced = { filename: "a.jsonl", size_bytes: bytes.length };
  const { id, upload_url } = bodyOf(await request("POST", SKIP, announced), 201);
  const { pathname, search } = new URL(upload_url);
  bodyOf(await request("PUT", pathname + search, bytes, { "content-type": "application/x-ndjson" }), 204);

  await runJobs();

  expect(bodyOf(await request("GET", `/v1/uploads/${id}`), 200)).toMatchObject({
    status: "ready",
    skipped: 1,
  });
});

test("an upload in which everything is skipped fails and leaves nothing behind", async () => {
  const before = await traces(service);

  const { status, body } = await sendFile("bad.jsonl", "nonsense\n{}\n");

  expect([status, body.message]).toEqual([
    400,
    "nothing can be used: bad.jsonl: line 1: the line is not valid JSON: each line holds a whole object (and 2 more)",
  ]);
  expect(await traces(service)).toEqual(before);
});

test("a broken archive and more than 10,000 bad lines fail the upload", async () => {
  const broken = givenZip([{ name: "a.png", content: png }]).subarray(0, 100);
  expect(await sendFile("a.zip", broken)).toMatchObject({ status: 400 });
  expect(await sendFile("a.jsonl", `{"text":"a"}\n${"x\n".repeat(10_001)}`)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("more than 10000 files and lines cannot be used; the first:") },
  });
});

test("deleting an upload deletes its list of skips", async () => {
  const upload = bodyOf(await sendFile("a.jsonl", '{"text":"a"}\nx\n'), 201);
  bodyOf(await request("DELETE", `/v1/uploads/${upload.id}`), 204);
  await runJobs();

  const rows = await db.selectFrom("upload_skips").selectAll().where("upload_id", "=", upload.id).execute();
  expect(rows).toEqual([]);
});
