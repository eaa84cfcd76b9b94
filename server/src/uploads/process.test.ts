import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ServiceError } from "@assay/domain/errors.ts";
import { afterAll, expect, test } from "vitest";
import { claim, givenProject } from "../../test/given.ts";
import { startService, untilSomeoneWaits } from "../../test/service.ts";
import { givenImage, givenWav, givenZip, sendRaw, traces } from "../../test/upload-bodies.ts";
import { fetchUrls } from "./fetch-urls.ts";
import { processUpload } from "./process.ts";
import { findInStatus } from "./store.ts";

const service = await startService();
const { request, db, deps, runJobs } = service;
const jpeg = await givenImage("jpeg", 40, 20);

/** The simulated web: a status and a body for each path. */
const web = new Map<string, readonly [number, string | Buffer]>([
  ["/photo%20%C3%BC.jpg", [200, jpeg]],
  ["/text", [200, "a text from afar"]],
  ["/call", [200, givenWav(2)]],
  ["/list.jsonl", [200, '{"text":"a"}']],
  ["/cut.jpg", [200, jpeg.subarray(0, 400)]],
  ["/missing", [404, "none"]],
  ["/elsewhere", [302, ""]],
]);
const asked: string[] = [];
const server = createServer((incoming, outgoing) => {
  asked.push(incoming.url ?? "");
  if (incoming.url === "/hang-up") {
    outgoing.writeHead(200, { "content-length": 100 }).write("half");
    setImmediate(() => outgoing.destroy());
    return;
  }
  const [status, body] = web.get(incoming.url ?? "") ?? [500, ""];
  outgoing.writeHead(status, { location: "/text", "content-type": "application/octet-stream" }).end(body);
}).listen(0, "127.0.0.1");
const origin = await new Promise<string>((resolve) => {
  server.once("listening", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
afterAll(() => server.close());

const at = (path: string): string => `${origin}${path}`;
const padding = `${" ".repeat(1023)}\n`.repeat(1025); // over a mebibyte, so that the job reads it
const sendJson = (body: object) => request("POST", "/v1/uploads", body);

/** The upload after its jobs, which run directly: an error of one fails the test. */
async function processed({ body }: { body: { id: string } }) {
  const given = { account_id: service.accountId, upload_id: body.id };
  await processUpload(deps, given);
  await fetchUrls(deps, given); // hands an upload without URLs back
  await processUpload(deps, given);
  await fetchUrls(deps, given);
  await processUpload(deps, given);
  return (await request("GET", `/v1/uploads/${body.id}`)).body;
}

test("a URL is fetched after the response and named by its last path segment", async () => {
  const response = await sendJson({ url: at("/photo%20%C3%BC.jpg"), metadata: { from: "web" } });
  expect(response).toMatchObject({
    status: 202,
    body: { status: "processing", size_bytes: 0, metadata: { from: "web" } },
  });

  expect(await processed(response)).toMatchObject({
    status: "ready",
    filename: "photo ü.jpg",
    content_type: "image/jpeg",
    size_bytes: jpeg.length,
    file_count: 1,
    files: [{ filename: "photo ü.jpg" }],
  });
});

test("the queue runs the job that the response announced", async () => {
  const { body } = await sendJson({ url: at("/text"), filename: "mine.txt" });

  await service.runJobs();

  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({
    body: { status: "ready", filename: "mine.txt" },
  });
});

test("several URLs are the files of one upload, in their order", async () => {
  const upload = await processed(
    await sendJson({ urls: [at("/text"), at("/photo%20%C3%BC.jpg"), at("/list.jsonl")] }),
  );

  expect(upload).toMatchObject({ status: "ready", filename: null, file_count: 3 });
  expect(upload.files.map(({ filename }: { filename: string }) => filename)).toEqual([
    "text",
    "photo ü.jpg",
    "list.jsonl",
  ]);
});

const REFUSED = "could not be fetched:";
const TLS = "the TLS certificate or handshake of the server is not valid";
const UNREACHED = `${REFUSED} the server cannot be reached: its name is unknown, it refuses connections, or its address is not allowed`;

test.each([
  [{ url: at("/missing") }, "fetch_failed", `the URL ${REFUSED} the server answered 404, not 200`],
  [
    { url: at("/elsewhere") },
    "fetch_failed",
    `the URL ${REFUSED} the server answered 302, and redirects are not followed`,
  ],
  [{ url: "http://127.0.0.1:1/" }, "fetch_failed", `the URL ${UNREACHED}`],
  [{ url: "https://no-such-name.invalid/" }, "fetch_failed", `the URL ${UNREACHED}`],
  [{ url: at("/hang-up") }, "fetch_failed", `the URL ${REFUSED} the connection broke off`],
  [{ url: at("/text").replace("http:", "https:") }, "fetch_failed", `the URL ${REFUSED} ${TLS}`],
  [
    { urls: [at("/text"), at("/missing")] },
    "fetch_failed",
    `urls.1 ${REFUSED} the server answered 404, not 200`,
  ],
  [
    { url: at("/text"), sha256: "0".repeat(64) },
    "checksum_mismatch",
    expect.stringContaining("text was received"),
  ],
  [
    { url: at("/cut.jpg") },
    "invalid_request",
    "cut.jpg is an image that cannot be decoded: it is corrupt or cut off",
  ],
])("%j fails as %s and leaves no file", async (body, code, message) => {
  const before = await traces(service);

  expect(await processed(await sendJson(body))).toMatchObject({
    status: "failed",
    error: { code, message },
    file_count: 0,
    files: [],
    expires_at: null,
  });
  expect(await traces(service)).toEqual({ ...before, uploads: before.uploads + 1 });
});

test("a redirect is not followed", async () => {
  asked.length = 0;

  await processed(await sendJson({ url: at("/elsewhere") }));

  expect(asked).toEqual(["/elsewhere"]);
});

test("all lines of a long list are stored, and only the list counts as a file", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => ({
    text: `${index} ${"x".repeat(500)}\t\\N\n`,
    external_id: `${index}`,
    group: `g${index % 3}`,
    priority: index % 7,
    metadata: { index },
  }));
  const file = lines.map((line) => JSON.stringify(line)).join("\n");

  const upload = await processed(await sendRaw(request, "a.jsonl", file));

  expect(upload).toMatchObject({ status: "ready", file_count: 1, size_bytes: Buffer.byteLength(file) });
  const stored = await db
    .selectFrom("file_lines")
    .selectAll()
    .where("file_id", "=", upload.files[0].id)
    .orderBy("line")
    .execute();
  const none = {
    account_id: service.accountId,
    conversation: null,
    outline: null,
    media_file_id: null,
    file_id: upload.files[0].id,
  };
  expect(stored).toEqual(lines.map((line, index) => ({ ...line, ...none, line: index + 1 })));
});

test.each([
  ["a.jsonl", '{"text":"a"}\n{"text":1}\n', "a.jsonl: line 1027: text must be a string"],
  [
    "a.jsonl",
    '{"text":"a","external_id":"1"}\n{"text":"b","external_id":"1"}\n',
    'a.jsonl: line 1027: external_id "1" occurs twice',
  ],
  [
    "a.csv",
    "id,text\n7,a\n7,b\n",
    'a.csv: line 1028: external_id "7" occurs twice (a column id counts as external_id)',
  ],
  ["a.jsonl", "", "a.jsonl contains no items"],
  ["a.csv", 'text,n\na,1\n"b,2', "a.csv: line 1028: a quoted cell is not closed before the end of the file"],
])("a bad line of a long %s fails the upload, and nothing of it stays", async (filename, lines, message) => {
  const before = await traces(service);
  const content = filename.endsWith(".csv")
    ? "\n".repeat(1025) + lines.replace("a,1", `a,${" ".repeat(1_048_000)}`)
    : padding + lines;

  const upload = await processed(await sendRaw(request, filename, content.padEnd(1_048_577, "\n")));

  expect(upload).toMatchObject({ status: "failed", error: { code: "invalid_request", message } });
  expect(await traces(service)).toEqual({ ...before, uploads: before.uploads + 1 });
});

test("the url of a line becomes a file, fetched once per URL; a text becomes the line's own", async () => {
  asked.length = 0;
  const photo = at("/photo%20%C3%BC.jpg");
  const list = [{ url: photo, external_id: "1" }, { text: "here" }, { url: at("/text") }, { url: photo }];
  const file = list
    .map((line) => JSON.stringify(line))
    .join("\n")
    .replace('"url"', '"\\u0075rl"');
  const response = await sendRaw(request, "mixed.jsonl", file);
  expect(response).toMatchObject({ status: 201, body: { status: "processing" } });

  const upload = await processed(response);

  expect(upload).toMatchObject({ status: "ready", file_count: 1 });
  expect(upload.files).toHaveLength(1);
  expect(asked.toSorted()).toEqual(["/photo%20%C3%BC.jpg", "/text"]);
  const linked = await db
    .selectFrom("files")
    .selectAll()
    .where("parent_file_id", "=", upload.files[0].id)
    .execute();
  expect(linked).toMatchObject([
    { medium: "image", width: 40, height: 20, filename: "photo ü.jpg", position: 1 },
  ]);
  const lines = await db
    .selectFrom("file_lines")
    .selectAll()
    .where("file_id", "=", upload.files[0].id)
    .orderBy("line")
    .execute();
  expect(lines.map(({ text, media_file_id }) => [text, media_file_id])).toEqual([
    [null, linked[0]?.id],
    ["here", null],
    ["a text from afar", null],
    [null, linked[0]?.id],
  ]);
  expect(await request("GET", `/v1/files/${linked[0]?.id}`)).toMatchObject({ status: 200 });
});

test("the url of a line may be a recording, which only audio types accept", async () => {
  const upload = await processed(await sendRaw(request, "calls.jsonl", JSON.stringify({ url: at("/call") })));
  expect(upload).toMatchObject({ status: "ready", file_count: 1 });
  const batchOf = async (annotation_type: string) => {
    const { id } = await givenProject(service, { annotation_type });
    return request("POST", "/v1/batches", { project_id: id, upload_ids: [upload.id] });
  };

  expect(await batchOf("image_classification")).toMatchObject({ status: 400 });
  const { body } = await batchOf("transcription");
  const task = await claim(service, "ann", { batch_id: body.id });
  expect(task.item.file).toMatchObject({ filename: "call", content_type: "audio/wav", duration: 2 });
});

test.each([
  ["/missing", `a.jsonl: line 2: url ${REFUSED} the server answered 404, not 200`],
  ["/cut.jpg", "a.jsonl: line 2: cut.jpg is an image that cannot be decoded: it is corrupt or cut off"],
  ["/list.jsonl", "a.jsonl: line 2: url must give an image, a recording or a text"],
])("a line whose url is %s fails the upload, and nothing of it stays", async (path, message) => {
  const before = await traces(service);
  const file = `{"url":"${at("/text")}"}\n${`{"url":"${at(path)}"}\n`.repeat(2)}`;

  const upload = await processed(await sendRaw(request, "a.jsonl", file));

  expect(upload).toMatchObject({ status: "failed", error: { message } });
  expect(await traces(service)).toEqual({ ...before, uploads: before.uploads + 1 });
});

test("a job that runs twice, or after its upload was deleted, changes nothing", async () => {
  const { body } = await sendRaw(request, "twice.jsonl", `{"text":"a"}\n${padding}`);
  await processed({ body });
  const before = await traces(service);

  await processUpload(deps, { account_id: service.accountId, upload_id: body.id });
  expect(await traces(service)).toEqual(before);

  await request("DELETE", `/v1/uploads/${body.id}`);
  await processUpload(deps, { account_id: service.accountId, upload_id: body.id });
  await runJobs();
  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({ status: 404 });
});

test("two concurrent runs create the files once", async () => {
  const { body } = await sendRaw(request, "race.jsonl", `{"text":"a"}\n${padding}`);

  const { runs } = await db.transaction().execute(async (tx) => {
    await findInStatus(tx, { id: body.id, account_id: service.accountId }, "processing");
    const runs = [1, 2].map(() => processUpload(deps, { account_id: service.accountId, upload_id: body.id }));
    await untilSomeoneWaits(db);
    return { runs };
  });
  await Promise.all(runs);

  expect(await db.selectFrom("files").select("id").where("upload_id", "=", body.id).execute()).toHaveLength(
    1,
  );
  expect(await deps.blobs.exists(body.sha256)).toBe(true);
});

test("an upload deleted while it waits leaves nothing", async () => {
  const before = await traces(service);
  const { body } = await sendRaw(
    request,
    "many.zip",
    givenZip(Array.from({ length: 201 }, (_, index) => ({ name: `${index}`, content: "a" }))),
  );
  expect(body).toMatchObject({ status: "processing" });

  expect(await request("DELETE", `/v1/uploads/${body.id}`)).toMatchObject({ status: 204 });
  await runJobs();

  expect(await traces(service)).toEqual(before);
});

test("a full disk does not fail the upload: its job is tried again", async () => {
  const { body } = await sendJson({ url: at("/text") });
  const stage = async () => {
    throw new ServiceError("insufficient_storage", "the service's disk is full");
  };

  const attempt = fetchUrls(
    { ...deps, blobs: { ...deps.blobs, stage } },
    { account_id: service.accountId, upload_id: body.id },
  );

  await expect(attempt).rejects.toMatchObject({ code: "insufficient_storage" });
  expect(await processed({ body })).toMatchObject({ status: "ready" });
});

test("an internal error is left to the queue: the upload keeps waiting", async () => {
  const { body } = await sendRaw(request, "lost.jsonl", `{"text":"lost"}\n${padding}`);
  await deps.blobs.remove([body.sha256]);

  await expect(processUpload(deps, { account_id: service.accountId, upload_id: body.id })).rejects.toThrow(
    /ENOENT|no object/,
  );

  expect(await request("GET", `/v1/uploads/${body.id}`)).toMatchObject({
    body: { status: "processing", error: null },
  });
});

test("a batch of a failed upload is refused with the reason", async () => {
  const { id, error } = await processed(await sendJson({ url: at("/missing") }));
  const { id: project_id } = await givenProject(service);

  expect(await request("POST", "/v1/batches", { project_id, upload_ids: [id] })).toMatchObject({
    status: 409,
    body: {
      error: "upload_not_ready",
      message: `the upload ${id} failed: ${error.message}; upload the file again`,
    },
  });
});
